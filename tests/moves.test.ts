// Where a record can move: every state of its type, as the patch that would move it there would be judged.

import assert from 'node:assert/strict';
import type { JsonObject } from '../src/lib/json.ts';
import { type Client, onBothEngines, onEitherEngine } from './support/app.ts';
import { createOneOfEach } from './support/minimal-records.ts';
import { sharedApp } from './support/shared-app.ts';

interface Move {
  readonly to: string;
  readonly allowed: boolean;
  readonly blockers: { readonly code: string; readonly message: string; readonly pointer: string }[];
  readonly asks: string[];
  readonly sets: string[];
  readonly events: string[];
}

const statesOf = {
  WorkOrders: ['Open', 'InProgress', 'OnHold', 'Completed', 'Cancelled'],
  Tasks: ['Open', 'InProgress', 'Completed', 'Cancelled'],
  Jobs: ['Scheduled', 'InProgress', 'OnHold', 'Completed', 'Cancelled'],
  Forms: ['Draft', 'Submitted', 'Dismissed'],
  PurchaseOrders: ['Draft', 'PendingApproval', 'Approved', 'Sent', 'PartiallyFulfilled', 'Completed', 'Cancelled'],
  Routes: ['Planned', 'InProgress', 'Completed', 'Cancelled'],
  Employees: ['Active', 'OnLeave', 'Terminated'],
  Users: ['Invited', 'Active', 'Disabled'],
  FormTemplates: ['Draft', 'Published', 'Archived'],
};
type Type = keyof typeof statesOf;

async function movesOf(key: Client, path: string): Promise<Record<string, Move>> {
  const reply = await key.get(`${path}/Moves`);
  assert.equal(reply.status, 200, reply.text);
  return Object.fromEntries(reply.json.map((move: Move) => [move.to, move]));
}

onEitherEngine('every move does what was said of it, on every type and from every state', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const ids = await createOneOfEach(key, 'first');
  let made = 0;
  for (const [type, states] of Object.entries(statesOf) as [Type, string[]][]) {
    for (const from of states) {
      const first = await create(key, type, bodyFor(type, from, ids, ++made));
      const moves = await movesOf(key, first);
      assert.deepEqual(Object.keys(moves), states, 'in their order');
      for (const to of states) {
        const move = moves[to]!;
        const path = await create(key, type, bodyFor(type, from, ids, ++made));
        const before = (await key.get(path)).json;
        const reply = await key.patch(path, [{ op: 'replace', path: '/Status', value: to }]);
        const what = `${type} ${from} -> ${to}: ${JSON.stringify(move)}, ${reply.status} ${reply.text}`;
        if (from === to) {
          assert.deepEqual([reply.status, move.allowed, move.blockers[0]?.pointer], [200, false, '/Status'], what);
          assert.match(move.blockers[0]!.message, new RegExp(`is ${to} already`));
          continue;
        }
        assert.equal(move.allowed, reply.status === 200, what);
        if (reply.status === 200) {
          const own = ['Status', 'UpdatedOn'];
          const changed = Object.keys(before).filter(
            (field) => !own.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(reply.json[field]),
          );
          assert.deepEqual([move.blockers, move.sets], [[], changed], what);
        } else {
          const { code, detail, errors } = reply.json;
          const expected = errors
            ? errors.map(({ pointer, message }: Move['blockers'][number]) => ({ code, message, pointer }))
            : [{ code, message: detail, pointer: '/Status' }];
          assert.deepEqual([move.blockers, move.sets, move.events], [expected, [], []], what);
        }
      }
    }
  }
});

function bodyFor(type: Type, status: string, ids: Record<string, number>, mark: number): JsonObject {
  const state = { Status: status };
  switch (type) {
    case 'Users':
      return { ...state, Email: `u${mark}@example.com` };
    case 'Employees':
      return { ...state, FirstName: 'A', LastName: 'B' };
    case 'Forms':
      return { ...state, Name: 'x', FormTemplateID: ids.FormTemplates! };
    case 'PurchaseOrders': {
      if (!['Sent', 'PartiallyFulfilled', 'Completed'].includes(status)) return state;
      const QuantityReceived = { Sent: 0, PartiallyFulfilled: 1, Completed: 2 }[status]!;
      return { ...state, VendorID: ids.Vendors!, Lines: [{ Quantity: 2, QuantityReceived }] };
    }
    default:
      return { ...state, Name: 'x' };
  }
}

async function create(key: Client, type: string, body: JsonObject): Promise<string> {
  // A user that a key makes starts as Invited.
  const { Status, ...others } = body;
  const reply = await key.post(`/api/${type}`, type === 'Users' ? others : body);
  assert.equal(reply.status, 201, `${type} ${JSON.stringify(body)}: ${reply.text}`);
  const path = reply.headers.get('location')!;
  if (type === 'Users' && Status !== undefined)
    assert.equal((await key.patch(path, [{ op: 'replace', path: '/Status', value: Status }])).status, 200);
  return path;
}

