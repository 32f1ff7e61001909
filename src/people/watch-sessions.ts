/** Tells those who came in some time ago, and are still there, that they would not be let in any more: keys as ever, people by looking. */
import type { Caller } from '../accounts/caller.ts';
import type { KeyWatch } from '../accounts/watch-keys.ts';
import { Problem } from '../problems.ts';
import { callerOf } from './person.ts';
import { isGood, type SessionParts, signedOut } from './sessions.ts';

interface Stay {
  readonly caller: Caller;
  readonly ended: (refusal: Problem) => void;
}

/** Often enough that nobody stays longer than 5 s. */
const LOOKED_AT_EVERY_MS = 2_000;

export function watchCallers(
  keys: KeyWatch,
  parts: SessionParts,
  onFailure: (failure: unknown) => void,
  everyMs = LOOKED_AT_EVERY_MS,
): KeyWatch {
  const stays = new Set<Stay>();
  let looking: NodeJS.Timeout | undefined;
  return {
    onEnded(caller, ended) {
      if (caller.person === undefined) return keys.onEnded(caller, ended);
      const stay = { caller, ended };
      stays.add(stay);
      looking ??= setInterval(() => void look().catch(onFailure), everyMs).unref();
      return () => {
        stays.delete(stay);
        if (stays.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      };
    },
  };

  /** One question for all who stay by the same session. */
  async function look(): Promise<void> {
    for (const those of Map.groupBy(stays, ({ caller }) => caller.person!.sessionID).values()) {
      const { account, person } = those[0]!.caller;
      const session = await parts.stores.get(account.shardID)!.session(person!.tokenHash, account.id);
      const now = parts.clock.now();
      const isIn = session !== undefined && isGood(session, now, parts.limits);
      for (const { caller, ended } of those) {
        if (!isIn) ended(signedOut);
        else if (!hasSameRights(caller, callerOf(session, now))) ended(rightsChanged);
      }
    }
  }
}

function hasSameRights({ person: one }: Caller, { person: other }: Caller): boolean {
  return one!.role === other!.role && one!.companySettings === other!.companySettings;
}

const rightsChanged = new Problem('forbidden', 'What you may see was changed while you waited. Ask again.');
