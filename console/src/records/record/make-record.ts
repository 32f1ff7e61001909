/** Makes a record. */
import { ask } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { halvesIn } from '../../parts/half-date.ts';
import { onceFor } from '../../parts/use-on-its-way.ts';
import { halfWritten } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';

/** `once` makes that a request whose answer was lost can be made again. */
export async function makeRecord(
  account: string,
  type: string,
  fields: RecordFields,
  once: string,
): Promise<RecordFields | Problem> {
  const halves = halvesIn(fields);
  if (halves.length > 0) return halfWritten(halves);
  const reply = await ask<RecordFields>('POST', `/${account}/${type}`, {
    body: fields,
    headers: { 'Idempotency-Key': onceFor(once, fields) },
  });
  return reply instanceof Problem ? reply : reply.body;
}
