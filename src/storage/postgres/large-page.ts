/**
 * A large page: read piece by piece as the client takes it, all from one snapshot, so that it shows one moment of the
 * database however long it takes. It holds a connection meanwhile; so there are only so many at a time, and a client
 * that stops reading loses its page.
 */
import type { Problem } from '../../problems.ts';
import type { ListPlan } from '../../records/list/plan.ts';
import { tableOf } from '../columns.ts';
import { pageKeysQuery } from '../list-query.ts';
import { type DocumentKey, jsonArrayPieces } from '../pieces.ts';
import { overloaded } from '../refusals.ts';
import { type Client, connect, type Pool, rows, together } from './connection.ts';
import { postgresDialect } from './dialect.ts';

/** How many large pages are being read, of how many at most. */
export interface LargePages {
  open: number;
  readonly most: number;
  /** A client that takes nothing for this long is given up. */
  readonly idleMs: number;
}

export async function openLargePage(
  pool: Pool,
  pages: LargePages,
  account: number,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<{ pieces: AsyncIterable<string> } | Problem> {
  if (pages.open >= pages.most || gone?.aborted) return overloaded();
  const page = new LargePage(pages, gone);
  try {
    return { pieces: await page.open(await connect(pool), account, plan) };
  } catch (failure) {
    page.close();
    throw failure;
  }
}

class LargePage {
  readonly #pages: LargePages;
  readonly #gone: AbortSignal | undefined;
  readonly #idle: NodeJS.Timeout;
  #client: Client | undefined;
  #closed = false;

  constructor(pages: LargePages, gone: AbortSignal | undefined) {
    this.#pages = pages;
    pages.open++;
    this.#gone = gone;
    this.#idle = setTimeout(this.close, pages.idleMs).unref();
    gone?.addEventListener('abort', this.close, { once: true });
  }

  async open(client: Client, account: number, plan: ListPlan): Promise<AsyncIterable<string>> {
    if (this.#closed) {
      client.release();
      throw givenUp();
    }
    this.#client = client;
    const { text, values } = pageKeysQuery(plan, account, postgresDialect);
    const [, , { rows: found }] = await together([
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
      // The page has a limit of its own, which ends it in good order.
      client.query('SET LOCAL idle_in_transaction_session_timeout = 0'),
      client.query<{ id: number; size: number }>({ text, values, deadline: 'list' }),
    ]);
    const documents = found.map(({ id, size }): DocumentKey<number> => ({ key: id, size }));
    return this.#pieces(jsonArrayPieces(documents, (ids) => this.#read(client, account, plan, ids)));
  }

  async *#pieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* pieces;
      await this.#client?.query('COMMIT');
    } finally {
      this.close();
    }
  }

  async #read(client: Client, account: number, plan: ListPlan, ids: readonly number[]): Promise<string[]> {
    if (this.#closed) throw givenUp();
    this.#idle.refresh();
    const { name, documents } = tableOf(plan.type);
    const found = await rows<{ text: string }>(client, readTexts(name, documents), [account, ids]);
    return found.map((row) => row.text);
  }

  /** Once, whoever comes first: the end of the page, the client's leaving, the limit. */
  readonly close = () => {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#gone?.removeEventListener('abort', this.close);
    this.#pages.open--;
    // Inside a transaction still: such a connection is closed, which ends whatever it is doing.
    this.#client?.release(this.#client.getTransactionStatus() !== 'I');
  };
}

function givenUp(): Error {
  return new Error('The page was given up: its client left or stopped reading');
}

/** $1 account, $2 ids; in the order of the ids. */
function readTexts(table: string, documents: string) {
  return {
    name: `${table}_read_texts`,
    deadline: 'list' as const,
    text: `SELECT d.text FROM unnest($2::bigint[]) WITH ORDINALITY AS page (id, n)
      JOIN ${documents} AS d ON d.account = $1 AND d.id = page.id ORDER BY page.n`,
  };
}
