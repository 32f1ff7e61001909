/**
 * The ceiling on PostgreSQL: the least a case has to ask of the database, from a process that does nothing else, over as
 * many connections as the service has.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { planRecordList } from '../src/records/lists/planning.ts';
import { listQuery } from '../src/storage/records/lists/list-query.ts';
import { postgresDialect } from '../src/storage/sql/dialect.postgres.ts';
import { type AssetPages, anyPage, type EvenCase } from './cases.ts';

export interface RawOrder {
  readonly url: string;
  readonly case: EvenCase;
  readonly connections: number;
  readonly seconds: number;
  readonly tasks: number;
  readonly assets: readonly AssetPages[];
}

/** Statements, or transactions of the patch, a second. */
export async function rawRate(order: RawOrder): Promise<number> {
  const child = fork(import.meta.filename);
  child.send(order);
  const rate = await Promise.race([
    once(child, 'message').then(([one]) => one),
    once(child, 'exit').then(() => undefined),
  ]);
  if (rate === undefined) throw new Error(`The bare statements of ${order.case} failed.`);
  child.disconnect();
  return rate as number;
}

if (process.send) process.once('message', async (order: RawOrder) => process.send!(await measure(order)));

async function measure(order: RawOrder): Promise<number> {
  const clients = Array.from({ length: order.connections }, () => new pg.Client(order.url));
  await Promise.all(clients.map((client) => client.connect()));
  const { rows } = await clients[0]!.query('SELECT min(key) AS key FROM accounts');
  const run = statementsOf(order, Number(rows[0].key));
  const measureFrom = performance.now() + 1000;
  const until = measureFrom + order.seconds * 1000;
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await run(client);
        if (performance.now() > measureFrom) done++;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return done / order.seconds;
}

function statementsOf(order: RawOrder, account: number): (client: pg.Client) => Promise<unknown> {
  const anyOf = (count: number) => 1 + Math.floor(Math.random() * count);
  const list = (query: string) => {
    const { text, values } = listQuery(planRecordList('Tasks', query) as never, account, postgresDialect);
    return (client: pg.Client) => client.query({ name: query.slice(0, 8), text, values });
  };
  switch (order.case) {
    case 'get one':
      return (client) => client.query({ name: 'one', text: READ, values: [account, anyOf(order.tasks)] });
    case 'list 25':
      return (client) => list(anyPage(order.case, order.assets))(client);
    case 'list 25 ordered':
      return (client) => list(`orderby=DueOn%20Desc&skip=${(anyOf(79) - 1) * 25}`)(client);
    case 'patch':
      return async (client) => {
        const id = anyOf(order.tasks);
        await client.query('BEGIN');
        const { rows } = await client.query({ name: 'lock', text: `${READ} FOR UPDATE`, values: [account, id] });
        const { version, text } = rows[0];
        await client.query({ name: 'write', text: WRITE, values: [account, id, Number(version) + 1, text] });
        await client.query({ name: 'log', text: LOG, values: [account, id, Number(version) + 1] });
        await client.query('COMMIT');
      };
  }
}

const READ = 'SELECT version, text FROM tasks_documents WHERE account = $1 AND id = $2';
const WRITE = 'UPDATE tasks_documents SET version = $3, text = $4 WHERE account = $1 AND id = $2';
const LOG = `INSERT INTO changes (seq, account, type, record_id, version, committed_on, by_kind, submitter, events, content_hash, before)
  VALUES (nextval('changes_seq_seq'), $1, 'Tasks', $2, $3, 0, 'integration', 'bench@example.com', 'Updated', '', '{}')`;
