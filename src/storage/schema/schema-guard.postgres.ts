/**
 * Keeps a program from writing into a database that a newer one has migrated: it would refuse fields it does not know, and
 * write records without them. Every change shares a lock that a migration takes alone, and then looks at the numbers: so
 * none that begins before is committed after, and none that begins after is made. Reading goes on until it is replaced.
 */

import type { Log } from '../../lib/log.ts';
import type { Problem } from '../../problems.ts';
import { LATEST_SCHEMA_VERSION } from '../postgres/migrate.ts';
import { unavailable } from '../sql/database-problems.ts';
import { PROJECTION_VERSION } from './projection-version.ts';

/** To be selected by a statement of its own after the lock: within the locking one, it would be what it was before the wait. */
export const SCHEMA_STATE_SQL = `(SELECT value FROM meta WHERE name = 'schema_version') AS schema,
    (SELECT value FROM meta WHERE name = 'fold_target') AS fold`;

export interface SchemaState {
  readonly schema: string;
  /** By what texts and enums are kept, or being made anew; null where they never were made anew. */
  readonly fold: string | null;
}

export interface SchemaGuard {
  /** Why nothing may be written here any more, for an operator; undefined while it may. */
  readonly outdated: string | undefined;
  /** What a change is refused with, where the state is not this program's. */
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
