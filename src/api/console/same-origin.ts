/** Whether a request was made by a page of our own. Browsers say so themselves; older ones, and plain http, by `Origin`. */
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../problems.ts';

export function rejectCrossSite(
  { host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  method: string,
  publicUrl: string,
): Problem | undefined {
  // Reading changes nothing, and no page of another origin gets to see it.
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (site !== undefined) return site === 'same-origin' ? undefined : refusal();
  return origin !== undefined && isOurs(origin, host, publicUrl) ? undefined : refusal();
}

function isOurs(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: theirs, origin: whole } = new URL(origin);
  const ours = publicUrl === '' ? undefined : new URL(publicUrl);
  // The same name without TLS is anybody's on the way.
  if (theirs === ours?.host) return whole === ours.origin;
  return theirs === host?.toLowerCase();
}

function refusal(): Problem {
  return new Problem(
    'cross_site',
    'A change is made only by pages of this service: Sec-Fetch-Site: same-origin, or its own address as Origin.',
  );
}
