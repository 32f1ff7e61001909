/** Reads the titles of records. Many of them may have long documents, so they are queued like a slow list. */
import { type RecordTypeName, recordTypeNames } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type { Title } from '../../../records/store.ts';
import type { Client } from '../../postgres/connection.ts';
import { problemOf } from '../../postgres/failures.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { type ListContext, runListQuery } from '../lists/list.postgres.ts';
import { type TitleRow, titleOfRow } from './title-row.ts';
import { titlesQuery } from './titles-query.ts';

const MAX_QUICK_TITLES = 100;

export async function readTitles(
  context: ListContext,
  type: RecordTypeName,
  ids: readonly number[],
  gone?: AbortSignal,
): Promise<readonly Title[] | Problem> {
  const { slowLists, account } = context;
  const query = { text: statements[type], values: [account.key, ids as never] };
  try {
    const rows =
      ids.length <= MAX_QUICK_TITLES
        ? await runListQuery<object>(context, query, gone, 'quick')
        : await withPermit(slowLists, account.key, () => runListQuery<object>(context, query, gone), gone);
    // The columns of a row come in their order.
    return rows instanceof Problem ? rows : rows.map((row) => titleOfRow(Object.values(row) as unknown as TitleRow));
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

/** Reads titles within an open transaction, in its snapshot. */
export async function readTitlesInTransaction(
  client: Client,
  account: number,
  type: RecordTypeName,
  ids: readonly number[],
): Promise<Title[]> {
  const { rows } = await client.query<object>({
    text: statements[type],
    values: [account, ids as never],
    deadline: 'list',
  });
  return rows.map((row) => titleOfRow(Object.values(row) as unknown as TitleRow));
}

const WANTED_IDS_SQL = '= ANY ($2::bigint[])';
const statements = Object.fromEntries(
  recordTypeNames.map((type) => [type, titlesQuery(type, postgresDialect, WANTED_IDS_SQL)]),
) as Record<RecordTypeName, string>;
