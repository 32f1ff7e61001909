/** Statements that insert a change into the log, alone or together with its effects. */

import type { PreparedStatement } from '../../postgres/connection.ts';
import { CHANGE_COLUMNS } from './change-rows.ts';

const INSERT_CHANGE_SQL = `INSERT INTO changes (seq, account, ${CHANGE_COLUMNS.join(', ')})
    VALUES ($1, $2, ${CHANGE_COLUMNS.map((_, n) => `$${n + 3}`).join(', ')})`;

/** $1 number of the change, $2 account, then `changeValues`. */
export const insertChangeStatement: PreparedStatement = { name: 'log_change', text: INSERT_CHANGE_SQL };

/**
 * Combines the insert with another statement. That statement can read the new row as `change` and its actions as `event
 * (action)`.
 */
export function insertChangeAnd({ name, text }: PreparedStatement): PreparedStatement {
  const events = `event AS (SELECT unnest($${CHANGE_COLUMNS.length + 3}::text[]) AS action)`;
  return { name: `log_and_${name}`, text: `WITH change AS (${INSERT_CHANGE_SQL} RETURNING *), ${events} ${text}` };
}
