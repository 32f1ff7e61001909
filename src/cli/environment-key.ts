/**
 * Reads the credentials of a key from the environment, for commands that use a running service as an ordinary client.
 */
import { CommandFailure } from './command.ts';

export interface EnvironmentKey {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

const NAMES = ['API_KEY', 'VAULT_SECRET', 'SHARD_ID'] as const;

export function keyOfEnvironment(command: string, environment: NodeJS.ProcessEnv): EnvironmentKey {
  const missing = NAMES.filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new CommandFailure(`${command} takes its credentials from the environment: ${missing.join(', ')} not set.`);
  }
  const { API_KEY, VAULT_SECRET, SHARD_ID } = environment as Record<string, string>;
  return { apiKey: API_KEY!, vaultSecret: VAULT_SECRET!, shardID: SHARD_ID! };
}
