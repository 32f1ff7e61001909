/**
 * The subscriptions of a whole account, as people see them: all of them, each with its owner, with the names of their headers and never a value. What a patch
 * leaves as it is shown stays as it is kept.
 */
import { createYield } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import type { SubscriptionStore, SubscriptionUpdater } from '../store.ts';
import type { AudienceMember } from './delivery-preview.ts';
import type { Subscription, SubscriptionInput, SubscriptionOwner } from './subscription.ts';

/** In the place of a value that is nobody's to read. */
export const HIDDEN_HEADER_VALUE = '(hidden)';

export interface OwnedSubscriptions {
  readonly owner: SubscriptionOwner;
  readonly store: SubscriptionStore;
}

/** `own` is the integration in whose name something is done; `all` is every integration of the account. `mayManage`: whether they are named to whoever asks. */
export function createAccountSubscriptions(
  own: OwnedSubscriptions,
  all: () => Promise<readonly OwnedSubscriptions[]>,
  mayManage = true,
): SubscriptionStore {
  const { store } = own;
  return {
    ...store,
    /** Who may not manage them gets to know how many there are. What a person does is no integration's own. */
    async audience(events) {
      const { own: named, others } = await store.audience(events, mayManage ? 'all' : 'none');
      return { own: named.map(neverOwn), others };
    },
    async list() {
      const found: Subscription[] = [];
      const turn = createYield();
      // One after the other: an account with hundreds of keys does not take all connections to the database at once.
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

/** A value that nobody may read goes on to the server it was given for, and to no other: there, whoever names the address would read it. */
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
