/**
 * Every tool, with what can make it slow or its answer long, against an account of any size: it answers within its limits, or says how to ask
 * for less. The same calls for a small account in every run of the tests, and for a million records by hand.
 */
import assert from 'node:assert/strict';
import type { AccountScope } from '../../src/accounts/account.ts';
import { MAX_RESULT_BYTES } from '../../src/api/mcp/result-size.ts';
import { tools } from '../../src/api/mcp/tools.ts';
import { type RecordTypeName, recordTypeNames } from '../../src/catalogue/index.ts';
import { demoRecords } from '../../src/demo/index.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Shard } from '../../src/storage/shard.ts';
import type { Client } from '../support/app.ts';
import { callTool } from '../support/assistant.ts';

/** What a tool promises, with what it takes to get there and back. */
const MAX_MS = 2_000;
const ON_THE_WAY_MS = 300;

export interface LargeAccount {
  /** A record that was changed often, and is still waited for by proposals. */
  readonly busiest: number;
  readonly webhook: number;
  readonly tasks: number;
}

export interface Filling {
  readonly size: 'tiny' | 'load';
  readonly tasks: number;
  readonly now: number;
}

export async function fill(shard: Shard, account: AccountScope, { size, tasks, now }: Filling): Promise<void> {
  const bulk = shard.bulk(account);
  // Its own admin is there already.
  const adminEmail = 'admin@example.com';
  for (const { type, records } of demoRecords({ firm: 'harbour', size, counts: { Tasks: tasks }, now, adminEmail }))
    await bulk.load(type, type === 'Users' ? records.filter(({ ID }) => ID !== 1) : records);
}

/** One work order with many versions, one webhook that heard of all of them, and as many proposals as may wait. */
export async function wear(
  writer: Client,
  key: Client,
  versions: number,
  waiting: number,
): Promise<Omit<LargeAccount, 'tasks'>> {
  const made = await writer.post('/api/WorkOrders', { Name: 'The busiest of all', Description: 'x'.repeat(10_000) });
  assert.equal(made.status, 201, made.text);
  const busiest = made.json.ID as number;
  const hook = await key.post('/api/Webhooks', {
    ...{ entityType: 'WorkOrders', action: 'Completed', targetUrl: 'https://hooks.example.com/in' },
  });
  assert.equal(hook.status, 201, hook.text);
  for (let n = 0; n < versions; n += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, versions - n) }, (_, k) =>
      writer.patch(`/api/WorkOrders/${busiest}`, [
        { op: 'replace', path: '/Description', value: `${n + k} ${'long '.repeat(1_500)}` },
      ]),
    );
    for (const reply of await Promise.all(some)) assert.equal(reply.status, 200, reply.text);
  }
  const step = (n: number) => ({
    type: 'WorkOrders',
    id: busiest,
    patch: [{ op: 'replace', path: '/Name', value: `Wish ${n} ${'w'.repeat(150)}` }],
    reason: 'because '.repeat(200),
  });
  for (let n = 0; n < waiting; n++) {
    const proposed = await key.post('/api/Proposals', step(n));
    assert.equal(proposed.status, 201, proposed.text);
  }
  return { busiest, webhook: hook.json.id };
}

const AT_ONCE = 50;

export interface Asked {
  readonly tool: string;
  readonly given: JsonObject;
  readonly ms: number;
  readonly bytes: number;
  /** Whether it gave up, and said how to ask for less. */
  readonly narrowed: boolean;
}

/** What is asked first finds everything cold. */
export async function askEveryTool(key: Client, account: LargeAccount): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const calls = callsOf(account);
  const untried = tools.filter(({ name }) => !calls.some(([tool]) => tool === name)).map(({ name }) => name);
  assert.deepEqual(untried, [], 'every tool is asked');
  for (const [tool, given] of calls) asked.push(await ask(key, tool, given));
  return asked;
}

export async function ask(key: Client, tool: string, given: JsonObject): Promise<Asked> {
  const begun = performance.now();
  const { content, structuredContent, isError } = await callTool(key, tool, given);
  const ms = performance.now() - begun;
  const text = content[0]!.text;
  const bytes = Buffer.byteLength(isError ? text : JSON.stringify(structuredContent));
  const told = `${tool} ${JSON.stringify(given).slice(0, 200)}: ${Math.round(ms)} ms, ${bytes} bytes`;
  assert.ok(ms <= MAX_MS + ON_THE_WAY_MS, told);
  assert.ok(bytes <= MAX_RESULT_BYTES + 1_024, told);
  const unfinished = isError ? [text] : reasonsIn(structuredContent);
  for (const why of unfinished) assert.match(why, /[Nn]arrow|[Ff]ewer|[Ff]ilter/, `${told}: ${why}`);
  return { tool, given, ms, bytes, narrowed: unfinished.length > 0 };
}

/** What parts of an answer say that were not finished; what stands in items of lists is never looked for. */
function reasonsIn({
  unfinished = [],
  referredToBy = [],
}: {
  [name: string]: { why?: string; field?: string }[];
}): string[] {
  const looked = referredToBy.filter(({ field }) => !field!.includes('[]'));
  return [...unfinished, ...looked].flatMap(({ why }) => (why === undefined ? [] : [why]));
}

