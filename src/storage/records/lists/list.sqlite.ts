/** Lists: quick ones on the event loop, slow ones on a reader thread, large pages in pieces. */
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import type { FairSemaphore } from '../../../fairness/budget.ts';
import type { ClientAbort } from '../../../lib/gone.ts';
import { Problem } from '../../../problems.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import type { ListPage, PageHead, RecordStore } from '../../../records/store.ts';
import { acquireForPage } from '../../slow-work-queue.ts';
import { readerDialect, sqliteDialect } from '../../sql/dialect.sqlite.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { problemOf } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import { streamPageFile } from './large-page.sqlite.ts';
import { countFound, type RowArrays } from './list-attempts.ts';
import { type AccessPath, type AccessPlan, DATABASE_CHOICE, isShortPlan, planAccess } from './list-planner.ts';
import { probeQuery } from './list-probe.ts';
import {
  type Dialect,
  documentsQuery,
  isLargePage,
  joinDocuments,
  type ListRow,
  listQuery,
  type PageResult,
  type PageSizePolicy,
  pageHeadQuery,
  readListRow,
  readPageHead,
  type SqlQuery,
  totalsQuery,
} from './list-query.ts';
import { PageLease, type PageLimits } from './page-lease.ts';
import { isCheapToFilter, isQuickList } from './quick-list.ts';

export interface ListReader {
  list(account: number, plan: ListPlan, gone?: ClientAbort): Promise<ListPage | Problem>;
  head(account: number, plan: ListPlan, gone?: ClientAbort): Promise<PageHead | Problem>;
  totals(account: number, plan: EachPlan, gone?: ClientAbort): Promise<ReadonlyMap<number, number> | Problem>;
}

type EachPlan = Parameters<RecordStore['totals']>[0];

/** Limits for large pages while clients read them, in mebibytes of disk space next to the database. */
export interface LargePageFiles extends PageLimits {
  readonly budget: FairSemaphore;
  /** Maximum for one account, and so for one page. */
  readonly share: number;
}

const MIB_BYTES = 1024 * 1024;

/**
 * Threshold above which a list is slow. A list that took longer three times in a row, for example because most records
 * are deleted, runs on a thread for the next minute. Once proves nothing: the first time its pages come from the disk.
 */
const SLOW_LIST_MS = 5;
const SLOW_LIST_TTL_MS = 60_000;

/**
 * Maximum page size up to which joining the texts of rows here is faster than making SQLite return one row. For 200
 * records it takes half as long again.
 */
const MAX_SHORT_PAGE_RECORDS = 50;

/** Index of the column of `ListRow` that contains the number of rows found. */
const FOUND_COLUMN_INDEX = 2;

interface Slowness {
  readonly times: number;
  readonly until: number;
}

