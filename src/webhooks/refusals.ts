/** Problems returned for subscriptions and their deliveries, other than invalid input. */
import { Problem } from '../problems.ts';

export function unknownSubscription(): Problem {
  return new Problem('not_found', 'This key has no such subscription.');
}

export function unknownDelivery(): Problem {
  return new Problem(
    'not_found',
    'The log of this subscription has no such delivery; settled ones are kept for a time only.',
  );
}

/** Limit per account, as a multiple of the limit per key: every change searches the subscriptions of its account. */
const ACCOUNT_LIMIT_FACTOR = 10;

/** Returns a problem if no further subscription may be created, otherwise undefined. `most` is the limit per key. */
export function tooManySubscriptions(
  held: { readonly of_key: number; readonly of_account: number },
  most: number,
): Problem | undefined {
  const all = most * ACCOUNT_LIMIT_FACTOR;
  if (held.of_key < most && held.of_account < all) return undefined;
  const whose = held.of_key < most ? `An account may have at most ${all}` : `A key may have at most ${most}`;
  return new Problem('conflict', `${whose} subscriptions. Delete one that is no longer needed.`);
}

export function subscriptionInactive(): Problem {
  return new Problem(
    'conflict',
    'The subscription is switched off. Reactivate it first: POST /api/Webhooks/{id}/Reactivate.',
  );
}

/**
 * Refuses a request whose key was revoked after it was authenticated; a person acting for the key may also be too late.
 */
export function keyRevoked(): Problem {
  return new Problem('conflict', 'The key of the integration is revoked: its webhooks are off for good.');
}

export function eventExpired(): Problem {
  return new Problem(
    'version_gone',
    'The event of this delivery is older than events are kept: what it told is not known any more.',
  );
}

export function eventNotResendable(): Problem {
  return new Problem(
    'conflict',
    'The event of this delivery is older than events are kept, so it cannot be sent again.',
  );
}

export function unknownRecovery(): Problem {
  return new Problem('not_found', 'This subscription has no such recovery; of those that have ended, some are kept.');
}

export function recoveryInProgress(recovery: number): Problem {
  return new Problem(
    'conflict',
    `Recovery ${recovery} of this subscription is under way. Wait for its end, or cancel it: two at once would mix up the order of records.`,
  );
}

export function recoveryAlreadyEnded(state: string): Problem {
  return new Problem('conflict', `The recovery is ${state}: it cannot be paused, resumed or cancelled any more.`);
}
