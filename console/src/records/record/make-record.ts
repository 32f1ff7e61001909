import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { findPartialDates } from '../../parts/half-date.ts';
import { createIdempotencyKey } from '../../parts/use-on-its-way.ts';
import { partialDateProblem } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';

/** Creates a record. `once` is an idempotency key, so that a request without an answer can be repeated. */
export async function createRecord(
  account: string,
  type: string,
  fields: RecordFields,
  once: string,
): Promise<RecordFields | Problem> {
  const halves = findPartialDates(fields);
  if (halves.length > 0) return partialDateProblem(halves);
  const reply = await callApi<RecordFields>('POST', `/${account}/${type}`, {
    body: fields,
    headers: { 'Idempotency-Key': createIdempotencyKey(once, fields) },
  });
  return reply instanceof Problem ? reply : reply.body;
}
