/**
 * Refuses changes from other sites' pages. Browsers report the origin in Sec-Fetch-Site; older browsers, and all over
 * plain HTTP, in `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../problems.ts';

export function rejectCrossSite(
  { host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  method: string,
  publicUrl: string,
): Problem | undefined {
  // Reads change nothing, and pages of another origin cannot see the response.
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (site !== undefined) return site === 'same-origin' ? undefined : refusal();
  return origin !== undefined && isOurs(origin, host, publicUrl) ? undefined : refusal();
}

function isOurs(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: theirs, origin: whole } = new URL(origin);
  const ours = publicUrl === '' ? undefined : new URL(publicUrl);
  // Without TLS, the same host name can be spoofed on the network.
  if (theirs === ours?.host) return whole === ours.origin;
  return theirs === host?.toLowerCase();
}

function refusal(): Problem {
  return new Problem(
    'cross_site',
    'A change is made only by pages of this service: Sec-Fetch-Site: same-origin, or its own address as Origin.',
  );
}
