/**
 * Stops a program from writing to a database that a newer version has migrated. It would reject fields it does not
 * know, and write records without them. Every change takes a lock shared that a migration takes exclusively, and then
 * reads the version numbers. So no change commits across a migration, and none starts after it. Reads continue until
 * the program is replaced.
 */

import type { Log } from '../../lib/log.ts';
import type { Problem } from '../../problems.ts';
import { LATEST_SCHEMA_VERSION } from '../postgres/migrate.ts';
import { unavailable } from '../sql/database-problems.ts';
import { PROJECTION_VERSION } from './projection-version.ts';

/**
 * Select this in a separate statement after the lock. Within the locking statement, it would show the state before the
 * wait.
 */
export const SCHEMA_STATE_SQL = `(SELECT value FROM meta WHERE name = 'schema_version') AS schema,
    (SELECT value FROM meta WHERE name = 'fold_target') AS fold`;

export interface SchemaState {
  readonly schema: string;
  /** Projection version that columns use or are being rebuilt with; null if they were never rebuilt. */
  readonly fold: string | null;
}

export interface SchemaGuard {
  /** Reason, for an operator, why this program must not write any more; undefined while it may. */
  readonly outdated: string | undefined;
  /** Returns the problem for changes if the state does not match this program. */
  judge(state: SchemaState): Problem | undefined;
}

export function createSchemaGuard(shardID: string, log: Log): SchemaGuard {
  let outdated: string | undefined;
  return {
    get outdated() {
      return outdated;
    },
    judge(state) {
      const reason = reasonOf(state);
      if (reason !== undefined && outdated === undefined) {
        log.error({ shard: shardID }, `shard ${shardID}: ${reason} It takes no more changes; replace it.`);
      }
      outdated = reason;
      if (reason === undefined) return undefined;
      return unavailable(`${reason} It takes no more changes and must be replaced. Try again; another one may answer.`);
    },
  };
}

function reasonOf({ schema, fold }: SchemaState): string | undefined {
  if (Number(schema) > LATEST_SCHEMA_VERSION) {
    return `A newer version has migrated the database to schema ${schema}; this instance knows ${LATEST_SCHEMA_VERSION}.`;
  }
  if (fold !== null && fold !== PROJECTION_VERSION) {
    return `Another version compares texts and enums in the database anew (${fold}; this instance does by ${PROJECTION_VERSION}).`;
  }
  return undefined;
}
