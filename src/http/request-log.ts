/**
 * Logs one wide line per request. Headers are omitted because they contain credentials; query and body, because they
 * can contain personal data.
 */

import type { Caller } from '../accounts/caller.ts';
import type { Log } from '../lib/log.ts';
import type { RequestContext } from './request-context.ts';

const MAX_PATH_CHARACTERS = 500;

export function logRequest(log: Log, visit: RequestContext): void {
  // A server error is a warning with its detail. The detail of a client error is omitted, because it can quote input.
  if (visit.status < 500) log.line('info', 'request', () => fieldsOf(visit));
  else log.line('warn', 'request', () => `${fieldsOf(visit)}${named('detail', visit.problem?.detail)}`);
}

/**
 * Builds the fields as text, because an object would cost as much as reading the record. Our own names and ids need no
 * escaping.
 */
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

/** Returns the caller's fields, cached because they are the same for every request of a key. */
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

/** Returns the path without the query string. */
export function pathOf(url = ''): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** Returns the query string, undecoded. */
export function queryOf(url = ''): string {
  return url.slice(pathOf(url).length + 1);
}
