// However much is wrong with a request, what is told of it is short, and judging it keeps nobody waiting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateArguments } from '../src/api/mcp/arguments.ts';
import { catalogue } from '../src/catalogue/index.ts';
import { type Json, type JsonObject, MAX_MEMBERS } from '../src/lib/json.ts';
import { Problem } from '../src/problems.ts';
import { planRecordList } from '../src/records/lists/planning.ts';
import { readNamesAsked } from '../src/records/names.ts';
import { validateRecord } from '../src/records/writes/validate.ts';
import { parseExplanationQuery } from '../src/webhooks/diagnostics/parse-explanation-query.ts';
import { parseRecoveryRequest } from '../src/webhooks/recovery/parse-recovery-request.ts';
import { parseSubscription } from '../src/webhooks/subscriptions/parse-subscription.ts';
import { onBothEngines, startApp } from './support/app.ts';
import { browser } from './support/people.ts';
import { sharedApp } from './support/shared-app.ts';
import { longestTurns } from './support/turns.ts';

/** As many members as a body holds; each could be meant for one that there is. */
const body = JSON.stringify(
  Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`targetU${n.toString(36)}`, 1])),
);
const stray = JSON.parse(body) as JsonObject;
/** As many as are looked at at all. */
const some = Object.fromEntries(Object.entries(stray).slice(0, MAX_MEMBERS));
/** As many as an address holds. */
const names = Array.from({ length: 3_200 }, (_, n) => `${n.toString(36)}q`).join(',');

const readers: Readonly<Record<string, () => unknown>> = {
  'a record': () => validateRecord(catalogue.WorkOrders, stray),
  'a subscription': () => parseSubscription(stray, {} as never, {} as never),
  'a recovery': () => parseRecoveryRequest(stray),
  'what was missed': () => parseExplanationQuery(stray, 0),
  names: () => readNamesAsked(stray),
  'IDs that are none': () => readNamesAsked({ Tasks: Array<Json>(300_000).fill(0) }),
  'arguments of a tool': () =>
    validateArguments(
      { type: 'object', properties: { targetUrl: {}, targetURI: {} }, additionalProperties: false },
      stray,
    ),
  'an order': () => planRecordList('WorkOrders', `orderby=${names}`),
  fields: () => planRecordList('WorkOrders', `fields=${names}`),
};

for (const [what, read] of Object.entries(readers)) {
  test(`${what} with very many faults is judged about as soon as a body is read`, () => {
    const problem = read();
    assert.ok(problem instanceof Problem && problem.errors!.length <= 50, String(problem));
    // Name by name it took thirty times as long, and more.
    const [own, reading] = [quickest(read), quickest(() => JSON.parse(body))];
    assert.ok(own < 4 * reading, `${own} ms; the body is read in ${reading} ms`);
  });
}

test('very many faults are answered in few words, at every door', async (t) => {
  const app = await startApp(t, 'sqlite');
  const key = await app.key(await app.account());
  const answers = [
    await key.post('/api/Names', some),
    await key.post('/api/Webhooks', some),
    await key.post('/api/Tasks', some),
    await key.get(`/api/WorkOrders?orderby=${names}`),
    await key.get(`/api/Me?${names.replaceAll(',', '&')}`),
  ];
  for (const { status, text } of answers) {
    assert.equal(status, 400, text.slice(0, 500));
    assert.ok(text.length < 16 * 1024, `${text.length} characters: ${text.slice(0, 500)}`);
  }
});

test('of somebody who is not known yet no more is read than a sign-in takes', async (t) => {
  const app = await startApp(t, 'sqlite');
  const { status, json } = await browser(app.url).post('/Session', stray);
  assert.deepEqual([status, json.code, json.detail], [413, 'body_too_large', 'A body may have at most 32 KiB here.']);
});

onBothEngines(
  'a list of more items than a record holds is refused about as soon as its body is read',
  async (engine) => {
    const app = await sharedApp(engine);
    const key = await app.key(await app.account());
    const route = { Name: 'Round', Stops: Array(340_000).fill({}) };
    const text = JSON.stringify(route);
    const [reading] = await longestTurns(async () => JSON.parse(text));
    const [longest] = await longestTurns(async () => {
      const { status, json } = await key.post('/api/Routes', route);
      assert.deepEqual([status, json.code], [413, 'record_too_large']);
      assert.match(json.detail, /would be at least \d+ bytes of JSON; a record has at most 262144/);
    });
    // To make them all first took forty times as long.
    assert.ok(longest! < 10 * reading!, `${longest} ms; the body is read in ${reading} ms`);
  },
);

onBothEngines('lines that no record can hold are refused before what they name is looked up', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { json: vendor } = await key.post('/api/Vendors', { Name: 'Vendor' });
  const order = { Name: 'Order', VendorID: vendor.ID };
  const linesFor = (count: number) => Array.from({ length: count }, (_, n) => ({ ProductID: 1_000 + n, Quantity: 1 }));
  const many = await key.post('/api/PurchaseOrders', { ...order, Lines: linesFor(20_000) });
  assert.deepEqual([many.status, many.json.code], [413, 'record_too_large'], many.text.slice(0, 300));
  const { json: kept } = await key.post('/api/PurchaseOrders', order);
  const patch = [{ op: 'replace', path: '/Lines', value: linesFor(20_000) }];
  const patched = await key.patch(`/api/PurchaseOrders/${kept.ID}`, patch);
  assert.deepEqual([patched.status, patched.json.code], [413, 'record_too_large'], patched.text.slice(0, 300));
  const few = await key.post('/api/PurchaseOrders', { ...order, Lines: linesFor(1_100) });
  assert.deepEqual([few.status, few.json.code], [400, 'invalid_record'], 'what may fit is judged by what it names');
});

/** In milliseconds, of five. */
function quickest(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}
