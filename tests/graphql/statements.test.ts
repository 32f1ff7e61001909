// How many statements a query takes follows from what it asks, not from how many records it finds.

import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { WatchedClient } from '../../src/storage/postgres/watched-client.ts';
import { type Client, type Engine, onEitherEngine } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';

const twoLevels = (take: number) => `{
  tasks(take: ${take}) { nodes { ID Name Status DueOn workOrder { Number Name asset { Name location { Name } } } } }
}`;
const waysBack = (take: number) => `{
  locations(take: ${take}) { nodes { Name assets(take: 3) { more nodes { Name workOrders(take: 2) { nodes { Number tasks { nodes { Name } } } } } } } }
}`;

onEitherEngine('references take one statement a level, whatever the number of records', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  await fill(key, 20);
  const counted = countStatements(t, engine);
  for (const [ask, statements] of [
    [twoLevels, 4],
    [waysBack, 4],
  ] as const) {
    const few = await counted(() => key.post('/graphql', { query: ask(1) }));
    const many = await counted(() => key.post('/graphql', { query: ask(20) }));
    assert.deepEqual([few.length, many.length], [statements, statements], textsOf([...few, ...many]));
  }
  const total = await counted(() =>
    key.post('/graphql', { query: '{ locations { total nodes { assets { total } } } }' }),
  );
  // What is counted may be counted on another thread, where nobody sees it.
  assert.ok(total.length <= 2, textsOf(total));
});

test('the references of a level are read at once, and no more than four of them (postgres)', async (t) => {
  const app = await sharedApp('postgres');
  const key = await app.key(await app.account());
  await fill(key, 20);
  let [underWay, most] = [0, 0];
  watch(t, WatchedClient.prototype, 'query', (_client, [asked], found) => {
    if (!/\b(?:work_orders|assets|locations)_documents\b/.test((asked as { text?: string }).text ?? '')) return;
    most = Math.max(most, ++underWay);
    void Promise.resolve(found).finally(() => underWay--);
  });
  const atOnce = async (query: string) => {
    most = 0;
    const reply = await key.post('/graphql', { query });
    assert.equal(reply.status, 200, reply.text);
    return most;
  };
  assert.equal(
    await atOnce('{ workOrders { nodes { asset { Name } location { Name } parentWorkOrder { Name } } } }'),
    1,
  );
  await key.patch('/api/WorkOrders/2', [{ op: 'replace', path: '/LocationID', value: 2 }]);
  assert.equal(await atOnce('{ workOrders { nodes { asset { Name } location { Name } } } }'), 2);
  const many = Array.from({ length: 12 }, (_, n) => `a${n}: asset { Name }`).join(' ');
  const ofMany = await atOnce(`{ workOrders { nodes { ${many} } } }`);
  assert.ok(ofMany >= 2 && ofMany <= 4, `${ofMany} at once`);
});

onEitherEngine('the lists behind references are prepared once for many numbers of records', async (engine, t) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await fill(key, 20);
  const counted = countStatements(t, engine);
  const texts = new Set<string>();
  for (let take = 9; take <= 16; take++) {
    const asked = await counted(() =>
      key.post('/graphql', { query: `{ tasks(take: ${take}) { nodes { workOrder { Name } } } }` }),
    );
    texts.add(asked.find(({ text }) => text.includes('work_orders'))!.text);
  }
  assert.equal(texts.size, 1);
});

