/** Validates a recovery in a file against what the service would have written. */
import type { Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import { planDeliveryFilter } from '../../storage/webhooks/recovery/recovery-queries.ts';
import { parseRecoveryRequest } from '../../webhooks/recovery/parse-recovery-request.ts';
import { DELIVERIES_PER_SECOND, recoveryStates } from '../../webhooks/recovery/recovery.ts';
import { isCount, isID, isLonger, isObject, jsonOf, type Row } from './row-values.ts';

export function faultOfRecovery(row: Row): string | undefined {
  const { state, total, place, begins, ends, open, per_second, width, ended_on, reason } = row;
  if (!isWish(row.wish as string)) return 'sends nothing that is known';
  if (state === 'counting' || !recoveryStates.includes(state as never))
    return `has a state that does not exist: ${state}`;
  const isOver = state !== 'running' && state !== 'paused';
  if (isOver !== (ended_on !== null) || (state === 'running' && open !== true))
    return `is ${state}, which contradicts its times`;
  const counts = ['found', 'made', 'delivered', 'failed', 'skipped', 'begins', 'ends', 'place', 'due_on', 'created_on'];
  if (!counts.every((name) => isCount(row[name])) || !isCount(total ?? 0) || !isCount(ended_on ?? 0)) {
    return 'has a count or a time that cannot be';
  }
  if ((place as number) < (begins as number) || (place as number) > (ends as number))
    return 'stands at no place of its way';
  if (!isID(width) || !isID(per_second) || (per_second as number) > DELIVERIES_PER_SECOND.most)
    return 'has a pace that cannot be';
  return isLonger(reason, 1_000) ? 'has failed for a reason that is too long' : undefined;
}

function isWish(text: string): boolean {
  const asked = jsonOf(text);
  if (!isObject(asked)) return false;
  const { kind, ...wish } = asked as { [member: string]: Json };
  if (kind === 'resend') {
    return (
      Object.keys(wish).length === 1 &&
      typeof wish.filter === 'string' &&
      !(planDeliveryFilter(wish.filter) instanceof Problem)
    );
  }
  if (kind !== 'recover' || !isInstant(wish.since) || !isInstant(wish.until ?? 0)) return false;
  const until = wish.until === null ? null : formatTimestamp(wish.until as number);
  return !(parseRecoveryRequest({ ...wish, since: formatTimestamp(wish.since as number), until }) instanceof Problem);
}

/** True if the value is a time in the years 0001 to 9999, in milliseconds. */
function isInstant(value: unknown): boolean {
  return (
    Number.isSafeInteger(value) && (value as number) >= -62_135_596_800_000 && (value as number) <= 253_402_300_799_999
  );
}