export function createListReader(
  connection: SqliteConnection,
  readers: ReaderPool,
  largePages: LargePageFiles,
): ListReader {
  const slow = new RecentlyUsed<Slowness>(1_000);

  return {
    list: (account, plan, gone) => answering(() => list(account, plan, gone)),
    head: (account, plan, gone) => answering(() => head(account, plan, gone)),
    totals: (account, plan, gone) => answering(() => totals(account, plan, gone)),
  };

  async function list(account: number, plan: ListPlan, gone: ClientAbort | undefined): Promise<ListPage | Problem> {
    const page = await find(account, plan, 'even', gone);
    if (page instanceof Problem || page.body !== null) return page;
    if (isLargePage(page)) return largePage(account, plan, page, gone?.());
    const uneven = await find(account, plan, 'any', gone);
    if (uneven instanceof Problem || uneven.body !== null) return uneven;
    return largePage(account, plan, uneven, gone?.());
  }

  async function find(
    account: number,
    plan: ListPlan,
    evenness: PageSizePolicy,
    gone: ClientAbort | undefined,
  ): Promise<PageResult | Problem> {
    const isShort = plan.take <= MAX_SHORT_PAGE_RECORDS && !plan.count;
    const queryFor = isShort ? documentsQuery : listQuery;
    const asked = (dialect: Dialect, way: AccessPath) => queryFor(plan, account, dialect, evenness, way);
    const rows = await run(account, plan, asked, isShort ? undefined : FOUND_COLUMN_INDEX, gone);
    if (rows instanceof Problem) return rows;
    return isShort ? joinDocuments(rows, plan) : readListRow(listRow(rows), plan);
  }

  async function head(account: number, plan: ListPlan, gone: ClientAbort | undefined): Promise<PageHead | Problem> {
    const asked = (dialect: Dialect, way: AccessPath) => pageHeadQuery(plan, account, dialect, way);
    const rows = await run(account, plan, asked, 0, gone);
    if (rows instanceof Problem) return rows;
    const [found, total] = rows[0] as [number, number | null];
    return readPageHead({ found, total }, plan);
  }

  /** Counts the totals on a reader thread, because their number is unknown. */
  async function totals(account: number, plan: EachPlan, gone: ClientAbort | undefined) {
    const rows = await readers.read(String(account), totalsQuery(plan, account, readerDialect), gone?.());
    return rows instanceof Problem ? rows : new Map(rows as [number, number][]);
  }

  /** `column` is the column that contains the number of rows found; undefined if each result has a row of its own. */
  function run(
    account: number,
    plan: ListPlan,
    queryIn: (dialect: Dialect, way: AccessPath) => SqlQuery,
    column: number | undefined,
    gone: ClientAbort | undefined,
  ): RowArrays | Promise<RowArrays | Problem> {
    if (isQuickList(plan)) {
      const query = queryIn(sqliteDialect, DATABASE_CHOICE);
      if (!isSlow(account, query)) return readHere(account, query);
      return readers.read(String(account), queryIn(readerDialect, DATABASE_CHOICE), gone?.());
    }
    const choice = choose(account, plan);
    const { last, few } = choice;
    let tries = choice.tries;
    const enough = { found: plan.take + 1, ...(column !== undefined && { column }) };
    if (isShortPlan(choice, plan) && isCheapToFilter(plan)) {
      const query = queryIn(sqliteDialect, tries[0] ?? last);
      if (!isSlow(account, query)) {
        const rows = readHere(account, query);
        const found = countFound(rows, enough);
        if (few || found >= enough.found) return rows;
        tries = found > 0 ? tries.slice(1) : [];
      }
    }
    const queries = tries.map((way) => queryIn(readerDialect, way));
    return readers.read(String(account), queryIn(readerDialect, last), gone?.(), { queries, enough });
  }

  function choose(account: number, plan: ListPlan): AccessPlan {
    const choosing = planAccess(plan, sqliteDialect);
    let step = choosing.next();
    while (!step.done) {
      const { text, values } = probeQuery(plan, account, step.value, sqliteDialect);
      const statement = connection.prepareForNow(text);
      statement.setReturnArrays(true);
      step = choosing.next(statement.get(...values) as unknown as number[]);
    }
    return step.value;
  }

  function readHere(account: number, query: SqlQuery): RowArrays {
    const began = performance.now();
    const statement = connection.prepareForNow(query.text);
    statement.setReturnArrays(true);
    const rows = statement.all(...query.values) as unknown as RowArrays;
    noteTime(account, query, began, performance.now());
    return rows;
  }

  function noteTime(account: number, query: SqlQuery, began: number, ended: number): void {
    const isQuick = ended - began <= SLOW_LIST_MS;
    if (isQuick && slow.size === 0) return;
    const shape = shapeOf(account, query);
    if (isQuick) slow.delete(shape);
    else slow.set(shape, { times: (slow.get(shape)?.times ?? 0) + 1, until: ended + SLOW_LIST_TTL_MS });
  }

  function isSlow(account: number, query: SqlQuery): boolean {
    if (slow.size === 0) return false;
    const known = slow.get(shapeOf(account, query));
    return known !== undefined && known.times > 2 && known.until > performance.now();
  }

  async function largePage(
    account: number,
    plan: ListPlan,
    { bytes, total }: { readonly bytes: number; readonly total: number | undefined },
    gone: AbortSignal | undefined,
  ): Promise<ListPage | Problem> {
    const units = Math.min(Math.ceil(bytes / MIB_BYTES), largePages.share);
    const holding = await acquireForPage(largePages.budget, account, units, gone);
    if (holding instanceof Problem) return holding;
    const lease = new PageLease(holding, largePages, gone);
    try {
      const query = documentsQuery(plan, account, readerDialect, 'any', choose(account, plan).last);
      const file = await readers.writePage(String(account), query, plan.take, gone);
      if (file instanceof Problem) {
        lease.end();
        return file;
      }
      return { body: streamPageFile(file, lease), more: file.more, total };
    } catch (failure) {
      lease.end();
      throw failure;
    }
  }
}

async function answering<Answer>(work: () => Promise<Answer>): Promise<Answer | Problem> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

function shapeOf(account: number, { text }: SqlQuery): string {
  return `${account} ${text}`;
}

function listRow(rows: RowArrays): ListRow {
  const [body, included, found, bytes, total] = rows[0] as [Uint8Array | null, number, number, number, number | null];
  return { body, included, found, bytes, total };
}
