/**
 * Ends recoveries that become invalid when their account moves. Deliveries get new numbers here, and some filters on
 * numbers cannot be translated, such as a digit they contain. Such a recovery would send the wrong events, so it ends
 * with a reason.
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

/** Fields of a delivery that contain a delivery number. */
const numbers = ['id', 'repeats', 'resendOf'];

const MOVED_REASON =
  'It goes by numbers of deliveries, which are others since the account was moved: begin it again with the new ones.';

/** True if the row is an unfinished recovery that filters by old delivery numbers. */
export function isInvalidatedByMove({ kind, values }: AccountRow): boolean {
  if (kind !== 'recoveries' || values[ENDED_ON_INDEX] !== null) return false;
  const wish = JSON.parse(values[INPUT_INDEX] as string) as RecoveryInput;
  const listing = wish.kind === 'resend' ? planDeliveryFilter(wish.filter) : undefined;
  if (listing === undefined || listing instanceof Problem) return false;
  return listing.where.some(({ field, anyOf }) => numbers.includes(field) && anyOf.some(isOfNumber));
}

/**
 * Marks an invalidated recovery as failed. Deliveries already in the lane are still sent and counted, as after any
 * failure.
 */
export function endIfInvalidatedByMove(row: AccountRow, now: number): AccountRow {
  if (!isInvalidatedByMove(row)) return row;
  return {
    kind: row.kind,
    values: row.values.with(STATE_INDEX, 'failed').with(REASON_INDEX, MOVED_REASON).with(ENDED_ON_INDEX, now),
  };
}

/** True if the test refers to a number. A test for no number, as in `repeats=null`, stays valid. */
function isOfNumber(test: Test): boolean {
  return test.op === 'contains' || test.value !== null;
}
