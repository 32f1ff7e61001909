/** Stores the use of keys, in SQL that both engines understand. */
import type { UsedKey } from '../../accounts/key-use.ts';
import type { KeptUse, PeopleStore, UsageHour } from '../../people/store.ts';
import { Problem, Unanswerable } from '../../problems.ts';
import type { PeopleDatabase } from '../people/people.ts';
import { createPeopleStatements } from '../people/people-statements.ts';
import type { SqlStatement } from '../sql/portable-sql.ts';
import { type PreviousSecretExpiryColumns, previousSecretExpiriesOf } from './integration-row.ts';

/** Number of keys whose use is written in one transaction. */
const KEYS_PER_TRANSACTION = 100;

export function createKeyUseStore(database: PeopleDatabase): Pick<PeopleStore, 'addUse' | 'useOfKeys' | 'usageHours'> {
  const sql = createPeopleStatements(database.words);
  return {
    async addUse(unordered) {
      const used = unordered.toSorted(byKey);
      for (let n = 0; n < used.length; n += KEYS_PER_TRANSACTION) {
        const written = await database.transact(() => addSome(used.slice(n, n + KEYS_PER_TRANSACTION)));
        if (written instanceof Problem) throw new Unanswerable(written);
      }
    },
    async useOfKeys({ key }, since, id) {
      const rows = await (id === undefined
        ? database.ask<UseRow>(sql.useOfKeys, [key, since])
        : database.ask<UseRow>(sql.useOfKey, [key, since, id]));
      return new Map(rows.map((row) => [row.id, useOf(row)]));
    },
    async usageHours({ key }, integrationID, since) {
      const rows = await database.ask<UsageHour & { peak_minute: number }>(sql.usageHours, [key, integrationID, since]);
      return rows.map(({ hour, calls, refused, limited, peak_minute }) => ({
        hour,
        calls,
        refused,
        limited,
        peakMinute: peak_minute,
      }));
    },
  };

  /**
   * Writes the use of some keys. Skips accounts that are being frozen or removed, so that nothing waits for a counter.
   */
  function* addSome(some: readonly UsedKey[]): Generator<SqlStatement, void, readonly unknown[]> {
    const busy = new Set<number>();
    for (const account of new Set(some.map(({ account }) => account.key))) {
      const holding = database.holdIfFree(account);
      if (holding !== undefined && (yield holding).length === 0) busy.add(account);
    }
    for (const one of some) {
      const { account, integrationID: id, hour, calls, refused, limited, peakMinute, lastOn, previousCalls } = one;
      if (busy.has(account.key)) continue;
      const previousOn = previousCalls > 0 ? lastOn : null;
      yield [sql.useKey, [id, account.key, lastOn, one.address, previousCalls, previousOn]];
      yield [sql.useHour, [id, hour, account.key, calls, refused, limited, peakMinute]];
    }
  }
}

/**
 * Resets the counter of uses of the previous secret. Runs in the transaction of the rotation, whose answer has the only
 * copy of the new secret.
 */
export function resetPreviousUseStatement(account: number, integrationID: string): SqlStatement {
  return [RESET_PREVIOUS_USE_SQL, [account, integrationID]];
}

const RESET_PREVIOUS_USE_SQL = `UPDATE key_use SET previous_calls = 0, previous_used_on = NULL
  WHERE account = $1 AND integration_id = $2`;

/** Sorts keys in one order on all instances. If each instance used its own order, two could deadlock. */
function byKey(one: UsedKey, other: UsedKey): number {
  if (one.integrationID === other.integrationID) return one.hour - other.hour;
  return one.integrationID < other.integrationID ? -1 : 1;
}

interface UseRow extends PreviousSecretExpiryColumns {
  readonly id: string;
  readonly last_used_on: number | null;
  readonly last_address: string | null;
  readonly previous_calls: number | null;
  readonly previous_used_on: number | null;
  readonly calls: number;
  readonly refused: number;
  readonly peak: number;
}

function useOf(row: UseRow): KeptUse {
  const ends = previousSecretExpiriesOf(row);
  return {
    lastUsedOn: row.last_used_on,
    lastAddress: row.last_address,
    calls: row.calls,
    refused: row.refused,
    peakMinute: row.peak,
    previous:
      ends.length === 0 ? undefined : { ends, calls: row.previous_calls ?? 0, lastUsedOn: row.previous_used_on },
  };
}
