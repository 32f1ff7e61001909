/** Where a running service is, for commands that speak to it as any client does. */
import type { Command, Given } from './command.ts';

/** Where `serve` listens unless it is told otherwise. */
export const DEFAULT_SERVICE = 'http://127.0.0.1:8080';

export const urlOption = {
  value: 'URL',
  doc: `The service; ${DEFAULT_SERVICE} by default, or BASE_URL.`,
} satisfies Command['options'][string];

export function serviceUrl(given: Given, environment: NodeJS.ProcessEnv): string {
  return given.value('url') ?? environment.BASE_URL ?? DEFAULT_SERVICE;
}
