/** Checks the request head for faults that Node's HTTP parser accepts, before the request is processed. */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../problems.ts';

export function validateRequestHead({ httpVersion, headers, rawHeaders }: IncomingMessage): Problem | undefined {
  const hosts = countOfHosts(rawHeaders);
  if (hosts > 1) return new Problem('malformed_request', 'The request has more than one Host header; send one.');
  if (hosts === 0 && httpVersion === '1.1') {
    return new Problem('malformed_request', 'The request has no Host header, which HTTP/1.1 asks for.');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    return new Problem('expectation_failed', 'The only expectation that is met here is Expect: 100-continue.');
  }
  return undefined;
}

/** Counts Host headers in `rawHeaders`, where names and values alternate. `headers` keeps only the first of several. */
function countOfHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
