/** Reads the titles of records on a reader thread, because a thousand documents may be long. */
import { type RecordTypeName, recordTypeNames } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type { Title } from '../../../records/store.ts';
import { sqliteDialect } from '../../sql/dialect.sqlite.ts';
import { problemOf } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import { type TitleRow, titleOfRow } from './title-row.ts';
import { titlesQuery } from './titles-query.ts';

export async function readTitles(
  readers: ReaderPool,
  account: number,
  type: RecordTypeName,
  ids: readonly number[],
  gone?: AbortSignal,
): Promise<readonly Title[] | Problem> {
  try {
    const query = { text: statements[type], values: [account, JSON.stringify(ids)] };
    const rows = await readers.read(String(account), query, gone);
    return rows instanceof Problem ? rows : (rows as unknown as TitleRow[]).map(titleOfRow);
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

/** Returns the statement for callers with a connection of their own. Parameters: the account, then the ids as JSON. */
export function titlesStatement(type: RecordTypeName): string {
  return statements[type];
}

const WANTED_IDS_SQL = 'IN (SELECT value FROM json_each(?2))';
const statements = Object.fromEntries(
  recordTypeNames.map((type) => [type, titlesQuery(type, sqliteDialect, WANTED_IDS_SQL)]),
) as Record<RecordTypeName, string>;