onBothEngines('a move asks for what belongs to it and is missing, and says what it sets and tells', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const order = await create(key, 'WorkOrders', { Name: 'Leak', CompletionNotes: 'Done' });
  const moves = await movesOf(key, order);
  assert.deepEqual(moves.Completed, {
    to: 'Completed',
    allowed: true,
    blockers: [],
    asks: ['LabourMinutes'],
    sets: ['CompletedOn'],
    events: ['Updated', 'Completed'],
  });
  assert.deepEqual([moves.OnHold!.asks, moves.OnHold!.sets, moves.OnHold!.events], [['HoldReason'], [], ['Updated']]);
  assert.deepEqual(moves.Cancelled!.asks, ['CancelReason']);

  const person = await movesOf(key, await create(key, 'Employees', { FirstName: 'A', LastName: 'B' }));
  assert.deepEqual([person.Terminated!.asks, person.Terminated!.sets], [['TerminatedOn'], ['TerminatedOn']]);
});

onBothEngines(
  'a purchase order says what it lacks to be sent, and which lines completing would close',
  async (engine) => {
    const app = await sharedApp(engine);
    const key = await app.key(await app.account());
    const vendor = (await key.post('/api/Vendors', { Name: 'Northgate' })).json.ID;
    const path = await create(key, 'PurchaseOrders', {});
    const { Sent } = await movesOf(key, path);
    assert.deepEqual([Sent!.allowed, Sent!.asks], [false, ['VendorID', 'Lines']]);
    assert.deepEqual(
      Sent!.blockers.map(({ code, pointer }) => [code, pointer]),
      [
        ['invalid_record', '/Lines'],
        ['invalid_record', '/VendorID'],
      ],
    );
    await key.patch(path, [
      { op: 'replace', path: '/VendorID', value: vendor },
      { op: 'replace', path: '/Lines', value: [{ Quantity: 2 }, { Quantity: 1 }] },
      { op: 'replace', path: '/Status', value: 'Sent' },
    ]);
    const { Completed, Draft } = await movesOf(key, path);
    assert.deepEqual([Completed!.allowed, Completed!.asks], [true, ['Lines']]);
    assert.deepEqual(Completed!.sets, ['CompletedOn', 'Lines', 'ReceivedPercent']);
    assert.deepEqual([Draft!.allowed, Draft!.blockers[0]!.code, Draft!.asks], [false, 'state_not_allowed', []]);
  },
);

onBothEngines('a form says which answers are missing', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const Fields = [{ FieldID: 'closes', Label: 'Closes by itself', Type: 'YesNo', Required: true }];
  await create(key, 'FormTemplates', { Name: 'Doors', Fields });
  const path = await create(key, 'Forms', { Name: 'Door 1', FormTemplateID: 1 });
  const { Submitted } = await movesOf(key, path);
  assert.deepEqual([Submitted!.allowed, Submitted!.asks], [false, ['Answers']]);
  assert.match(Submitted!.blockers[0]!.message, /must answer closes/);
  await key.patch(path, [{ op: 'replace', path: '/Answers', value: [{ FieldID: 'closes', Value: 'Yes' }] }]);
  const answered = (await movesOf(key, path)).Submitted!;
  assert.deepEqual([answered.allowed, answered.asks, answered.events], [true, [], ['Submitted']]);
});

onBothEngines('moves are read by whoever may read, and make nothing', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const path = await create(key, 'Tasks', { Name: 'x' });
  const reader = await app.key(account, { preset: 'Reporting' });
  const before = (await key.get(path)).text;
  assert.equal((await movesOf(reader, path)).Completed!.allowed, true);
  assert.equal((await key.get(path)).text, before);
  const head = await reader.send('HEAD', `${path}/Moves`);
  assert.deepEqual([head.status, head.text], [200, '']);

  assert.equal((await key.get('/api/Tasks/77/Moves')).json.code, 'not_found');
  assert.equal((await key.get('/api/Tasks/x/Moves')).json.code, 'not_found');
  await create(key, 'Boards', { Name: 'x' });
  assert.equal((await key.get('/api/Boards/1/Moves')).status, 404, 'a type without states has none');
  assert.equal((await key.post(`${path}/Moves`, {})).headers.get('allow'), 'GET, HEAD');

  await app.shard.accounts.setFrozen(account, true);
  const frozen = await movesOf(key, path);
  assert.deepEqual([frozen.Completed!.allowed, frozen.Completed!.blockers[0]!.code], [false, 'account_frozen']);
});
