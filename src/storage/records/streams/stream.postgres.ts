/**
 * Streams all records of a list as lines, read by a cursor from one snapshot as the client takes them. Streams have a
 * connection pool of their own, so that a long one never occupies the other connections.
 */
import type { AccountScope } from '../../../accounts/account.ts';
import { type FairSemaphore, isRefusal } from '../../../fairness/budget.ts';
import { Problem } from '../../../problems.ts';
import { type LineFormat, linesOf, type StreamForm } from '../../../records/lists/lines.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import { type StreamNames, streamNames } from '../../../records/lists/stream-names.ts';
import type { RecordStream, StreamClient } from '../../../records/store.ts';
import { awaitPipelined, type Client, type Pool } from '../../postgres/connection.ts';
import { problemOf } from '../../postgres/failures.ts';
import { acquireLeasedClient, type CancelStatement } from '../../postgres/leased-connection.ts';
import { delayRefusal, withForcedPermit, withPermit } from '../../slow-work-queue.ts';
import { tooManyStreams } from '../../sql/database-problems.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { readDocumentTexts } from '../lists/large-page.postgres.ts';
import { countQuery, streamQuery } from '../lists/list-query.ts';
import { PageLease, type PageLimits } from '../lists/page-lease.ts';
import { isQuickList } from '../lists/quick-list.ts';
import { readTitlesInTransaction } from '../titles/titles.postgres.ts';
import { MAX_LINE_BYTES } from './line-limit.ts';
import { CHUNK_BUFFERS, CHUNK_BYTES, createLineChunker } from './stream-chunks.ts';

export interface StreamContext {
  readonly account: AccountScope;
  readonly streams: { readonly pool: Pool; readonly budget: FairSemaphore; readonly limits: PageLimits };
  /** Time limit for the database from one batch to the next. */
  readonly listMs: number;
  readonly slowLists: FairSemaphore;
  readonly cancel: CancelStatement | undefined;
}

/** Rows of one fetch: about a piece of what was read last. And the bytes up to which a document comes with its row. */
const BATCH_ROWS = { first: 50, least: 10, most: 300 };
const MAX_INLINE_BYTES = 8 * 1024;

interface Row {
  readonly key: number;
  readonly size: number;
  /** Null for a long one, which is read afterwards. */
  readonly text: string | null;
}

/**
 * True if the stream is quick. A stream that scans many rows occupies a database process like a slow list. Its start,
 * which finds the first rows, sorts and counts them, therefore needs a permit of slow lists. Its later parts need none,
 * and the account's slow lists wait for those in progress.
 */
const isQuick = (plan: ListPlan) => isQuickList({ ...plan, take: BATCH_ROWS.first });
const arePartsQuick = (plan: ListPlan) => isQuick({ ...plan, count: false, skip: 0 });

export async function openStream(
  { account, streams, slowLists, listMs, cancel }: StreamContext,
  plan: ListPlan,
  form: StreamForm,
  { gone, lost }: StreamClient = {},
): Promise<RecordStream | Problem> {
  const holding = await streams.budget.turn(String(account.key), 1, gone);
  if (isRefusal(holding)) return delayRefusal(holding, tooManyStreams());
  const lease = new PageLease(holding, streams.limits, gone, lost);
  try {
    const begun = isQuick(plan) ? await open() : await withPermit(slowLists, account.key, open, gone);
    if (begun instanceof Problem) {
      lease.end();
      return begun;
    }
    const { client, total, first } = begun;
    lease.begin();
    const fetch = arePartsQuick(plan)
      ? (rows: number) => fetchNext(client, rows)
      : (rows: number) => withForcedPermit(slowLists, account.key, () => fetchNext(client, rows));
    const whole = (keys: readonly number[]) => readDocumentTexts(client, account.key, plan, keys);
    const names = streamNames(form.named);
    const named = (texts: readonly string[]) => learnNames(client, account.key, names, texts);
    const lines = linesOf(form, names.nameOf);
    return { total, pieces: pieces({ client, fetch, lease, lines, names, named, whole }, first) };
  } catch (failure) {
    lease.end();
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }

  async function open() {
    const client = await acquireLeasedClient(lease, streams.pool, cancel);
    return { client, ...(await begin(client, account.key, plan, listMs)) };
  }
}

