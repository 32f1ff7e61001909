/** Lists: quick ones on the event loop, slow ones on a reader thread, large pages in pieces. */
import { RecentlyUsed } from '../../accounts/recently-used.ts';
import { Problem } from '../../problems.ts';
import type { ListPlan } from '../../records/list/plan.ts';
import type { ListPage } from '../../records/store.ts';
import {
  documentsQuery,
  joinDocuments,
  type ListRow,
  listQuery,
  pageKeysQuery,
  type Query,
  readListRow,
} from '../list-query.ts';
import { jsonArrayPieces } from '../pieces.ts';
import { isQuickList } from '../quick-list.ts';
import type { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { problemOf } from './failures.ts';
import type { ReaderPool, Rows } from './reader-pool.ts';
import { statementsOf } from './statements.ts';

export type Lists = (account: number, plan: ListPlan, gone: AbortSignal | undefined) => Promise<ListPage | Problem>;

/**
 * A list that took longer than this here three times in a row, as where most records are deleted, goes to a thread for
 * the next minute. Once is no proof: the first time its pages come from the disk.
 */
const SLOW_MS = 5;
const REMEMBERED_MS = 60_000;

/** Up to so many, rows of texts are joined here faster than SQLite makes one row of them; of 200 it takes half as long again. */
const SHORT_PAGE = 50;

interface Slowness {
  readonly times: number;
  readonly until: number;
}

export function makeLists(connection: Connection, readers: ReaderPool): Lists {
  const slow = new RecentlyUsed<Slowness>(1_000);

  return async (account, plan, gone) => {
    try {
      return await list(account, plan, gone);
    } catch (failure) {
      const problem = problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  };

  async function list(account: number, plan: ListPlan, gone: AbortSignal | undefined): Promise<ListPage | Problem> {
    const isShort = plan.take <= SHORT_PAGE && !plan.count;
    const query = (isShort ? documentsQuery : listQuery)(plan, account, sqliteDialect);
    const here = isQuickList(plan) && !isSlow(account, query);
    const rows = here ? readHere(account, query) : await readers.read({ sql: query.text, values: query.values }, gone);
    if (rows instanceof Problem) return rows;
    const page = isShort ? joinDocuments(rows, plan) : readListRow(listRow(rows), plan);
    return page.body === null ? largePage(account, plan, page, gone) : page;
  }

  function readHere(account: number, query: Query): Rows {
    const began = performance.now();
    const statement = connection.prepareForNow(query.text);
    statement.setReturnArrays(true);
    const rows = statement.all(...query.values) as unknown as Rows;
    noteTime(account, query, began, performance.now());
    return rows;
  }

  function noteTime(account: number, query: Query, began: number, ended: number): void {
    const isQuick = ended - began <= SLOW_MS;
    if (isQuick && slow.size === 0) return;
    const shape = shapeOf(account, query);
    if (isQuick) slow.delete(shape);
    else slow.set(shape, { times: (slow.get(shape)?.times ?? 0) + 1, until: ended + REMEMBERED_MS });
  }

  function isSlow(account: number, query: Query): boolean {
    if (slow.size === 0) return false;
    const known = slow.get(shapeOf(account, query));
    return known !== undefined && known.times > 2 && known.until > performance.now();
  }

  async function largePage(
    account: number,
    plan: ListPlan,
    { more, total }: Pick<ListPage, 'more' | 'total'>,
    gone: AbortSignal | undefined,
  ): Promise<ListPage | Problem> {
    const keys = pageKeysQuery(plan, account, sqliteDialect);
    const rows = await readers.read({ sql: keys.text, values: keys.values }, gone);
    if (rows instanceof Problem) return rows;
    const sql = statementsOf(plan.type).documents;
    const documents = rows.map(([key, size]) => ({ key: key as number, size: size as number }));
    const body = jsonArrayPieces(documents, async (wanted) => {
      const texts = await readers.readOn({ sql, values: [account, JSON.stringify(wanted)] });
      return texts.map(([text]) => text as string);
    });
    return { body, more, total };
  }
}

function shapeOf(account: number, { text }: Query): string {
  return `${account} ${text}`;
}

function listRow(rows: Rows): ListRow {
  const [body, included, found, total] = rows[0] as [Uint8Array | null, number, number, number | null];
  return { body, included, found, total };
}
