/** Amounts that the service adds up: scaled integers on the way, so that cents do not drift, and refused out of range. */
import { scale, unscale } from '../../../lib/decimal.ts';
import type { Json } from '../../../lib/json.ts';
import type { Problem } from '../../../problems.ts';
import { fault, invalidRecord } from '../../refusals.ts';
import type { RecordDraft } from '../draft.ts';

const PLACES = 4;
const LIMIT = 10n ** 11n * 10n ** BigInt(PLACES);

/** A decimal field's value as a scaled integer; it has been validated. */
export function scaled(value: Json | undefined): bigint {
  return scale(value as number, PLACES)!;
}

/** Puts the amounts into the fields, or refuses all that are 10^11 or more. */
export function setAmounts(
  { type, after }: RecordDraft,
  amounts: Readonly<Record<string, bigint>>,
): Problem | undefined {
  const faults = [];
  for (const [field, amount] of Object.entries(amounts)) {
    if (amount > -LIMIT && amount < LIMIT) after[field] = unscale(amount, PLACES);
    else faults.push(fault(`/${field}`, `would be ${unscale(amount, PLACES)}, which is not between -10^11 and 10^11`));
  }
  return faults.length === 0 ? undefined : invalidRecord(type, faults);
}
