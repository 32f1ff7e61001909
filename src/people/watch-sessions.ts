/** Closes open streams when the caller loses access: checks integrations by key, people by session. */
import type { Caller } from '../accounts/caller.ts';
import { type AccessWatch, type OpenStream, type Verdict, watchAccess } from '../accounts/watch-stays.ts';
import { Problem } from '../problems.ts';
import { hasMoved } from './all-shards.ts';
import { passedOver } from './in-each.ts';
import { callerOf } from './person.ts';
import { isGood, type SessionParts, signedOut } from './sessions.ts';
import type { KnownSession } from './store.ts';

export function watchCallers(
  keys: AccessWatch,
  parts: SessionParts,
  onFailure: (failure: unknown) => void,
): AccessWatch {
  const people = watchAccess(judge, onFailure);
  return {
    onEnded: (caller, ended) => (caller.person === undefined ? keys : people).onEnded(caller, ended),
  };

  /**
   * Checks all streams of the same session with one query. Frozen accounts come last, because another shard must be
   * queried, which may not answer.
   */
  async function* judge(shardID: string, stays: readonly OpenStream[]): AsyncGenerator<readonly [OpenStream, Verdict]> {
    const frozen: { readonly session: KnownSession; readonly those: readonly OpenStream[] }[] = [];
    for (const those of Map.groupBy(stays, ({ caller }) => caller.person!.sessionID).values()) {
      const { account, person } = those[0]!.caller;
      const session = await parts.stores.get(shardID)!.session(person!.tokenHash, account.id);
      const isIn = session !== undefined && isGood(session, parts.clock.now(), parts.limits);
      if (isIn && session.frozen) frozen.push({ session, those });
      else for (const stay of those) yield [stay, isIn ? verdictOn(stay, session) : signedOut];
    }
    const gone = await movedAmong(frozen.map(({ session }) => session));
    for (const { session, those } of frozen) {
      for (const stay of those) yield [stay, gone.has(session.account.id) ? signedOut : verdictOn(stay, session)];
    }
  }

  /**
   * Returns the ids of the accounts that have moved. If that cannot be determined now, the next check repeats the
   * query.
   */
  async function movedAmong(sessions: readonly KnownSession[]): Promise<ReadonlySet<string>> {
    const byAccount = new Map(sessions.map((session) => [session.account.id, session]));
    const asked = Array.from(byAccount, async ([id, session]) =>
      (await hasMoved(parts.stores, session).catch(passedOver)) ? [id] : [],
    );
    return new Set((await Promise.all(asked)).flat());
  }

  /**
   * Checks a valid session for changed permissions. Neither expiry nor changed permissions send a notification, so it
   * is checked again periodically.
   */
  function verdictOn({ caller }: OpenStream, session: KnownSession): Verdict {
    return hasSameRights(caller, callerOf(session, parts.clock.now())) ? 'for now' : rightsChanged;
  }
}

function hasSameRights({ person: one }: Caller, { person: other }: Caller): boolean {
  return one!.role === other!.role && one!.companySettings === other!.companySettings;
}

const rightsChanged = new Problem('forbidden', 'What you may see was changed while you waited. Ask again.');
