/** Parses a body into the query for a record or an event that did not arrive. Every fault is reported. */
import { escapePointer, type Json } from '../../lib/json.ts';
import { nearest } from '../../lib/nearest.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';
import type { ExplanationQuery } from './store.ts';

const QUERY_MEMBERS = ['recordID', 'webhookId', 'from', 'to'];
/** Default length of the time span, if `from` is missing. */
const DEFAULT_SPAN_MS = 30 * 86_400_000;

export function parseExplanationQuery(body: Json, now: number): ExplanationQuery | Problem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid([at('', ONE_OF_MESSAGE)]);
  const faults = Object.keys(body)
    .filter((name) => !QUERY_MEMBERS.includes(name))
    .slice(0, MAX_FAULTS)
    .map((name) => at(`/${escapePointer(name.slice(0, 100))}`, unknown(name)));
  const { recordID, webhookId } = body;
  if ((recordID === undefined) === (webhookId === undefined)) faults.push(at('', ONE_OF_MESSAGE));
  if (recordID !== undefined && !(Number.isSafeInteger(recordID) && (recordID as number) > 0)) {
    faults.push(at('/recordID', 'must be the ID of a record: a positive whole number'));
  }
  if (webhookId !== undefined && !(typeof webhookId === 'string' && webhookId.length <= 100)) {
    faults.push(at('/webhookId', 'must be a webhook-id as it was sent: msg_ and 32 digits'));
  }
  const to = timeOf(body.to, '/to', now, faults);
  const from = timeOf(body.from, '/from', to - DEFAULT_SPAN_MS, faults);
  if (webhookId !== undefined) {
    for (const name of ['from', 'to']) {
      if (body[name] !== undefined) faults.push(at(`/${name}`, 'does not go with webhookId, which names one event'));
    }
  } else if (from > to) faults.push(at('/from', 'must not be later than to'));
  if (faults.length > 0) return invalid(faults);
  return webhookId === undefined ? { recordID: recordID as number, from, to } : { webhookId: webhookId as string };
}
const ONE_OF_MESSAGE = 'must be an object with either "recordID" or "webhookId"';

function timeOf(value: Json | undefined, pointer: string, otherwise: number, faults: InputFault[]): number {
  if (value === undefined) return otherwise;
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (time === undefined) faults.push(at(pointer, 'must be a time such as 2026-01-31T09:30:00Z'));
  return time ?? otherwise;
}

function unknown(name: string): string {
  const near = nearest(name.slice(0, 100), QUERY_MEMBERS);
  return near === undefined ? 'is not known here' : `is not known here. Did you mean ${near}?`;
}

function invalid(faults: readonly InputFault[]): Problem {
  const [{ pointer, message }] = faults as [{ pointer: string; message: string }];
  const place = pointer === '' ? 'The body' : pointer;
  const rest = faults.length > 1 ? ` (1 of ${faults.length} faults; see errors)` : '';
  return new Problem('invalid_body', `${place} ${message}${rest}.`, { errors: faults });
}

function at(pointer: string, message: string): InputFault {
  return { pointer, message };
}
