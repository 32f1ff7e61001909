/**
 * The subscriptions of a whole account, as people see them: all of them, each with its owner, with the names of their headers and never a value. What a patch
 * leaves as it is shown stays as it is kept.
 */
import { takeTurns } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import type { Decide, SubscriptionStore } from '../store.ts';
import type { Listener } from './foresight.ts';
import type { Owner, Subscription, SubscriptionWishes } from './subscription.ts';

/** In the place of a value that is nobody's to read. */
export const HIDDEN = '(hidden)';

export interface Owned {
  readonly owner: Owner;
  readonly store: SubscriptionStore;
}

/** `own` is the integration in whose name something is done; `all` is every integration of the account. `mayManage`: whether they are named to whoever asks. */
export function subscriptionsOfAccount(
  own: Owned,
  all: () => Promise<readonly Owned[]>,
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
      const turn = takeTurns();
      // One after the other: an account with hundreds of keys does not take all connections to the database at once.
      for (const one of await all()) {
        found.push(...(await one.store.list()).map((each) => shownTo(one, each)));
        await turn();
      }
      return found.sort((a, b) => a.id - b.id);
    },
    find: async (id) => shown(own, await store.find(id)),
    async change(id, decide, remembers) {
      const decideUnseen: Decide = (current) => {
        const wishes = decide(hidden(current));
        return wishes instanceof Problem ? wishes : restored(wishes, current);
      };
      return shown(own, await store.change(id, decideUnseen, remembers));
    },
    reactivate: async (id, remembers) => shown(own, await store.reactivate(id, remembers)),
  };
}

function neverOwn(listener: Listener): Listener {
  return { ...listener, subscription: { ...listener.subscription, includeOwn: true } };
}

function shown<Found extends Subscription | Problem | undefined>(own: Owned, found: Found) {
  return found === undefined || found instanceof Problem ? found : shownTo(own, found as Subscription);
}

function shownTo({ owner: { id, name } }: Owned, found: Subscription): Subscription {
  return { ...hidden(found), owner: { id, name } };
}

function hidden<Shown extends Pick<Subscription, 'headers'>>(subscription: Shown): Shown {
  const headers = Object.fromEntries(Object.keys(subscription.headers).map((name) => [name, HIDDEN]));
  return { ...subscription, headers };
}

/** A value that nobody may read goes on to the server it was given for, and to no other: there, whoever names the address would read it. */
function restored(
  wishes: SubscriptionWishes,
  { headers: kept, targetUrl }: Subscription,
): SubscriptionWishes | Problem {
  const isElsewhere = URL.parse(wishes.targetUrl)?.origin !== URL.parse(targetUrl)?.origin;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wishes.headers)) {
    const known = Object.keys(kept).find((one) => one.toLowerCase() === name.toLowerCase());
    if (value === HIDDEN && (known === undefined || isElsewhere)) {
      const why = known === undefined ? `cannot have the value ${HIDDEN}` : 'is kept from the new address';
      const message = `${why}: give it its own${known === undefined ? '' : ', or leave the header out'}`;
      return new Problem('invalid_subscription', `/headers/${name} ${message}.`, {
        errors: [{ pointer: `/headers/${name}`, message }],
      });
    }
    headers[name] = value === HIDDEN ? kept[known!]! : value;
  }
  return { ...wishes, headers };
}