onEitherEngine('of a page that is not shown nothing is read but whether more follow', async (engine, t) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await fill(key, 2);
  for (let n = 0; n < 8; n++) await key.post('/api/Tasks', { Name: `Task of the first ${n}`, WorkOrderID: 1 });
  for (let n = 0; n < 8; n++) await key.patch('/api/Tasks/1', [{ op: 'replace', path: '/Name', value: `Name ${n}` }]);
  const counted = countStatements(t, engine);
  const moreOf = async (take: number, skip = 0) => {
    const query = `{ workOrders(orderby: "ID") { nodes { tasks(take: ${take}, skip: ${skip}) { more total } } } }`;
    let said: unknown;
    const asked = await counted(async () => {
      const reply = await key.post('/graphql', { query });
      said = reply.json.data?.workOrders.nodes.map(({ tasks }: { tasks: object }) => Object.values(tasks));
      return reply;
    });
    // Two orders, and of the tasks of each at most one.
    assert.ok(rowsOf(asked) <= 2 + 2 + 2, `${rowsOf(asked)} rows\n${textsOf(asked)}`);
    return said;
  };
  assert.deepEqual(await moreOf(8), [
    [true, 9],
    [false, 1],
  ]);
  assert.deepEqual(await moreOf(9), [
    [false, 9],
    [false, 1],
  ]);
  assert.deepEqual(await moreOf(0), [
    [true, 9],
    [true, 1],
  ]);
  assert.deepEqual(await moreOf(1_000, Number.MAX_SAFE_INTEGER), [
    [false, 9],
    [false, 1],
  ]);
  const history = await counted(() =>
    key.post('/graphql', { query: '{ history(type: Tasks, id: 1, take: 2) { more total } }' }),
  );
  assert.equal(history.filter(({ text }) => text.includes('wanted')).length, 0, textsOf(history));
});

/** A chain of records each: a location, its asset, its work order, its task. */
async function fill(key: Client, chains: number): Promise<void> {
  const make = async (type: string, body: Record<string, string | number>) => {
    const reply = await key.post(`/api/${type}`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.json.ID as number;
  };
  for (let n = 0; n < chains; n++) {
    const LocationID = await make('Locations', { Name: `Location ${n}` });
    const AssetID = await make('Assets', { Name: `Asset ${n}`, LocationID });
    const WorkOrderID = await make('WorkOrders', { Name: `Order ${n}`, AssetID });
    await make('Tasks', { Name: `Task ${n}`, WorkOrderID });
  }
}

/** The statements over records that are run meanwhile, as their drivers are given them. */
function countStatements(t: TestContext, engine: Engine) {
  const seen: Statement[] = [];
  const note = async (text: string, found: unknown) => {
    if (!/\b(?:tasks|work_orders|assets|locations|changes)\b/.test(text)) return;
    const statement = { text, rows: 0 };
    seen.push(statement);
    const rows = engine === 'postgres' ? ((await found) as { rows?: readonly unknown[] } | undefined)?.rows : found;
    statement.rows = Array.isArray(rows) ? rows.length : 1;
  };
  if (engine === 'postgres') {
    watch(t, WatchedClient.prototype, 'query', (_client, [asked], found) =>
      note(typeof asked === 'string' ? asked : `${asked?.text}`, found),
    );
  } else {
    for (const name of ['all', 'get'])
      watch(t, StatementSync.prototype, name, ({ sourceSQL }, _given, found) => note(`${sourceSQL}`, found));
  }
  return async (work: () => Promise<{ readonly status: number; readonly text: string }>) => {
    seen.length = 0;
    const reply = await work();
    assert.equal(reply.status, 200, reply.text);
    return [...seen];
  };
}

interface Statement {
  readonly text: string;
  rows: number;
}

function textsOf(statements: readonly Statement[]): string {
  return statements.map(({ text, rows }) => `${rows}: ${text}`).join('\n');
}

function rowsOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { rows }) => sum + rows, 0);
}

type Loose = { readonly [name: string]: unknown };

/** Tells of every call of a driver's method, which does what it does. */
function watch(
  t: TestContext,
  driver: object,
  name: string,
  tell: (self: Loose, given: readonly (string | Loose | undefined)[], found: unknown) => void,
): void {
  const methods = driver as Record<string, (...given: never[]) => unknown>;
  const original = methods[name]!;
  methods[name] = function (this: Loose, ...given: never[]) {
    const found = original.apply(this, given);
    tell(this, given, found);
    return found;
  };
  t.after(() => {
    methods[name] = original;
  });
}
