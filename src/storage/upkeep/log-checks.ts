/** Damage checks for the change log, as SQL that both engines understand. Each row found is damage. */
import { recordTypeNames } from '../../catalogue/index.ts';
import { tableOf } from '../sql/columns.ts';
import type { DocumentJoinColumns } from '../transfer/account-queries.ts';
import { type DamageCheck, isInCompleteAccountSql, MAX_FINDINGS } from './webhook-checks.ts';

/**
 * Condition for changes older than the complete log. In that time only changes with events were stored, without their
 * author, so later versions may be missing from the log.
 */
const IS_BEFORE_LOG_SQL = `c.by_kind = 'integration' AND c.by_id IS NULL`;

/** Returns the checks. `key`: columns that join a type's projections to its documents. */
export function logChecksFor(key: DocumentJoinColumns): DamageCheck[] {
  return recordTypeNames.flatMap((type): DamageCheck[] => {
    const { name, documents } = tableOf(type);
    const joined = key.map((column) => `d.${column} = t.${column}`).join(' AND ');
    const ofRecord = `c.account = t.account AND c.type = '${type}' AND c.record_id = t.id`;
    const newest = `(SELECT max(c.version) FROM changes AS c WHERE ${ofRecord})`;
    const fromBefore = `EXISTS (SELECT 1 FROM changes AS c WHERE ${ofRecord} AND c.version = ${newest} AND ${IS_BEFORE_LOG_SQL})`;
    return [
      {
        table: 'changes',
        sql: `SELECT t.account, t.id, d.version, ${newest} AS logged FROM ${name} AS t JOIN ${documents} AS d ON ${joined}
          WHERE ${newest} <> d.version AND NOT (${newest} < d.version AND ${fromBefore}) AND ${isInCompleteAccountSql('t')} LIMIT ${MAX_FINDINGS}`,
        describe: ({ account, id, version, logged }) =>
          `${type} ${id} of account ${account} has version ${version}, but the log ends with ${logged}`,
      },
      {
        table: 'changes',
        sql: `SELECT c.account, c.record_id, c.seq FROM changes AS c WHERE c.type = '${type}' AND NOT EXISTS (
            SELECT 1 FROM ${name} AS t WHERE t.account = c.account AND t.id = c.record_id) LIMIT ${MAX_FINDINGS}`,
        describe: ({ account, record_id, seq }) =>
          `change ${seq} is of ${type} ${record_id} of account ${account}, which does not exist`,
      },
    ];
  });
}
