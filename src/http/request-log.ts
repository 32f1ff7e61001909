/**
 * One wide line per request. Headers stay out, because they hold credentials; so do the query and the body, which may
 * hold personal data.
 */

import type { Log } from '../kernel/log.ts';
import type { Visit } from './visit.ts';

const LONGEST_PATH = 500;

export function logVisit(log: Log, visit: Visit): void {
  const { request, caller, problem, ending } = visit;
  const line = {
    requestId: request.id,
    traceparent: visit.traceparent,
    client: visit.client,
    method: request.method,
    operation: visit.operation,
    path: pathOf(request.raw.url).slice(0, LONGEST_PATH),
    status: visit.status,
    ms: Math.round((performance.now() - visit.began) * 1000) / 1000,
    bytesIn: visit.bytesIn,
    bytesOut: visit.bytesOut,
    account: caller?.account.id,
    integration: caller?.integration.id,
    code: problem?.code,
    ...(ending !== 'answered' && { ended: ending }),
  };
  // What is wrong on our side is worth a look, and says why; a refusal of a client's fault may quote what was sent.
  if (visit.status >= 500) log.warn({ ...line, detail: problem?.detail }, 'request');
  else log.info(line, 'request');
}

/** Without the query. */
export function pathOf(url = ''): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
