/** Problems with which a database refuses a request, in the same words on both engines. */
import { Problem } from '../../problems.ts';

export function accountFrozen(): Problem {
  return new Problem('account_frozen', 'The account is frozen for maintenance. Reading works; try the change later.', {
    headers: { 'Retry-After': '30' },
  });
}

export function idempotencyKeyReused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request in the last 24 hours. Send a new key with a new request.',
    { errors: [{ header: 'Idempotency-Key', message: 'was used for another request' }] },
  );
}

/**
 * Returns the problem for a database that cannot take the change now. `reason` says why and what the operator can do.
 */
export function unavailable(reason: string): Problem {
  return new Problem('unavailable', reason, { headers: { 'Retry-After': '5' } });
}

export function databaseAway(): Problem {
  return unavailable('The database cannot be reached right now.');
}

/** Hint for API clients, which can make a retry safe. Command-line users cannot, and see another message. */
export const RETRY_SAFELY_HINT =
  'Try again with the same Idempotency-Key, or with If-Match, so that it is not made twice.';

export function outcomeUnknown(): Problem {
  return unavailable(
    `The database stopped answering while the change was being committed: whether it was made is not known. ${RETRY_SAFELY_HINT}`,
  );
}

export function tooManyLists(): Problem {
  return new Problem('overloaded', 'Too many slow lists are waiting. Try again, or narrow the list by a filter.', {
    headers: { 'Retry-After': '1' },
  });
}

export function tooManyChanges(): Problem {
  return new Problem('overloaded', 'Too many changes of this account are waiting. Nothing was changed; try again.', {
    headers: { 'Retry-After': '1' },
  });
}

export function tooManyPages(): Problem {
  return new Problem('overloaded', 'Too many large pages are being read. Try again, or take fewer records at a time.', {
    headers: { 'Retry-After': '5' },
  });
}

export function tooManyStreams(): Problem {
  return new Problem('overloaded', 'Too many streams are being read. Try again when some have ended.', {
    headers: { 'Retry-After': '5' },
  });
}

/** Returns the problem for an account whose changes create more deliveries than its share. */
export function tooManyDeliveries(seconds: number): Problem {
  return new Problem(
    'overloaded',
    'The subscriptions of this account make more deliveries of its changes than one account may have made at a time. Try again later; fewer subscriptions to the same event, or filters on them, let changes through faster.',
    { headers: { 'Retry-After': String(seconds) } },
  );
}

const LIST_TIMED_OUT_DETAIL =
  'The list took too long and was stopped. Narrow it by an exact filter on an indexed property, or leave out count, fuzzy or a deep skip.';

/**
 * Returns the problem for a list that exceeded its time limit. Its text suggests another list, because a retry would
 * take as long.
 */
export function listTimedOut(): Problem {
  return new Problem('overloaded', LIST_TIMED_OUT_DETAIL, { headers: { 'Retry-After': '5' } });
}

/** True if the list itself timed out. A list rejected while it waited in the queue has the same code. */
export function isListTimedOut({ detail }: Problem): boolean {
  return detail === LIST_TIMED_OUT_DETAIL;
}