const NOWHERE = 'zqxjkvbpw';

function callsOf({ busiest, webhook, tasks }: LargeAccount): [tool: string, given: JsonObject][] {
  const list = (type: RecordTypeName, queries: readonly string[]) =>
    queries.map((query): [string, JsonObject] => ['list', { type, query }]);
  const summarise = (given: JsonObject): [string, JsonObject] => ['summarise', given];
  const patch = [{ op: 'replace', path: '/Name', value: 'A name' }];
  const create = (n: number): Json => ({
    ...{ type: 'Tasks', reason: 'r' },
    create: { Name: `Step ${n}`, Description: 'd'.repeat(1_000), ...(n > 1 && { WorkOrderID: { step: 1 } }) },
  });
  return [
    ['describe', {}],
    ...recordTypeNames.map((type): [string, JsonObject] => ['describe', { type }]),
    ['search', { text: 'e' }],
    ['search', { text: NOWHERE }],
    ['search', { text: 'boiler' }],
    ['search', { text: NOWHERE, types: ['Tasks'] }],
    ['search', { text: 'a'.repeat(200) }],
    ['search', { text: '%_\\' }],
    ['search', { text: '🔧' }],
    ...list('Tasks', [
      '',
      'take=1000',
      'count=true',
      `skip=${Math.floor(tasks * 0.9)}&take=25`,
      `search=${NOWHERE}`,
      'search=e&count=true',
      `contains=Description:${NOWHERE}`,
      'contains=Description:e&count=true&orderby=Description',
      'orderby=EstimatedMinutes Desc',
      'orderby=Description,SpentMinutes Desc&take=1000',
      `orderby=Priority Desc,Name&skip=${Math.floor(tasks / 2)}`,
      'Status=Open&orderby=DueOn',
      `Notes=${NOWHERE}`,
      `Result=${NOWHERE}&fuzzy=true&count=true`,
      'CompletedOn=null ne&extFilter=true&orderby=SpentMinutes&count=true',
      'Deleted=false ne&extFilter=true&count=true',
      'Status=Cancelled ne&Priority=High ge&extFilter=true&orderby=UpdatedOn Desc&count=true',
    ]),
    ...list('WorkOrders', [
      'take=1000',
      'orderby=TotalCost Desc&count=true',
      'TotalCost=100000 ge&extFilter=true',
      'RequesterName=a&fuzzy=true&orderby=RequesterEmail&count=true',
      'Status=Open&Status=OnHold&orderby=DueOn&count=true&take=1000',
    ]),
    ...list('Assets', ['orderby=MeterValue Desc', 'search=a&count=true', 'take=1000&orderby=Model']),
    ...recordTypeNames.map((type): [string, JsonObject] => ['get', { type, id: 1 }]),
    ['get', { type: 'WorkOrders', id: busiest }],
    ['history', { type: 'WorkOrders', id: busiest, take: 50 }],
    ['history', { type: 'WorkOrders', id: busiest }],
    ...recordTypeNames.map((type): [string, JsonObject] => ['related', { type, id: 1 }]),
    ['related', { type: 'WorkOrders', id: busiest }],
    ['moves', { type: 'WorkOrders', id: busiest }],
    ['moves', { type: 'Tasks', id: 1 }],
    summarise({ type: 'Tasks' }),
    summarise({ type: 'Tasks', by: ['Status', 'Priority'], sum: ['SpentMinutes', 'EstimatedMinutes'] }),
    summarise({ type: 'Tasks', by: ['Name'], groups: 200 }),
    summarise({ type: 'Tasks', by: ['WorkOrderID', 'AssignedEmployeeID'], groups: 200 }),
    summarise({ type: 'Tasks', by: ['CompletedOn:day'], query: 'CompletedOn=null ne&extFilter=true' }),
    summarise({ type: 'Tasks', by: ['Description', 'Notes', 'Result'], groups: 200 }),
    summarise({ type: 'Tasks', query: `search=${NOWHERE}` }),
    summarise({ type: 'WorkOrders', by: ['AssetID'], sum: ['TotalCost', 'LabourMinutes'], groups: 200 }),
    summarise({ type: 'WorkOrders', by: ['CreatedOn:month', 'Type'], sum: ['TotalCost'] }),
    ['explain_delivery', { webhook, recordID: busiest }],
    ['propose_change', { type: 'WorkOrders', id: busiest, patch, reason: 'r'.repeat(2_000) }],
    ['propose_create', { type: 'Tasks', fields: { Name: 'New', Description: 'd'.repeat(10_000) }, reason: 'r' }],
    ['propose_delete', { type: 'WorkOrders', id: busiest, reason: 'r' }],
    [
      'propose_plan',
      {
        title: 'Fifty',
        steps: [
          { type: 'WorkOrders', create: { Name: 'Of a plan' }, reason: 'r' },
          ...Array.from({ length: 49 }, (_, n) => create(n + 2)),
        ],
      },
    ],
    ['proposals', { take: 50 }],
    ['proposals', { state: 'pending', take: 50 }],
  ];
}
