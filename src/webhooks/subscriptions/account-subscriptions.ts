/**
 * Subscriptions of a whole account, as people see them: each with its owner and the names of its headers, never their
 * values. A header that a patch leaves as shown keeps its stored value.
 */
import { createYield } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import type { SubscriptionStore, SubscriptionUpdater } from '../store.ts';
import type { AudienceMember } from './delivery-preview.ts';
import type { Subscription, SubscriptionInput, SubscriptionOwner } from './subscription.ts';

/** Placeholder for a header value that must not be shown. */
export const HIDDEN_HEADER_VALUE = '(hidden)';

export interface OwnedSubscriptions {
  readonly owner: SubscriptionOwner;
  readonly store: SubscriptionStore;
}

/**
 * Creates the store. `own` is the integration in whose name an action is done; `all` is every integration of the
 * account. `mayManage` decides whether `audience` names the subscriptions to the caller.
 */
export function createAccountSubscriptions(
  own: OwnedSubscriptions,
  all: () => Promise<readonly OwnedSubscriptions[]>,
  mayManage = true,
): SubscriptionStore {
  const { store } = own;
  return {
    ...store,
    /**
     * Returns only the number of subscriptions if the caller may not manage them. A person's change is never an
     * integration's own.
     */
    async audience(events) {
      const { own: named, others } = await store.audience(events, mayManage ? 'all' : 'none');
      return { own: named.map(neverOwn), others };
    },
    async list() {
      const found: Subscription[] = [];
      const turn = createYield();
      // Sequential, so that an account with hundreds of keys does not take all connections to the database at once.
      for (const one of await all()) {
        found.push(...(await one.store.list()).map((each) => shownTo(one, each)));
        await turn();
      }
      return found.sort((a, b) => a.id - b.id);
    },
    find: async (id) => shown(own, await store.find(id)),
    async change(id, decide, remembers) {
      const decideUnseen: SubscriptionUpdater = (current) => {
        const wishes = decide(hidden(current));
        return wishes instanceof Problem ? wishes : restored(wishes, current);
      };
      return shown(own, await store.change(id, decideUnseen, remembers));
    },
    reactivate: async (id, remembers) => shown(own, await store.reactivate(id, remembers)),
  };
}

function neverOwn(listener: AudienceMember): AudienceMember {
  return { ...listener, subscription: { ...listener.subscription, includeOwn: true } };
}

function shown<Found extends Subscription | Problem | undefined>(own: OwnedSubscriptions, found: Found) {
  return found === undefined || found instanceof Problem ? found : shownTo(own, found as Subscription);
}

function shownTo({ owner: { id, name } }: OwnedSubscriptions, found: Subscription): Subscription {
  return { ...hidden(found), owner: { id, name } };
}

function hidden<Shown extends Pick<Subscription, 'headers'>>(subscription: Shown): Shown {
  const headers = Object.fromEntries(Object.keys(subscription.headers).map((name) => [name, HIDDEN_HEADER_VALUE]));
  return { ...subscription, headers };
}

/**
 * Restores hidden values. They may only be sent to the server they were set for: elsewhere, the person who sets the URL
 * could read them.
 */
function restored(wishes: SubscriptionInput, { headers: kept, targetUrl }: Subscription): SubscriptionInput | Problem {
  const isElsewhere = URL.parse(wishes.targetUrl)?.origin !== URL.parse(targetUrl)?.origin;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wishes.headers)) {
    const known = Object.keys(kept).find((one) => one.toLowerCase() === name.toLowerCase());
    if (value === HIDDEN_HEADER_VALUE && (known === undefined || isElsewhere)) {
      const why = known === undefined ? `cannot have the value ${HIDDEN_HEADER_VALUE}` : 'is kept from the new address';
      const message = `${why}: give it its own${known === undefined ? '' : ', or leave the header out'}`;
      return new Problem('invalid_subscription', `/headers/${name} ${message}.`, {
        errors: [{ pointer: `/headers/${name}`, message }],
      });
    }
    headers[name] = value === HIDDEN_HEADER_VALUE ? kept[known!]! : value;
  }
  return { ...wishes, headers };
}