/** Reads the names of referenced records, in the same snapshot. */
async function learnNames(
  client: Client,
  account: number,
  names: StreamNames,
  texts: readonly string[],
): Promise<void> {
  for (const [type, ids] of names.missing(texts))
    names.learn(type, await readTitlesInTransaction(client, account, type, ids));
}

async function begin(client: Client, account: number, plan: ListPlan, listMs: number) {
  const documents = streamQuery(plan, account, postgresDialect, MAX_INLINE_BYTES);
  const counting = plan.count ? countQuery(plan, account, postgresDialect) : undefined;
  const [, , , , first, counted] = await awaitPipelined([
    client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    // The stream has limits of its own, which end it in good order.
    client.query('SET LOCAL idle_in_transaction_session_timeout = 0'),
    client.query(`SET LOCAL statement_timeout = ${listMs}; SET LOCAL max_parallel_workers_per_gather = 0`),
    client.query({
      text: `DECLARE stream NO SCROLL CURSOR FOR ${documents.text}`,
      values: documents.values,
      deadline: 'list',
    }),
    fetchNext(client),
    counting && client.query<{ total: number }>({ ...counting, deadline: 'list' }),
  ]);
  return { first, total: counted?.rows[0]?.total };
}

async function fetchNext(client: Client, rows: number = BATCH_ROWS.first): Promise<Row[]> {
  const found = await client.query<Row>({ text: `FETCH ${rows} FROM stream`, deadline: 'list' });
  return found.rows;
}

/** Yields one batch after the other, with few rows if records are long, so that little is kept in memory. */
async function* batches(fetch: Reading['fetch'], first: Row[]): AsyncGenerator<Row[]> {
  let asked = BATCH_ROWS.first;
  for (let batch = first; ; ) {
    if (batch.length > 0) yield batch;
    if (batch.length < asked) return;
    const bytes = batch.reduce((sum, { size }) => sum + size, 0);
    asked = Math.max(BATCH_ROWS.least, Math.min(BATCH_ROWS.most, Math.floor((CHUNK_BYTES * batch.length) / bytes)));
    batch = await fetch(asked);
  }
}

interface Reading {
  readonly client: Client;
  readonly fetch: (rows: number) => Promise<Row[]>;
  readonly lease: PageLease;
  readonly lines: LineFormat;
  readonly names: StreamNames;
  readonly named: (texts: readonly string[]) => Promise<void>;
  readonly whole: (keys: readonly number[]) => Promise<readonly string[]>;
}

async function* pieces(reading: Reading, first: Row[]): AsyncGenerator<Uint8Array> {
  const { client, lease, lines } = reading;
  const gathered = createLineChunker(lines, MAX_LINE_BYTES, CHUNK_BUFFERS);
  try {
    for await (const texts of namedTexts(reading, first)) {
      for (const text of texts) {
        const piece = gathered.add(text);
        if (piece === undefined) continue;
        lease.next();
        yield piece;
        lease.next();
      }
    }
    const rest = gathered.rest();
    if (rest !== undefined) yield rest;
    lease.next();
    await client.query('COMMIT');
  } finally {
    lease.end();
  }
}

/** Some records at a time, once what they refer to is known by name. */
async function* namedTexts({ fetch, names, named, whole }: Reading, first: Row[]): AsyncGenerator<readonly string[]> {
  for await (const batch of batches(fetch, first)) {
    for await (const text of textsOf(batch, whole)) {
      const enough = names.add(text);
      if (enough === undefined) continue;
      await named(enough);
      yield enough;
    }
  }
  const rest = names.rest();
  await named(rest);
  yield rest;
}

/** Long ones that follow each other are read together, as far as a piece should hold them. */
async function* textsOf(batch: readonly Row[], whole: Reading['whole']): AsyncGenerator<string> {
  for (let at = 0; at < batch.length; ) {
    const { text } = batch[at]!;
    if (text !== null) {
      yield text;
      at++;
      continue;
    }
    const keys: number[] = [];
    for (let size = 0; batch[at]?.text === null && (keys.length === 0 || size + batch[at]!.size <= CHUNK_BYTES); at++) {
      size += batch[at]!.size;
      keys.push(batch[at]!.key);
    }
    yield* await whole(keys);
  }
}
