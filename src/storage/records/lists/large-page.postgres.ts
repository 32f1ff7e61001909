/**
 * A large page: read piece by piece as the client takes it, all from one snapshot, so that it shows one moment of the
 * database however long it takes. It holds a connection meanwhile; so there are only so many at a time, of one account
 * half of them, and a client that takes too long loses its page.
 */

import type { Budget } from '../../../fairness/budget.ts';
import { restAsLong } from '../../../fairness/equal-pause.ts';
import { Problem } from '../../../problems.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import { type Client, rows, together } from '../../postgres/connection.ts';
import { connectFor } from '../../postgres/leased-connection.ts';
import { inTurn, takeForPage } from '../../slow-work-queue.ts';
import { tableOf } from '../../sql/columns.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import type { ListContext } from './list.postgres.ts';
import { pageKeysQuery } from './list-query.ts';
import { type Ask, choose, steer } from './list-search.postgres.ts';
import { PageLease, type PageLimits } from './page-lease.ts';
import { type DocumentKey, jsonArrayPieces } from './page-pieces.ts';

/** Connections that large pages are read on. */
export interface LargePages extends PageLimits {
  readonly budget: Budget;
}

export async function openLargePage(
  { pool, account, largePages, slowLists, listMs, cancel }: ListContext,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<{ pieces: AsyncIterable<string> } | Problem> {
  const holding = await takeForPage(largePages.budget, account.key, 1, gone);
  if (holding instanceof Problem) return holding;
  const lease = new PageLease(holding, largePages, gone);
  try {
    const found = await inTurn(slowLists, account.key, open, gone);
    if (found instanceof Problem) {
      lease.end();
      return found;
    }
    const { client, documents } = found;
    lease.begin();
    const rest = restAsLong();
    const texts = jsonArrayPieces(documents, (ids) => {
      lease.next();
      return rest(() => readTexts(client, account.key, plan, ids));
    });
    return { pieces: pieces(texts, client, lease) };
  } catch (failure) {
    lease.end();
    throw failure;
  }

  async function open() {
    const client = await connectFor(lease, pool, cancel);
    return { client, documents: await findDocuments(client, account.key, plan, listMs) };
  }
}

async function* pieces(texts: AsyncIterable<string>, client: Client, lease: PageLease): AsyncGenerator<string> {
  try {
    yield* texts;
    lease.next();
    await client.query('COMMIT');
  } catch (failure) {
    // Of a page that was given up the connection is closed, whatever was being done on it.
    lease.next();
    throw failure;
  } finally {
    lease.end();
  }
}

async function findDocuments(
  client: Client,
  account: number,
  plan: ListPlan,
  listMs: number,
): Promise<DocumentKey<number>[]> {
  const ask: Ask = async ({ text, values }) => (await client.query({ text, values, deadline: 'list' })).rows;
  const [, , , { last }] = await together([
    client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    // The page has limits of its own, which end it in good order.
    client.query('SET LOCAL idle_in_transaction_session_timeout = 0'),
    client.query(`SET LOCAL statement_timeout = ${listMs}; SET LOCAL max_parallel_workers_per_gather = 0`),
    choose(client, ask, account, plan),
  ]);
  const keys = pageKeysQuery(plan, account, postgresDialect, last);
  const [, found] = await together([steer(client, last), ask<{ id: number; size: number }>(keys)]);
  return found.map(({ id, size }) => ({ key: id, size }));
}

export async function readTexts(
  client: Client,
  account: number,
  plan: ListPlan,
  ids: readonly number[],
): Promise<string[]> {
  const { name, documents } = tableOf(plan.type);
  const found = await rows<{ text: string }>(client, textsOf(name, documents), [account, ids]);
  return found.map((row) => row.text);
}

/** $1 account, $2 ids; in the order of the ids. */
function textsOf(table: string, documents: string) {
  return {
    name: `${table}_read_texts`,
    deadline: 'list' as const,
    text: `SELECT d.text FROM unnest($2::bigint[]) WITH ORDINALITY AS page (id, n)
      JOIN ${documents} AS d ON d.account = $1 AND d.id = page.id ORDER BY page.n`,
  };
}
