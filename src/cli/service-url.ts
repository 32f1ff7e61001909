/** URL of a running service, for commands that use it as an ordinary client. */
import { type Command, type Given, UsageError } from './command.ts';

/** Default address of `serve`. */
export const DEFAULT_SERVICE = 'http://127.0.0.1:8080';

export const urlOption = {
  value: 'URL',
  doc: `The service; ${DEFAULT_SERVICE} by default, or BASE_URL.`,
} satisfies Command['options'][string];

export function serviceUrl(given: Given, environment: NodeJS.ProcessEnv): string {
  return httpAddress('--url (or BASE_URL)', given.value('url') ?? environment.BASE_URL ?? DEFAULT_SERVICE);
}

/**
 * Returns the text if it is an HTTP or HTTPS URL. `localhost:9000` also parses as a URL, but with the protocol
 * `localhost:`.
 */
export function httpAddress(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError(`${name} needs an address that begins with https:// or http://, not ${text}`);
}
