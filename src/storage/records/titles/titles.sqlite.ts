/** What records are called, read on a reader thread: a thousand documents may be long ones. */
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

/** For whoever reads them by a connection of their own: the account, then the ids as JSON. */
export function titlesStatement(type: RecordTypeName): string {
  return statements[type];
}

const WANTED_IDS_SQL = 'IN (SELECT value FROM json_each(?2))';
const statements = Object.fromEntries(
  recordTypeNames.map((type) => [type, titlesQuery(type, sqliteDialect, WANTED_IDS_SQL)]),
) as Record<RecordTypeName, string>;
