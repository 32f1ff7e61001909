/** Tells those who came in some time ago, and are still there, that they would not be let in any more: keys as ever, people by their session. */
import type { Caller } from '../accounts/caller.ts';
import { type Stay, type StayWatch, type Verdict, watchStays } from '../accounts/watch-stays.ts';
import { Problem } from '../problems.ts';
import { hasMoved } from './all-shards.ts';
import { passedOver } from './in-each.ts';
import { callerOf } from './person.ts';
import { isGood, type SessionParts, signedOut } from './sessions.ts';
import type { KnownSession } from './store.ts';

export function watchCallers(keys: StayWatch, parts: SessionParts, onFailure: (failure: unknown) => void): StayWatch {
  const people = watchStays(judge, onFailure);
  return {
    onEnded: (caller, ended) => (caller.person === undefined ? keys : people).onEnded(caller, ended),
  };

  /** Where that cannot be known now, it is asked with the next look: others here are judged all the same. */
  async function isElsewhere(session: KnownSession): Promise<boolean> {
    return (await hasMoved(parts.stores, session).catch(passedOver)) ?? false;
  }

  /** One question for all who stay by the same session. */
  async function* judge(shardID: string, stays: readonly Stay[]): AsyncGenerator<readonly [Stay, Verdict]> {
    for (const those of Map.groupBy(stays, ({ caller }) => caller.person!.sessionID).values()) {
      const { account, person } = those[0]!.caller;
      const session = await parts.stores.get(shardID)!.session(person!.tokenHash, account.id);
      const now = parts.clock.now();
      const isIn = session !== undefined && isGood(session, now, parts.limits) && !(await isElsewhere(session));
      for (const stay of those) {
        if (!isIn) yield [stay, signedOut];
        // A session runs out without a word, and of rights there is none.
        else yield [stay, hasSameRights(stay.caller, callerOf(session, now)) ? 'for now' : rightsChanged];
      }
    }
  }
}

function hasSameRights({ person: one }: Caller, { person: other }: Caller): boolean {
  return one!.role === other!.role && one!.companySettings === other!.companySettings;
}

const rightsChanged = new Problem('forbidden', 'What you may see was changed while you waited. Ask again.');
