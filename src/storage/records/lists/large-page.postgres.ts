/**
 * A large page that is read in pieces as the client takes them. All pieces come from one snapshot, so the page shows
 * one moment of the database, however long it takes. It occupies a connection during that time. The number of such
 * pages is therefore limited, one account gets half of them, and a client that is too slow loses its page.
 */

import type { FairSemaphore } from '../../../fairness/budget.ts';
import { createEqualPause } from '../../../fairness/equal-pause.ts';
import { Problem } from '../../../problems.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import { awaitPipelined, type Client, queryRows } from '../../postgres/connection.ts';
import { acquireLeasedClient } from '../../postgres/leased-connection.ts';
import { acquireForPage, withPermit } from '../../slow-work-queue.ts';
import { tableOf } from '../../sql/columns.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import type { ListContext } from './list.postgres.ts';
import { pageKeysQuery } from './list-query.ts';
import { applyPlannerHints, chooseAccessPlan, type RunQuery } from './list-search.postgres.ts';
import { type DocumentKey, jsonArrayChunks } from './page-chunks.ts';
import { PageLease, type PageLimits } from './page-lease.ts';

/** Limits for the connections that read large pages. */
export interface LargePageConnections extends PageLimits {
  readonly budget: FairSemaphore;
}

export async function openLargePage(
  { pool, account, largePages, slowLists, listMs, cancel }: ListContext,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<{ pieces: AsyncIterable<string> } | Problem> {
  const holding = await acquireForPage(largePages.budget, account.key, 1, gone);
  if (holding instanceof Problem) return holding;
  const lease = new PageLease(holding, largePages, gone);
  try {
    const found = await withPermit(slowLists, account.key, open, gone);
    if (found instanceof Problem) {
      lease.end();
      return found;
    }
    const { client, documents } = found;
    lease.begin();
    const rest = createEqualPause();
    const texts = jsonArrayChunks(documents, (ids) => {
      lease.next();
      return rest(() => readDocumentTexts(client, account.key, plan, ids));
    });
    return { pieces: pieces(texts, client, lease) };
  } catch (failure) {
    lease.end();
    throw failure;
  }

  async function open() {
    const client = await acquireLeasedClient(lease, pool, cancel);
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
  const ask: RunQuery = async ({ text, values }) => (await client.query({ text, values, deadline: 'list' })).rows;
  const [, , , { last }] = await awaitPipelined([
    client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    // The page has limits of its own, which end it in good order.
    client.query('SET LOCAL idle_in_transaction_session_timeout = 0'),
    client.query(`SET LOCAL statement_timeout = ${listMs}; SET LOCAL max_parallel_workers_per_gather = 0`),
    chooseAccessPlan(client, ask, account, plan),
  ]);
  const keys = pageKeysQuery(plan, account, postgresDialect, last);
  const [, found] = await awaitPipelined([applyPlannerHints(client, last), ask<{ id: number; size: number }>(keys)]);
  return found.map(({ id, size }) => ({ key: id, size }));
}

export async function readDocumentTexts(
  client: Client,
  account: number,
  plan: ListPlan,
  ids: readonly number[],
): Promise<string[]> {
  const { name, documents } = tableOf(plan.type);
  const found = await queryRows<{ text: string }>(client, textsOf(name, documents), [account, ids]);
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
