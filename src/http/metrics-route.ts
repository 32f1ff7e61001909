/** GET /metrics, for clients on this machine, and for others that have the token. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { readAddress } from '../accounts/ip-address.ts';
import { constantTimeEqual, sha256 } from '../lib/ids.ts';
import { Problem } from '../problems.ts';
import type { PublicRequest, PublicRoute } from './public-route.ts';

export interface MetricsParts {
  /** Bearer token; if empty, only local clients have access. */
  readonly token: string;
  render(): Promise<string>;
}

export const METRICS_PATH = '/metrics';

export function metricsRoute({ token, render }: MetricsParts): PublicRoute {
  return {
    path: METRICS_PATH,
    heard: 'always',
    async handle(request) {
      if (!isLocal(request) && !holdsToken(request.headers, token)) return unauthorized();
      return { status: 200, body: await render(), headers: { 'content-type': CONTENT_TYPE } };
    },
  };
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * True if the request comes from this machine. Requests that a proxy has forwarded do not count: with a local proxy,
 * every client would look local.
 */
function isLocal({ peer, headers }: PublicRequest): boolean {
  const address = readAddress(peer ?? '') ?? '';
  const loopback = address === '::1' || (isIPv4(address) && address.startsWith('127.'));
  return loopback && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

/** Headers that mark a forwarded request; proxies differ in which ones they set. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

function holdsToken(headers: IncomingHttpHeaders, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== '' && given !== undefined && constantTimeEqual(sha256(given), sha256(token));
}

function unauthorized(): Problem {
  return new Problem(
    'unauthorized',
    'Metrics are shown to clients on the same machine, and to others with the token that MDS_METRICS_TOKEN holds: ' +
      'Authorization: Bearer <token>.',
    { headers: { 'www-authenticate': 'Bearer realm="metrics"' } },
  );
}
