/**
 * Recoveries that arrive with their account. Deliveries get other numbers here, and a filter may ask for them in ways that no other
 * numbers stand for, as by a digit they contain. A run that goes by them would send the wrong events: it ends and says why.
 */
import { Problem } from '../../problems.ts';
import type { Test } from '../../records/lists/plan.ts';
import type { RecoveryInput } from '../../webhooks/recovery/recovery.ts';
import { planDeliveryFilter } from '../webhooks/recovery/recovery-queries.ts';
import { type AccountRow, columnIndexOf } from './account-rows.ts';

const STATE_INDEX = columnIndexOf('recoveries', 'state');
const REASON_INDEX = columnIndexOf('recoveries', 'reason');
const ENDED_ON_INDEX = columnIndexOf('recoveries', 'ended_on');
const INPUT_INDEX = columnIndexOf('recoveries', 'wish');

/** What of a delivery is the number of one. */
const numbers = ['id', 'repeats', 'resendOf'];

const MOVED_REASON =
  'It goes by numbers of deliveries, which are others since the account was moved: begin it again with the new ones.';

/** Whether the row is a run that is not over and goes by numbers that deliveries have lost. */
export function isInvalidatedByMove({ kind, values }: AccountRow): boolean {
  if (kind !== 'recoveries' || values[ENDED_ON_INDEX] !== null) return false;
  const wish = JSON.parse(values[INPUT_INDEX] as string) as RecoveryInput;
  const listing = wish.kind === 'resend' ? planDeliveryFilter(wish.filter) : undefined;
  if (listing === undefined || listing instanceof Problem) return false;
  return listing.where.some(({ field, anyOf }) => numbers.includes(field) && anyOf.some(isOfNumber));
}

/** What is in the lane still leaves and is counted, as of any run that has failed. */
export function endIfInvalidatedByMove(row: AccountRow, now: number): AccountRow {
  if (!isInvalidatedByMove(row)) return row;
  return {
    kind: row.kind,
    values: row.values.with(STATE_INDEX, 'failed').with(REASON_INDEX, MOVED_REASON).with(ENDED_ON_INDEX, now),
  };
}

/** That there is none, as in `repeats=null`, stays so. */
function isOfNumber(test: Test): boolean {
  return test.op === 'contains' || test.value !== null;
}
