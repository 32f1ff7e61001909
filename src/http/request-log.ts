/**
 * One wide line per request. Headers stay out, because they hold credentials; so do the query and the body, which may
 * hold personal data.
 */

import type { Caller } from '../accounts/caller.ts';
import type { Log } from '../lib/log.ts';
import type { RequestContext } from './request-context.ts';

const MAX_PATH_CHARACTERS = 500;

export function logRequest(log: Log, visit: RequestContext): void {
  // What is wrong on our side is worth a look, and says why; a refusal of a client's fault may quote what was sent.
  if (visit.status < 500) log.line('info', 'request', () => fieldsOf(visit));
  else log.line('warn', 'request', () => `${fieldsOf(visit)}${named('detail', visit.problem?.detail)}`);
}

/** As text, because an object would cost as much as looking the record up. Our own names and ids hold nothing to escape. */
function fieldsOf(visit: RequestContext): string {
  const { request, caller, problem, ending } = visit;
  const ms = Math.round((performance.now() - visit.began) * 1000) / 1000;
  const path = JSON.stringify(pathOf(request.raw.url).slice(0, MAX_PATH_CHARACTERS));
  const head = `"requestId":"${request.id}"${named('traceparent', visit.traceparent)},"client":"${visit.client}"`;
  const asked = `,"method":"${request.method}","operation":"${visit.operation}","path":${path},"status":${visit.status}`;
  const sizes = `,"ms":${ms},"bytesIn":${visit.bytesIn},"bytesOut":${visit.bytesOut}`;
  const end = ending === 'answered' ? '' : `,"ended":"${ending}"`;
  return `${head}${asked}${sizes}${visit.notes}${caller === null ? '' : whose(caller)}${named('code', problem?.code)}${end}`;
}

function named(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

/** The same for every request of a key. */
function whose(caller: Caller): string {
  let text = whoseText.get(caller);
  if (text === undefined) {
    const { account, person, integration } = caller;
    const who = person === undefined ? named('integration', integration.id) : named('person', String(person.id));
    text = `${named('account', account.id)}${who}`;
    whoseText.set(caller, text);
  }
  return text;
}
const whoseText = new WeakMap<Caller, string>();

/** Without the query. */
export function pathOf(url = ''): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** Behind the path, undecoded. */
export function queryOf(url = ''): string {
  return url.slice(pathOf(url).length + 1);
}
