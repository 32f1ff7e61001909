/**
 * Text that `serve` prints at the start: its address, how to try it, and which settings should not stay as they are.
 */
import { existsSync } from 'node:fs';
import { canServeConsole } from '../api/console/files.ts';
import { trustsLoopback } from '../reachable.ts';
import type { Settings } from '../settings.ts';
import type { IssuedDemoAccount } from './demo-accounts.ts';
import type { ExposedAccount } from './exposed-demo.ts';
import { leftFile } from './left-file.ts';
import { typed } from './typed.ts';

export interface Started {
  readonly settings: Settings;
  readonly address: string;
  /** URL of the console; undefined if this process serves no pages. */
  readonly consoleUrl: string | undefined;
  /** Demo accounts that were made just now. */
  readonly made: readonly IssuedDemoAccount[];
  /** Demo accounts that other machines can reach. */
  readonly exposed: readonly ExposedAccount[];
  /** Link to create the first account; undefined once an account exists. */
  readonly setUpLink: string | undefined;
}

export function banner({ settings, address, consoleUrl, made, exposed, setUpLink }: Started): string {
  const lines = [
    `Maintenance Data Service on ${address}`,
    ...(consoleUrl === undefined ? [] : [`  Console: ${consoleUrl}`, ...howToBuild()]),
    ...made.flatMap(credentialsOf),
    ...firstRequest(address, made),
  ];
  if (setUpLink !== undefined) lines.push('', ...setUpLines(settings, setUpLink));
  const credentials = leftFile(settings, 'demo-credentials.json');
  if (settings.MDS_BOOTSTRAP === 'demo' && existsSync(credentials))
    lines.push('', `  Demo credentials: ${credentials}`);
  if (trustsLoopback(settings)) {
    lines.push(
      '',
      '  Webhooks may be sent to this machine (https://localhost:...), whose certificates are not verified.',
      '  Only so while MDS_BOOTSTRAP=demo and HOST is a loopback address.',
    );
  }
  if (exposed.length > 0) lines.push('', ...warning(settings, exposed));
  return `${lines.join('\n')}\n\n`;
}

export function setUpLines(settings: Settings, setUpLink: string): string[] {
  const file = leftFile(settings, 'setup-link');
  return [
    '  There is no account yet. Whoever opens this link makes the first one, once:',
    `  ${setUpLink}`,
    `  ${existsSync(file) ? `It is also in ${file}; or` : 'Or'}: ${typed('accounts create --help')}`,
  ];
}

/**
 * Explains how to build the console if its pages are missing. Without the development packages, the link would open a
 * page that says only this.
 */
function howToBuild(): string[] {
  if (canServeConsole()) return [];
  return [
    '    Its pages are not built. In a copy with all packages: npm ci && npm run console; then bring console/dist here, beside src.',
    '    Until then, commands do what the pages would; all else works.',
  ];
}

function credentialsOf(account: IssuedDemoAccount): string[] {
  return [
    '',
    `  ${account.accountName} (${account.accountID})`,
    `    apiKey:      ${account.apiKey}`,
    `    vaultSecret: ${account.vaultSecret}`,
    `    shardID:     ${account.shardID}`,
    ...(account.signInLink === null ? [] : [`    sign in, once, by ${account.signInLink}`]),
  ];
}

function firstRequest(address: string, [shown]: readonly IssuedDemoAccount[]): string[] {
  if (shown === undefined) return [];
  const headers = (['apiKey', 'vaultSecret', 'shardID'] as const).map((name) => `-H '${name}: ${shown[name]}'`);
  return ['', '  Try:', `  curl '${address}/api/Tasks?take=3' ${headers.join(' ')}`];
}

function warning({ HOST }: Settings, exposed: readonly ExposedAccount[]): string[] {
  return [
    `  WARNING  Other machines can reach this service (HOST=${HOST}), and it holds demo accounts with keys that may do anything in them.`,
    '  Those keys lie in clear in a file and in whatever log took down the first start. Remove the accounts:',
    ...exposed.map(
      ({ accountID, shardID }) => `    ${typed(`accounts remove --account ${accountID} --shard ${shardID} --yes`)}`,
    ),
    '  and start with MDS_BOOTSTRAP=none, or listen on HOST=127.0.0.1 only.',
  ];
}
