/** Validates a delivery against what the service would have written. */
import type { Json } from '../../lib/json.ts';
import type { RowValue } from '../../storage/transfer/account-rows.ts';
import { errorClasses } from '../../webhooks/delivery/send/outcome.ts';
import { deliveryCauses, deliveryStates } from '../../webhooks/delivery.ts';
import { MAX_REAL_RECORD_ID } from '../../webhooks/subscriptions/sample-record.ts';
import type { AccountFileState } from './judge.ts';
import { isAddress, isCount, isID, isLonger, isObject, isTime, jsonOf, type Row, TRACE } from './row-values.ts';

export function faultOfDelivery(row: Row, known: AccountFileState): string | undefined {
  const { id, subscription, record_id, change_seq, webhook_id, cause, state } = row;
  if (!isID(id) || !known.deliveries.add(id as number)) return 'has no number, or one that is there twice';
  const type = known.subscriptions.get(subscription as number);
  if (type === undefined) return `is for subscription ${subscription}, which does not exist`;
  if (!isID(record_id)) return 'is about no record';
  if (!/^msg_[0-9a-f]{32}$/.test(webhook_id as string)) return 'has a webhook-id that is none of ours';
  if (!deliveryCauses.includes(cause as never)) return `has a cause that does not exist: ${cause}`;
  if (!deliveryStates.includes(state as never)) return `has a state that does not exist: ${state}`;
  if (!isCount(change_seq)) return 'is about no change';
  const fault = row.sample === null ? undefined : faultOfSample(row);
  if (fault !== undefined) return fault;
  if (row.recovery !== null && !isID(row.recovery)) return 'is of a recovery that is none';
  // A settled delivery may be kept longer than its change.
  if (state === 'waiting' && row.sample === null && !known.changes.get(type)?.has(change_seq as number)) {
    return 'waits, but what it is to tell is not there';
  }
  return faultOfProgress(row);
}

/** Checks a sample. The service generates samples without regard to what a real record may contain. */
function faultOfSample({ record_id, sample }: Row): string | undefined {
  const kept = jsonOf(sample);
  const isOurs = (record_id as number) > MAX_REAL_RECORD_ID && !isLonger(sample, 512 * 1024);
  if (!isOurs || !isObject(kept)) return 'has a sample that is none';
  const { text, submitter, traceparent } = kept as { [name: string]: Json };
  const isSample = typeof text === 'string' && isObject(jsonOf(text)) && isAddress(submitter as RowValue);
  const isTraced = traceparent === null || (typeof traceparent === 'string' && TRACE.test(traceparent));
  return isSample && isTraced ? undefined : 'has a sample that is none';
}

/** Checks that attempts, times and results of a delivery match its state. */
function faultOfProgress(row: Row): string | undefined {
  const { state, attempts, due_on, waiting_since, created_on, processed_on, settled_on } = row;
  const { last_status, last_error, repeats, resend_of } = row;
  const waits = state === 'waiting';
  if (waits !== (due_on !== null) || waits !== (settled_on === null)) return `is ${state}, which its times contradict`;
  if (![due_on ?? 0, settled_on ?? 0, waiting_since ?? 0, created_on, processed_on].every(isTime))
    return 'has a time that cannot be';
  const most = state === 'suppressed' || state === 'own' ? 0 : MAX_ATTEMPTS;
  const least = state === 'succeeded' || state === 'failed' ? 1 : 0;
  if (!isCount(attempts) || (attempts as number) > most || (attempts as number) < least) {
    return `is ${state} after ${attempts} attempts`;
  }
  if (last_status !== null && !((last_status as number) >= 100 && (last_status as number) <= 999))
    return 'has no HTTP status';
  if (last_error !== null && !errorClasses.includes(last_error as never)) return 'has an error of no known kind';
  if (![repeats, resend_of].every((other) => other === null || isID(other))) return 'names no delivery';
  const log = jsonOf(`[${row.log}]`);
  const isLog = Array.isArray(log) && log.length <= (attempts as number) && log.every(isObject);
  return isLog && !isLonger(row.log, MAX_LOG) ? undefined : 'has a log that is none';
}
/**
 * Maximum number of attempts. A patient subscription retries for a week, about every hour, and immediately when a user
 * changes the subscription.
 */
const MAX_ATTEMPTS = 10_000;
const MAX_LOG = 4 * 1024 * 1024;
