// What is proposed changes nothing until a person approves exactly what was seen; then it is the ordinary change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { ApprovalParts } from '../../src/approvals/approval-parts.ts';
import { approve as approveIt } from '../../src/approvals/decide.ts';
import { evaluate } from '../../src/approvals/evaluate.ts';
import { createEvaluationSession } from '../../src/approvals/evaluation-order.ts';
import type { Proposal } from '../../src/approvals/proposal.ts';
import { getProposal, listProposals } from '../../src/approvals/read-proposals.ts';
import { approvalParts } from '../../src/approving.ts';
import type { Json } from '../../src/lib/json.ts';
import { callerOf } from '../../src/people/person.ts';
import { Problem } from '../../src/problems.ts';
import { readSettings } from '../../src/settings.ts';
import { type Client, databaseUrl, onEitherEngine, type Reply, startApp } from '../support/app.ts';
import { waitingForLocks } from '../support/locks.ts';
import { type Browser, firm, PASSWORD, person, signedIn } from '../support/people.ts';

const DAY = 24 * 3_600_000;

onEitherEngine('a proposal waits, is shown as it stands, and is approved as it was seen', async (engine, t) => {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const app = await startApp(t, engine, {}, { clock });
  const { account, admin, home } = await firm(app);
  const writer = await app.key(account);
  const key = await app.key(account, { name: 'Fix-it', proposesOnly: true, submitter: 'ann@example.com' });
  const workOrder = async (fields: Record<string, Json> = {}) => {
    const made = await writer.post('/api/WorkOrders', { Name: 'Boiler', ...fields });
    assert.equal(made.status, 201, made.text);
    return made.json.ID as number;
  };
  const propose = async (body: Json, by: Client = key) => {
    const made = await by.post('/api/Proposals', body);
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const renaming = (id: number, value = 'Boiler, flat 15') => ({
    type: 'WorkOrders',
    id,
    patch: [{ op: 'replace', path: '/Name', value }],
    reason: 'The photos show flat 15',
  });
  const seen = async (id: number, by: Browser = admin) => (await by.get(`${home}/Proposals/${id}`)).json;
  const approve = async (id: number, by: Browser = admin, effect?: string): Promise<Reply> =>
    by.post(`${home}/Proposals/${id}/Approve`, { effect: effect ?? (await seen(id, by)).effect ?? 'none' });
  const record = async (id: number) => (await writer.get(`/api/WorkOrders/${id}`)).json;
  const patch = (id: number, path: string, value: Json) =>
    writer.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path, value }]);

  /** What the doors work with, and the admin as they know him. */
  const inPerson = async () => {
    const approvals = approvalParts(() => app.shard, readSettings({}), clock);
    const [known] = (await app.shard.people.withEmail('admin@example.com')).filter(
      (one) => one.account.id === account.id,
    );
    const moment = { createdOn: 0, seenOn: 0, askedOn: 0, confirmedOn: null, address: '', device: '' };
    const caller = callerOf({ ...known!, ...moment, id: 'ses_1', tokenHash: Buffer.alloc(32) }, clock.now());
    return { approvals, caller };
  };

  await t.test(
    'approving makes the change in the name of the person, once, and history, audit and events say so',
    async () => {
      const id = await workOrder();
      const made = await propose(renaming(id));
      assert.equal(made.state, 'pending');
      assert.equal(made.standing, 'applies');
      assert.deepEqual(made.changed, [{ field: 'Name', from: 'Boiler', to: 'Boiler, flat 15' }]);
      assert.equal((await record(id)).Name, 'Boiler', 'nothing is written');
      const shown = await seen(made.id);
      assert.deepEqual([shown.by.name, shown.for, shown.record.Name], ['Fix-it', 'ann@example.com', 'Boiler, flat 15']);
      const approved = await admin.post(`${home}/Proposals/${made.id}/Approve`, {
        effect: shown.effect,
        comment: 'Right',
      });
      assert.equal(approved.status, 200, approved.text);
      assert.deepEqual([approved.json.state, approved.json.madeVersion], ['approved', 2]);
      const now = await record(id);
      assert.deepEqual([now.Name, now.UpdatedBy], ['Boiler, flat 15', 'admin@example.com']);
      const [entry] = (await writer.get(`/api/WorkOrders/${id}/History`)).json;
      assert.deepEqual(
        [entry.by.kind, entry.by.id, entry.by.email],
        ['integration', key.integrationID, 'admin@example.com'],
      );
      assert.equal(entry.by.approvedBy.email, 'admin@example.com');
      const again = await approve(made.id, admin, shown.effect);
      assert.deepEqual([again.status, again.json.code], [409, 'proposal_decided']);
      assert.equal((await writer.get(`/api/WorkOrders/${id}`)).headers.get('etag'), '"2"');
      const told = (await key.get(`/api/Proposals/${made.id}`)).json;
      assert.deepEqual(
        [told.state, told.comment, told.decidedBy.name],
        ['approved', 'Right', approved.json.decidedBy.name],
      );
      const audit = (await admin.get(`${home}/Audit?about=Proposals/${made.id}`)).json;
      assert.deepEqual(
        [audit[0].what, audit[0].detail.comment, audit[0].detail.effect],
        ['proposal.approved', 'Right', shown.effect],
      );
    },
  );

  await t.test('creating and deleting are approved alike; a new record is named afterwards', async () => {
    const made = await propose({ type: 'WorkOrders', create: { Name: 'New', BoardID: null }, reason: 'asked for' });
    assert.equal((await approve(made.id)).status, 200);
    const { recordID } = await seen(made.id);
    assert.equal((await record(recordID)).CreatedBy, 'admin@example.com');
    const gone = await propose({ type: 'WorkOrders', id: recordID, delete: true, reason: 'twice' });
    assert.equal((await approve(gone.id)).status, 200);
    assert.equal((await record(recordID)).Deleted, true);
  });

  await t.test(
    'a record that moved on in another field: it still applies, and what it comes to is shown anew',
    async () => {
      const id = await workOrder();
      const made = await propose({
        type: 'WorkOrders',
        id,
        patch: [{ op: 'replace', path: '/LabourCost', value: 5 }],
        reason: 'r',
      });
      const before = await seen(made.id);
      await patch(id, '/PartsCost', 7);
      const after = await seen(made.id);
      assert.equal(after.standing, 'applies');
      assert.notEqual(after.effect, before.effect, 'the total is another');
      const stale = await approve(made.id, admin, before.effect);
      assert.deepEqual([stale.status, stale.json.code, stale.json.effect], [409, 'effect_changed', after.effect]);
      assert.equal((await approve(made.id, admin, after.effect)).status, 200);
      assert.equal((await record(id)).TotalCost, 12);
    },
  );

  await t.test('changed in the same field, or deleted: a conflict, which cannot be approved', async () => {
    const id = await workOrder();
    const made = await propose(renaming(id));
    const { effect } = await seen(made.id);
    await patch(id, '/Name', 'Pump');
    const clashing = await seen(made.id);
    assert.equal(clashing.standing, 'conflict');
    assert.deepEqual(clashing.clashes, [{ field: 'Name', was: 'Boiler', is: 'Pump' }]);
    const refused = await approve(made.id, admin, effect);
    assert.deepEqual([refused.status, refused.json.code], [409, 'proposal_conflict']);
    await patch(id, '/Name', 'Boiler');
    assert.equal((await seen(made.id)).standing, 'applies', 'taken back, it means the same again');
    await writer.delete(`/api/WorkOrders/${id}`);
    assert.equal((await seen(made.id)).standing, 'conflict');
    assert.equal((await approve(made.id, admin, effect)).status, 409);
    assert.equal((await record(id)).Name, 'Boiler');
  });

  await t.test('what the rules refuse by now fails, and whoever proposed it hears why', async () => {
    const asset = (await writer.post('/api/Assets', { Name: 'Lift' })).json.ID;
    const id = await workOrder();
    const made = await propose({
      type: 'WorkOrders',
      id,
      patch: [{ op: 'replace', path: '/AssetID', value: asset }],
      reason: 'r',
    });
    const { effect } = await seen(made.id);
    await writer.delete(`/api/Assets/${asset}`);
    assert.equal((await seen(made.id)).standing, 'refused');
    const refused = await approve(made.id, admin, effect);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_record']);
    const told = (await key.get(`/api/Proposals/${made.id}`)).json;
    assert.equal(told.state, 'failed');
    assert.match(told.refusal.detail, /AssetID/);
  });

  await t.test('an approver needs the right to write; a key cannot decide; rejecting needs a word', async () => {
    await person(app, account, 'reader@example.com', { Role: 'ReadOnly' });
    const reader = await signedIn(app, 'reader@example.com', PASSWORD);
    const made = await propose(renaming(await workOrder()));
    assert.equal((await seen(made.id, reader)).standing, 'applies', 'a reader sees it');
    assert.equal((await approve(made.id, reader)).status, 403);
    assert.equal((await key.post(`/api/Proposals/${made.id}/Approve`, { effect: made.effect })).status, 404);
    assert.equal((await admin.post(`${home}/Proposals/${made.id}/Reject`, { comment: ' ' })).status, 400);
    assert.equal((await admin.post(`${home}/Proposals/${made.id}/Reject`, { comment: 'Not that one' })).status, 200);
    const told = (await key.get(`/api/Proposals/${made.id}`)).json;
    assert.deepEqual([told.state, told.comment], ['rejected', 'Not that one']);
    assert.equal((await admin.post(`${home}/Proposals`, renaming(1))).status, 405, 'people write themselves');
  });

  await t.test('two approvers at once: one change, one is told that it is decided', async () => {
    await person(app, account, 'joe@example.com', { Role: 'Manager' });
    const joe = await signedIn(app, 'joe@example.com', PASSWORD);
    const id = await workOrder();
    const made = await propose(renaming(id));
    const [mine, his] = [(await seen(made.id)).effect, (await seen(made.id, joe)).effect];
    const replies = await Promise.all([
      approve(made.id, admin, mine),
      approve(made.id, joe, his),
      approve(made.id, admin, mine),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal((await writer.get(`/api/WorkOrders/${id}`)).headers.get('etag'), '"2"');
  });

  await t.test(
    'a plan is approved in its order and stops at the step that fails; exactly those that were seen',
    async () => {
      const asset = (await writer.post('/api/Assets', { Name: 'Pump' })).json.ID;
      const ids = [await workOrder(), await workOrder(), await workOrder()];
      const steps = [
        renaming(ids[0]!, 'one'),
        { type: 'WorkOrders', id: ids[1]!, patch: [{ op: 'replace', path: '/AssetID', value: asset }], reason: 'r' },
        renaming(ids[2]!, 'three'),
      ];
      const plan = await propose({ title: 'Three things', steps });
      assert.deepEqual(
        plan.map((one: { order: number; planTitle: string; planSize: number }) => [
          one.order,
          one.planTitle,
          one.planSize,
        ]),
        [1, 2, 3].map((n) => [n, 'Three things', 3]),
      );
      const items = await Promise.all(
        plan.map(async ({ id }: { id: number }) => ({ id, effect: (await seen(id)).effect })),
      );
      const late = await propose(renaming(await workOrder()));
      await writer.delete(`/api/Assets/${asset}`);
      const reply = await admin.post(`${home}/Proposals/Approve`, { items: items.reverse(), comment: 'ok' });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(
        reply.json.map((one: { outcome: string }) => one.outcome),
        ['skipped', 'failed', 'approved'],
      );
      assert.match(reply.json[0].problem.detail, /Step 2/);
      assert.deepEqual([(await record(ids[0]!)).Name, (await record(ids[2]!)).Name], ['one', 'Boiler']);
      assert.equal((await seen(plan[2].id)).state, 'pending');
      assert.equal((await seen(late.id)).state, 'pending', 'what came since is left alone');
    },
  );

  /** A step each, on the same record. */
  const inSteps = (type: string, id: number, patches: Json[]) => ({
    title: 'One after the other',
    steps: patches.map((operation) => ({ type, id, patch: [operation], reason: 'r' })),
  });
  const put = (field: string, value: Json) => ({ op: 'replace', path: `/${field}`, value });

  await t.test('steps on one record build on each other: a later one waits for the earlier', async () => {
    const id = await workOrder();
    const plan = await propose({
      title: 'Close it',
      steps: [
        { type: 'WorkOrders', id, patch: [{ op: 'replace', path: '/Status', value: 'InProgress' }], reason: 'a' },
        { type: 'WorkOrders', id, patch: [{ op: 'replace', path: '/Status', value: 'Completed' }], reason: 'b' },
      ],
    });
    const second = await seen(plan[1].id);
    assert.deepEqual([second.standing, second.after, second.effect], ['applies', 1, plan[1].effect]);
    assert.deepEqual(second.changed[0], { field: 'Status', from: 'InProgress', to: 'Completed' });
    assert.deepEqual((await approve(plan[1].id)).json.after, 1);
    assert.equal((await seen(plan[1].id)).state, 'pending');
    const line = { Description: 'Filter', Quantity: 1, Unit: 'ea', UnitCost: 2 };
    const order = (await writer.post('/api/PurchaseOrders', { Lines: [] })).json.ID;
    const add = { op: 'add', path: '/Lines/-', value: line };
    const lines = await propose(inSteps('PurchaseOrders', order, [add, add]));
    const onStamps = [
      [put('Status', 'Completed'), put('CompletedOn', '2026-11-01T00:00:00Z')],
      [put('Status', 'Completed'), put('Status', 'Open')],
      [put('Status', 'InProgress'), put('StartedOn', '2026-11-01T00:00:00Z')],
    ];
    const stamped: (typeof lines)[] = [];
    for (const steps of onStamps) stamped.push(await propose(inSteps('WorkOrders', await workOrder(), steps)));
    for (const proposed of [plan, lines, ...stamped]) {
      const listed: { id: number; effect: string; standing: string }[] = (
        await admin.get(`${home}/Proposals?plan=${proposed[0].id}&orderby=id`)
      ).json;
      const items = listed.map(({ id, effect }) => ({ id, effect }));
      assert.deepEqual(
        items,
        proposed.map(({ id, effect }: (typeof items)[0]) => ({ id, effect })),
        'as proposed',
      );
      const done = await admin.post(`${home}/Proposals/Approve`, { items });
      assert.deepEqual(
        [listed.map(({ standing }) => standing), done.json.map(({ outcome }: { outcome: string }) => outcome)],
        [
          ['applies', 'applies'],
          ['approved', 'approved'],
        ],
        done.text,
      );
    }
    assert.equal((await record(id)).Status, 'Completed');
    assert.equal((await writer.get(`/api/PurchaseOrders/${order}`)).json.Lines.length, 2);
    const corrected = await workOrder();
    const [done, reopened] = await propose(inSteps('WorkOrders', corrected, onStamps[1]!));
    assert.equal((await approve(done.id)).status, 200);
    await patch(corrected, '/CompletedOn', '2026-11-02T00:00:00Z');
    const early = await approve(reopened.id, admin, reopened.effect);
    assert.equal(early.json.code, 'effect_changed', 'what somebody else has stamped is lost only where it was seen');
    const broken = await key.post('/api/Proposals', {
      title: 'x',
      steps: [renaming(id, 'y'), { type: 'WorkOrders', create: { Nmae: 'z' }, reason: 'r' }],
    });
    assert.deepEqual([broken.status, broken.json.step], [400, 2]);
    assert.match(broken.json.errors[0].pointer, /^\/steps\/1\//);
  });

  await t.test('what the steps of a plan make of one record is not taken for the doing of somebody else', async () => {
    const line = { Description: 'Filter', Quantity: 1, Unit: 'ea', UnitCost: 2 };
    const order = (await writer.post('/api/PurchaseOrders', { Lines: [line] })).json.ID;
    const add = { op: 'add', path: '/Lines/-', value: line };
    const start = [put('Status', 'InProgress'), put('StartedOn', '2026-11-01T00:00:00Z')];
    const due = ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'].map((day) => put('DueOn', day));
    const plans = [
      inSteps('PurchaseOrders', order, [add, add, add]),
      inSteps('WorkOrders', await workOrder(), start),
      inSteps('WorkOrders', await workOrder(), [put('Name', 'Pump'), ...due]),
    ];
    for (const plan of plans) {
      const made = await propose(plan);
      const { type, id } = plan.steps[0]!;
      if (type === 'WorkOrders') await patch(id, '/Description', 'By somebody else, who wrote something else');
      for (const { id, order } of made) {
        const reply = await approve(id);
        assert.equal(reply.status, 200, `step ${order}: ${reply.text}`);
      }
    }
    const id = await workOrder();
    const [first, second] = await propose(inSteps('WorkOrders', id, [...start, put('Name', 'Pump')]));
    assert.equal((await seen(second.id)).standing, 'applies', 'what a step that waits stamps is another at each look');
    assert.equal((await approve(first.id)).status, 200);
    await patch(id, '/Description', 'By somebody else, who wrote something else in between');
    assert.equal((await seen(second.id)).standing, 'applies');
    await patch(id, '/StartedOn', '2026-11-02T00:00:00Z');
    const { standing, clashes } = await seen(second.id);
    assert.deepEqual(
      [standing, clashes[0].field, clashes[0].is],
      ['conflict', 'StartedOn', '2026-11-02T00:00:00.000Z'],
    );
  });

  await t.test('what a step leaves on a record may lead to a new one: the next step finds it there', async () => {
    const line = { Description: 'Filter', Quantity: 1, Unit: 'ea', UnitCost: 2 };
    const order = (await writer.post('/api/PurchaseOrders', { Lines: [line] })).json.ID;
    const tasks = [1, 2].map(async () => (await writer.post('/api/Tasks', { Name: 'Valve' })).json.ID as number);
    const [task, other] = await Promise.all(tasks);
    const creating = (type: string, create: Json) => ({ type, create, reason: 'r' });
    const adding = (value: Json) => ({ op: 'add', path: '/Lines/-', value });
    const onTask = (id: number) => [
      creating('WorkOrders', { Name: 'Leak' }),
      { type: 'Tasks', id, patch: [put('WorkOrderID', { step: 1 })], reason: 'r' },
      { type: 'Tasks', id, patch: [put('Notes', 'x')], reason: 'r' },
      {
        ...{ type: 'Tasks', id, reason: 'r' },
        patch: [{ op: 'test', path: '/WorkOrderID', value: { step: 1 } }, put('Name', 'u')],
      },
    ];
    const ordering = [
      creating('Products', { SKU: 'Belt', Name: 'Belt' }),
      ...inSteps('PurchaseOrders', order, [adding({ ...line, ProductID: { step: 1 } }), adding(line)]).steps,
    ];
    const madeUp = /9007199254\d{6}/;
    const { approvals, caller } = await inPerson();
    const kept = async (id: number) => (await approvals.proposals(caller).find(id, clock.now()))!;
    for (const steps of [ordering, onTask(task!)]) {
      const plan: { id: number; effect: string }[] = await propose({ title: 'New, and used', steps });
      assert.doesNotMatch(JSON.stringify(plan), madeUp);
      for (const { id, effect } of plan) {
        assert.doesNotMatch(JSON.stringify([await seen(id), (await kept(id)).base]), madeUp);
        const reply = await approve(id, admin, effect);
        assert.equal(reply.status, 200, reply.text);
      }
    }
    const [first, second, third, last] = await propose({ title: 'New, and used', steps: onTask(other!) });
    const { record, after } = await seen(third.id);
    assert.deepEqual([record.WorkOrderID, after], [{ step: 1 }, 2]);
    for (const { id } of [first, second]) assert.equal((await approve(id)).status, 200);
    const waiting = await seen(last.id);
    assert.deepEqual([waiting.record.WorkOrderID, waiting.after], [(await seen(first.id)).recordID, 3], 'it is made');
    assert.equal(waiting.effect, last.effect);
    const { base, ...proposal } = await kept(last.id);
    const earlier = { ...proposal, base: { ...base!, values: { ...base!.values, WorkOrderID: 2 ** 53 - 2 } } };
    assert.deepEqual(base!.values.WorkOrderID, { step: 1 });
    const stood = await evaluate(approvals, caller, [earlier]);
    assert.deepEqual(stood instanceof Problem || stood[0]!.clashes, [], 'as an earlier version kept it');
    await writer.patch(`/api/Tasks/${other}`, [put('WorkOrderID', null)]);
    assert.equal((await approve(third.id)).status, 200);
    const made = (await seen(first.id)).recordID;
    assert.deepEqual((await seen(last.id)).clashes, [{ field: 'WorkOrderID', was: made, is: null }]);
  });

  await t.test('of the steps before it only those are read in full that have been made', async () => {
    const id = await workOrder();
    const start = put('StartedOn', '2026-11-01T00:00:00Z');
    const plan = inSteps('WorkOrders', id, [put('Name', 'Pump'), put('Status', 'InProgress'), put('Name', 'P'), start]);
    const [name, status, , last] = await propose(plan);
    const { approvals, caller } = await inPerson();
    const read: number[] = [];
    const watched: ApprovalParts = {
      ...approvals,
      proposals(of) {
        const store = approvals.proposals(of);
        const find: typeof store.find = (id, now) => {
          read.push(id);
          return store.find(id, now);
        };
        return {
          ...store,
          find,
          these: async (ids, now) => (await Promise.all(ids.map((id) => find(id, now)))) as Proposal[],
        };
      },
    };
    const standing = async () => {
      read.length = 0;
      const stood = await evaluate(watched, caller, [(await approvals.proposals(caller).find(last.id, clock.now()))!]);
      return stood instanceof Problem ? stood.detail : stood[0]!.after;
    };
    assert.deepEqual([await standing(), read], [1, []]);
    for (const { id } of [name, status]) assert.equal((await approve(id)).status, 200);
    assert.deepEqual([await standing(), read], [3, [status.id]]);
  });

  await t.test(
    'a later step that can never be is refused with its number, and nothing of the plan is kept',
    async () => {
      const [{ id: last }] = (await key.get('/api/Proposals?take=1')).json;
      const id = await workOrder();
      for (const [wrong, status] of [
        [put('DueOn', 'next Tuesday'), 400],
        [put('Name', 'Pump'), 409],
        [{ op: 'test', path: '/Name', value: 'Boiler' }, 409],
      ] as const) {
        const refused = await key.post('/api/Proposals', inSteps('WorkOrders', id, [put('Name', 'Pump'), wrong]));
        assert.deepEqual([refused.status, refused.json.step], [status, 2], refused.text);
      }
      assert.equal((await key.get('/api/Proposals?take=1')).json[0].id, last);
    },
  );

  await t.test('a later step that would apply by itself waits, too', async () => {
    const id = await workOrder();
    const steps = [renaming(id), { type: 'WorkOrders', id, delete: true, reason: 'r' }];
    const [first, second] = await propose({ title: 'Rename, then delete', steps });
    const { standing, after, effect } = await seen(second.id);
    assert.deepEqual([second.standing, second.after, standing, after], ['applies', 1, 'applies', 1]);
    const early = await approve(second.id);
    assert.deepEqual([early.status, early.json.after], [409, 1]);
    const items = [first.id, second.id].map((id) => ({ id, effect: id === first.id ? first.effect : effect }));
    const done = await admin.post(`${home}/Proposals/Approve`, { items });
    assert.deepEqual(
      done.json.map(({ outcome }: { outcome: string }) => outcome),
      ['approved', 'approved'],
      done.text,
    );
  });

  await t.test('a later step on the same record is shown as it was proposed: after those before it', async () => {
    const [id, other] = [await workOrder(), await workOrder()];
    const cost = (of: number, field: string, value: number) => inSteps('WorkOrders', of, [put(field, value)]).steps;
    const steps = [...cost(id, 'LabourCost', 10), ...cost(other, 'LabourCost', 7), ...cost(id, 'PartsCost', 5)];
    const plan: { id: number; effect: string; changed: Json }[] = await propose({ title: 'Costs', steps });
    const last = plan[2]!;
    const total = { field: 'TotalCost', from: 10, to: 15 };
    const listed = (await admin.get(`${home}/Proposals?take=1&id=${last.id}`)).json[0];
    const edited = (await admin.post(`${home}/Proposals/${last.id}/DryRun`, { patch: [put('PartsCost', 5)] })).json;
    for (const { effect, changed, after } of [await seen(last.id), listed, edited]) {
      assert.deepEqual([effect, changed, after], [last.effect, [{ field: 'PartsCost', from: 0, to: 5 }, total], 1]);
    }
    const { approvals, caller } = await inPerson();
    const rehearsed: number[] = [];
    const watched: ApprovalParts = {
      ...approvals,
      records(of) {
        const store = approvals.records(of);
        const rehearse: typeof store.rehearse = (changes) => {
          rehearsed.push(...changes.map(({ id }) => id as number));
          return store.rehearse(changes);
        };
        return { ...store, rehearse };
      },
    };
    await evaluate(watched, caller, [(await approvals.proposals(caller).find(last.id, clock.now()))!]);
    assert.deepEqual(rehearsed, [id, id, id], 'by itself, and after the one on its record');
    rehearsed.length = 0;
    const texts = ['Name', 'Description', 'Category', 'RequesterName', 'CompletionNotes'].map((field) =>
      put(field, 'a'),
    );
    const each = [...texts, put('LabourCost', 1), put('PartsCost', 2)];
    const long: { id: number; order: number }[] = await propose(inSteps('WorkOrders', await workOrder(), each));
    const page = await listProposals(watched, caller, `plan=${long[0]!.id}`);
    assert.ok(!(page instanceof Problem));
    const shown = (await Array.fromAsync(page.shown)).map((text) => JSON.parse(text));
    const told = shown.map(({ order, standing, after }) => [order, standing, after]);
    assert.deepEqual(told, [...long.map(({ order }) => [order, 'applies', order === 1 ? null : 1])].reverse());
    assert.equal(rehearsed.length, 2 * long.length, 'each by itself and in its turn, also behind the first five');
    const looks = createEvaluationSession(approvals, caller);
    const standingOf = async (n: number) =>
      evaluate(approvals, caller, [(await approvals.proposals(caller).find(long[n]!.id, clock.now()))!], { looks });
    await standingOf(4);
    await assert.rejects(standingOf(2), /in their order/, 'the course has gone past it');
    const early = await approve(last.id, admin, last.effect);
    assert.deepEqual([early.status, early.json.after], [409, 1], early.text);
    const items = plan.map(({ id, effect }) => ({ id, effect }));
    const done = await admin.post(`${home}/Proposals/Approve`, { items });
    assert.deepEqual(
      done.json.map(({ outcome }: { outcome: string }) => outcome),
      plan.map(() => 'approved'),
      done.text,
    );
    assert.equal((await record(id)).TotalCost, 15);
  });

  await t.test('steps that exclude each other are refused, with the number of the later one', async () => {
    const made = async (type: string, fields: Json) => (await writer.post(`/api/${type}`, fields)).json.ID as number;
    const creating = (type: string, create: Json) => ({ type, create, reason: 'r' });
    const moving = (id: number, to: Json) => ({
      ...{ type: 'Locations', id, patch: [put('ParentLocationID', to)], reason: 'r' },
    });
    const top = await made('Locations', { Name: 'Top' });
    const [left, right] = [await made('Locations', { Name: 'Left' }), await made('Locations', { Name: 'Right' })];
    const below = await made('Locations', { Name: 'Below', ParentLocationID: right });
    const asset = await made('Assets', { Name: 'Lift', AssetNumber: 'A-1' });
    const other = await made('Assets', { Name: 'Door' });
    const numbered = (id: number) => ({ type: 'Assets', id, patch: [put('AssetNumber', 'N-1')], reason: 'r' });
    const removed = { type: 'Assets', id: asset, delete: true, reason: 'r' };
    const excluding: Record<string, [Json, Json]> = {
      'around by a new one': [creating('Locations', { Name: 'New', ParentLocationID: top }), moving(top, { step: 1 })],
      'around by one that was moved': [moving(left, below), moving(right, left)],
      'one number for two': [
        creating('Assets', { Name: 'A', AssetNumber: 'N-1' }),
        creating('Assets', { Name: 'B', AssetNumber: 'N-1' }),
      ],
      'a number that another gets': [numbered(other), creating('Assets', { Name: 'B', AssetNumber: 'N-1' })],
      'a deleted one': [removed, creating('WorkOrders', { Name: 'B', AssetID: asset })],
    };
    for (const [name, steps] of Object.entries(excluding)) {
      const refused = await key.post('/api/Proposals', { title: name, steps });
      assert.deepEqual([refused.json.step, refused.status >= 400], [2, true], `${name}: ${refused.text}`);
    }
    const fitting = [
      moving(left, below),
      creating('Locations', { Name: 'New', ParentLocationID: left }),
      moving(top, { step: 2 }),
    ];
    await propose({ title: 'Deeper', steps: fitting });
  });

  await t.test(
    'new records of one plan are shown with the numbers that they will have, one after the other',
    async () => {
      const { Number: last } = (await writer.post('/api/PurchaseOrders', {})).json;
      const steps = Array.from({ length: 50 }, () => ({ type: 'PurchaseOrders', create: {}, reason: 'r' }));
      const plan: { id: number; body: Json; changed: { field: string; to: string }[] }[] = await propose({
        title: 'Fifty',
        steps,
      });
      const expected = plan.map((_, n) => `PO-${String(Number(last.slice(3)) + n + 1).padStart(6, '0')}`);
      const numberIn = ({ changed }: (typeof plan)[number]) => changed.find(({ field }) => field === 'Number')?.to;
      assert.deepEqual(plan.map(numberIn), expected);
      const listed = (await admin.get(`${home}/Proposals?take=50&plan=${plan[0]!.id}`)).json as typeof plan;
      assert.deepEqual(listed.map(numberIn).toSorted(), expected, 'to whoever decides, too');
      for (const [n, { id }] of plan.slice(0, 2).entries()) {
        const { recordID } = (await approve(id)).json;
        assert.equal((await writer.get(`/api/PurchaseOrders/${recordID}`)).json.Number, expected[n]);
      }
      assert.equal(numberIn(await seen(plan[2]!.id)), expected[2]);
    },
  );

  await t.test(
    'what a step gives back is there for those after it, and the plan is approved as it was seen',
    async () => {
      const made = async (type: string, fields: Json) => (await writer.post(`/api/${type}`, fields)).json.ID as number;
      const lift = (fields: Json) => made('Assets', { Name: 'Lift', ...(fields as object) });
      const creating = (type: string, create: Json) => ({ type, create, reason: 'r' });
      const changing = (type: string, id: number, patch: Json) => ({ type, id, patch: [patch], reason: 'r' });
      const removing = (type: string, id: number) => ({ type, id, delete: true, reason: 'r' });
      const [a, b, old, gone, moved] = [
        await lift({ AssetNumber: 'R-1' }),
        await lift({}),
        await lift({ AssetNumber: 'R-2' }),
        await lift({ Deleted: true }),
        await lift({ AssetNumber: 'R-5' }),
      ];
      const field = (FieldID: string) => ({ FieldID, Label: FieldID, Type: 'Text' });
      const template = await made('FormTemplates', { Name: 'T', Status: 'Published', Fields: [field('a')] });
      const form = { Name: 'F', FormTemplateID: template, Answers: [{ FieldID: 'b', Value: 'yes' }] };
      const fitting: Record<string, Json[]> = {
        'a number that another gives up': [
          changing('Assets', a, put('AssetNumber', 'R-3')),
          changing('Assets', b, put('AssetNumber', 'R-1')),
        ],
        'the number of one that is deleted': [
          removing('Assets', old),
          creating('Assets', { Name: 'L', AssetNumber: 'R-2' }),
        ],
        'one that is restored': [
          changing('Assets', gone, put('Deleted', false)),
          creating('WorkOrders', { Name: 'W', AssetID: gone }),
        ],
        'a question that is added': [
          changing('FormTemplates', template, { op: 'add', path: '/Fields/-', value: field('b') }),
          creating('Forms', form),
        ],
        'a number for one that is renamed before': [
          changing('Assets', a, put('AssetNumber', 'R-4')),
          changing('Assets', b, put('Name', 'Lift 2')),
          changing('Assets', b, put('AssetNumber', 'R-3')),
        ],
        'the number of one that is deleted, in a new place': [
          removing('Assets', moved),
          creating('Locations', { Name: 'Hall' }),
          creating('Assets', { Name: 'L', AssetNumber: 'R-5', LocationID: { step: 2 } }),
        ],
      };
      type Shown = { id: number; effect: string; standing: string; after: number | null };
      for (const [title, steps] of Object.entries(fitting)) {
        const plan: Shown[] = await propose({ title, steps });
        const items = await Promise.all(plan.map(({ id }) => seen(id)));
        const shown = items.map(({ standing, after }: Shown) => [standing, after]);
        const last = plan.at(-1)!;
        assert.deepEqual(
          shown,
          plan.map((step) => ['applies', step === last ? 1 : null]),
          title,
        );
        const early = await approve(last.id);
        assert.deepEqual([early.status, early.json.after], [409, 1], early.text);
        const done = await admin.post(`${home}/Proposals/Approve`, {
          items: items.map(({ id, effect }: Shown) => ({ id, effect })),
        });
        assert.deepEqual(
          done.json.map(({ outcome }: { outcome: string }) => outcome),
          plan.map(() => 'approved'),
          `${title}: ${done.text}`,
        );
      }
      const excluding = [
        changing('Assets', a, put('AssetNumber', 'R-6')),
        changing('Assets', b, put('AssetNumber', 'R-4')),
        creating('Assets', { Name: 'L', AssetNumber: 'R-4' }),
      ];
      const refused = await key.post('/api/Proposals', { title: 'Given back to one, not to two', steps: excluding });
      assert.deepEqual([refused.status, refused.json.step], [409, 3], refused.text);
    },
  );

  await t.test('the last admin is who the steps before leave as one', async () => {
    const { account, admin, home } = await firm(app);
    const key = await app.key(account, { name: 'Fix-it', preset: 'Full' });
    const { ID: first } = (await key.get('/api/Users')).json[0];
    const second = await person(app, account, 'bo@example.com', { Role: 'Manager' });
    const role = (id: number, to: string) => ({ type: 'Users', id, patch: [put('Role', to)], reason: 'r' });
    const handed = [role(second, 'Admin'), role(first, 'Manager')];
    const plan = await propose({ title: 'Handed over', steps: handed }, key);
    const none = await key.post('/api/Proposals', { title: 'Nobody', steps: [...handed, role(second, 'Manager')] });
    assert.deepEqual([none.status, none.json.step], [409, 3], none.text);
    for (const { id } of plan) {
      const { effect } = (await admin.get(`${home}/Proposals/${id}`)).json;
      const reply = await admin.post(`${home}/Proposals/${id}/Approve`, { effect });
      assert.equal(reply.status, 200, reply.text);
    }
  });

  await t.test('a later step is in conflict with what somebody else has made of its field meanwhile', async () => {
    const notes = (id: number, value: string) => ({
      type: 'WorkOrders',
      id,
      patch: [{ op: 'replace', path: '/Description', value }],
      reason: value,
    });
    for (const first of ['rejected', 'edited'] as const) {
      const id = await workOrder({ Description: 'a' });
      const [one, two] = await propose({ title: 'Two steps', steps: [notes(id, 'b'), notes(id, 'c')] });
      if (first === 'rejected') {
        assert.equal((await admin.post(`${home}/Proposals/${one.id}/Reject`, { comment: 'No' })).status, 200);
        // As many versions as the step would have made.
        await patch(id, '/Description', 'z');
      } else {
        const own = { patch: notes(id, 'z').patch };
        const { effect } = (await admin.post(`${home}/Proposals/${one.id}/DryRun`, own)).json;
        assert.equal((await admin.post(`${home}/Proposals/${one.id}/Approve`, { effect, ...own })).status, 200);
      }
      const shown = await seen(two.id);
      assert.deepEqual(
        [shown.standing, shown.clashes],
        ['conflict', [{ field: 'Description', was: 'b', is: 'z' }]],
        first,
      );
      assert.equal((await approve(two.id)).status, 409);
      assert.equal((await record(id)).Description, 'z');
    }
  });

  await t.test('whoever proposes is told that it will hear of it: what a person approves is not its own', async () => {
    const hook = { entityType: 'WorkOrders', action: 'Updated', targetUrl: 'https://x.example.com/hook' };
    const subscriber = await app.key(account, { name: 'Hears', submitter: 'ann@example.com' });
    assert.equal((await subscriber.post('/api/Webhooks', { ...hook, includeOwn: false })).status, 201);
    const id = await workOrder();
    const { type, patch, reason } = renaming(id);
    const outcomes = ({ deliveries }: { deliveries: { outcome: string }[] }) =>
      deliveries.map(({ outcome }) => outcome);
    const made = await propose({ type, id, patch, reason }, subscriber);
    assert.deepEqual(outcomes(made), ['sends']);
    assert.deepEqual(outcomes((await subscriber.get(`/api/Proposals/${made.id}`)).json), ['sends']);
    const direct = await subscriber.post(`/api/WorkOrders/DryRun`, { id, patch });
    assert.deepEqual(outcomes(direct.json), ['own']);
  });

  /** Approves while `meanwhile` is done by somebody else, in the very moment before the change is made, or after it was rehearsed first. */
  const approveMeanwhile = async (id: number, meanwhile: () => Promise<Reply>, isRehearsed = false) => {
    const { effect } = await seen(id);
    const { approvals, caller } = await inPerson();
    const others = [meanwhile];
    const disturb = async () => {
      for (const other of others.splice(0)) assert.equal((await other()).status, 200);
    };
    const interrupted: ApprovalParts = {
      ...approvals,
      records(caller) {
        const store = approvals.records(caller);
        const change: typeof store.change = async (wanted) => {
          await disturb();
          return store.change(wanted);
        };
        const rehearse: typeof store.rehearse = async (changes) => {
          const rehearsed = await store.rehearse(changes);
          if (isRehearsed) await disturb();
          return rehearsed;
        };
        return { ...store, change, rehearse };
      },
    };
    const refused = await approveIt(interrupted, { caller, address: null }, { id, effect }, null);
    assert.ok(refused instanceof Problem);
    return refused;
  };

  await t.test(
    'what somebody changes in the very moment of the approval is a conflict, as a moment before',
    async () => {
      const id = await workOrder();
      const start = [{ op: 'replace', path: '/Status', value: 'InProgress' }];
      const forbidden = await propose({ type: 'WorkOrders', id, patch: start, reason: 'r' });
      const allowed = await propose(renaming(id));
      const others: [number, () => Promise<Reply>][] = [
        [forbidden.id, () => patch(id, '/Status', 'Cancelled')],
        [allowed.id, () => patch(id, '/Name', 'Pump')],
      ];
      for (const [made, meanwhile] of others) {
        const refused = await approveMeanwhile(made, meanwhile);
        assert.equal(refused.code, 'proposal_conflict');
        const shown = await seen(made);
        assert.deepEqual([shown.state, shown.standing], ['pending', 'conflict']);
        assert.deepEqual(refused.members?.clashes, shown.clashes);
      }
    },
  );

  /** The number of one asset for another: the first makes room for the second. */
  const handingOn = async (number: string) => {
    const asset = async (fields: Json) => (await writer.post('/api/Assets', fields)).json.ID as number;
    const numbers = [
      { id: await asset({ Name: 'Lift', AssetNumber: number }), to: `${number}, old` },
      { id: await asset({ Name: 'Door' }), to: number },
    ];
    return numbers.map(({ id, to }) => ({ type: 'Assets', id, patch: [put('AssetNumber', to)], reason: 'r' }));
  };

  await t.test('a step for which one before it makes room in the very moment of the approval still waits', async () => {
    const steps = await handingOn('M-1');
    const [first, second] = await propose({ title: 'Handed on', steps });
    const refused = await approveMeanwhile(second.id, () => approve(first.id), true);
    assert.deepEqual([refused.code, refused.members?.after], ['conflict', 1]);
    assert.equal((await approve(second.id)).status, 200);
  });

  await t.test('a database that is away before a step is rehearsed in its turn says nothing of the step', async () => {
    const costs = inSteps('WorkOrders', await workOrder(), [put('LabourCost', 1), put('PartsCost', 2)]);
    const { approvals, caller } = await inPerson();
    for (const steps of [costs.steps, await handingOn('M-3')]) {
      const [, second] = await propose({ title: 'Two', steps });
      let looks = 0;
      const away: ApprovalParts = {
        ...approvals,
        records(of) {
          const store = approvals.records(of);
          const gone = new Problem('unavailable', 'The database is away.');
          return { ...store, rehearse: async (changes) => (++looks > 1 ? gone : store.rehearse(changes)) };
        },
      };
      const shown = await getProposal(away, caller, second.id);
      assert.deepEqual([shown instanceof Problem ? shown.code : shown, looks], ['unavailable', 2]);
      assert.equal((await seen(second.id)).standing, 'applies');
    }
  });

  await t.test('where it comes to something else in the very moment of the approval, that is said', async () => {
    const id = await workOrder();
    const cost = [{ op: 'replace', path: '/LabourCost', value: 5 }];
    const made = await propose({ type: 'WorkOrders', id, patch: cost, reason: 'r' });
    const before = made.effect;
    const refused = await approveMeanwhile(made.id, () => patch(id, '/PartsCost', 7));
    const { state, effect } = await seen(made.id);
    assert.notEqual(effect, before, 'the total is another');
    assert.deepEqual([refused.code, refused.members?.effect, state], ['effect_changed', effect, 'pending']);
    assert.equal((await approve(made.id, admin, effect)).status, 200);
  });

  await t.test('what was decided names the webhooks of others to nobody who may not know them', async () => {
    const named = { action: 'Updated', targetUrl: 'https://secret.example.com/hook', name: 'Payroll' };
    const other = await app.key(account, { name: 'Another firm' });
    const hook = (await other.post('/api/Webhooks', { entityType: 'Assets', ...named })).json;
    const proposer = await app.key(account, { name: 'Asks', submitter: 'ann@example.com' });
    const mine = { entityType: 'Assets', action: 'Updated', targetUrl: 'https://mine.example.com/hook' };
    const own = (await proposer.post('/api/Webhooks', mine)).json;
    await person(app, account, 'tara@example.com', { Role: 'Technician' });
    const tara = await signedIn(app, 'tara@example.com');
    const proposals: number[] = [];
    for (let n = 0; n < 2; n++) {
      const { ID } = (await writer.post('/api/Assets', { Name: 'Pump' })).json;
      const patch = [{ op: 'replace', path: '/Name', value: 'Pump 2' }];
      proposals.push((await propose({ type: 'Assets', id: ID, patch, reason: 'r' }, proposer)).id);
    }
    const [approved, rejected] = proposals as [number, number];
    const told = ({ deliveries, otherDeliveries }: { deliveries: { webhook: number }[]; otherDeliveries: number }) => [
      deliveries.map(({ webhook }) => webhook),
      otherDeliveries,
    ];
    assert.deepEqual(told((await approve(approved)).json), [[hook.id, own.id], 0], 'an admin knows them all');
    assert.deepEqual(told((await proposer.get(`/api/Proposals/${approved}`)).json), [[own.id], 1], 'a key its own');
    const no = await tara.post(`${home}/Proposals/${rejected}/Reject`, { comment: 'No' });
    assert.deepEqual(told(no.json), [[], 2]);
    for (const id of proposals) {
      const shown = await proposer.get(`/api/Proposals/${id}`);
      assert.deepEqual(told(shown.json), [[own.id], 1], shown.text);
      const listed = await proposer.get(`/api/Proposals?id=${id}`);
      assert.doesNotMatch(shown.text + listed.text, /secret\.example|Payroll/);
      assert.deepEqual(told(await seen(id, tara)), [[], 2]);
    }
    assert.deepEqual(told(await seen(approved)), [[hook.id, own.id], 0]);
  });

  await t.test('while the account is frozen nothing is decided, and nothing is decided by that', async () => {
    const id = await workOrder();
    const made = await propose(renaming(id));
    const { effect } = await seen(made.id);
    await app.shard.accounts.setFrozen(account, true);
    const replies = [
      await approve(made.id, admin, effect),
      await admin.post(`${home}/Proposals/${made.id}/Reject`, { comment: 'No' }),
      await key.delete(`/api/Proposals/${made.id}`),
    ];
    const several = await admin.post(`${home}/Proposals/Approve`, { items: [{ id: made.id, effect }] });
    await app.shard.accounts.setFrozen(account, false);
    for (const reply of replies) {
      assert.deepEqual(
        [reply.status, reply.json.code, reply.headers.get('retry-after')],
        [503, 'account_frozen', '30'],
      );
    }
    assert.equal(several.json[0]?.outcome ?? several.text, 'refused');
    assert.equal((await seen(made.id)).state, 'pending');
    assert.equal((await approve(made.id, admin, effect)).status, 200);
  });

  await t.test('a key that proposes only writes nothing itself, and is told to propose', async () => {
    const id = await workOrder();
    const me = (await key.get('/api/Me')).json;
    assert.deepEqual([me.integration.proposesOnly, me.permissions.WorkOrders], [true, { read: true, write: false }]);
    const replies = [
      await key.post('/api/WorkOrders', { Name: 'x' }),
      await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Name', value: 'x' }]),
      await key.delete(`/api/WorkOrders/${id}`),
    ];
    for (const reply of replies) {
      assert.equal(reply.status, 403, reply.text);
      assert.match(reply.json.detail, /POST \/api\/Proposals/);
    }
    const webhook = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://x.example.com' };
    const subscribing = await key.post('/api/Webhooks', webhook);
    assert.equal(subscribing.status, 403, subscribing.text);
    assert.match(subscribing.json.detail, /cannot be proposed/);
    assert.equal((await key.get('/api/Webhooks')).status, 200);
    assert.equal((await key.post('/api/WorkOrders/DryRun', { create: { Name: 'x' } })).status, 200);
    const technician = await app.key(account, {
      preset: undefined,
      role: 'Technician',
      areas: ['Inventory'],
      proposesOnly: true,
    });
    const refused = await technician.post('/api/Proposals', { type: 'Products', create: { Name: 'x' }, reason: 'r' });
    assert.equal(refused.status, 403, 'what it could not write it cannot propose');
  });

  await t.test('a list shows the fields that are asked for, and the id', async () => {
    const id = await workOrder();
    const [first, second] = [await propose(renaming(id)), await propose(renaming(id, 'Boiler, flat 16'))];
    const some = await key.get('/api/Proposals?fields=reason,Patch,standing&take=2');
    const shown = ({ id, patch, reason }: Record<string, Json>) => ({ id, patch, reason, standing: 'applies' });
    assert.equal(JSON.stringify(some.json), JSON.stringify([shown(second), shown(first)]));
    const [whole] = (await admin.get(`${home}/Proposals?take=1`)).json;
    for (const member of Object.keys(whole)) {
      const [alone] = (await admin.get(`${home}/Proposals?take=1&fields=${member}`)).json;
      assert.deepEqual(alone, { id: whole.id, [member]: whole[member] });
    }
    assert.deepEqual((await key.get('/api/Proposals?fields=id&recordID=999999')).json, []);
    assert.match((await key.get('/api/Proposals?fields=reson')).json.detail, /Did you mean "reason"/);
    for (const made of [first, second]) await key.delete(`/api/Proposals/${made.id}`);
  });

  await t.test('keys see their own; withdrawing ends it; a revoked key has no say any more', async () => {
    const id = await workOrder();
    const made = await propose(renaming(id));
    assert.equal((await writer.get(`/api/Proposals/${made.id}`)).status, 404);
    assert.deepEqual((await writer.get('/api/Proposals')).json, []);
    assert.equal((await writer.delete(`/api/Proposals/${made.id}`)).status, 404);
    assert.equal((await key.delete(`/api/Proposals/${made.id}`)).status, 204);
    assert.equal((await key.delete(`/api/Proposals/${made.id}`)).status, 204);
    assert.deepEqual([(await seen(made.id)).state, (await seen(made.id)).comment], ['rejected', 'Withdrawn.']);
    const other = await app.key(account, { name: 'Gone soon', proposesOnly: true });
    const left = await propose(renaming(id), other);
    const revoked = await approveMeanwhile(left.id, async () => {
      await app.shard.accounts.revoke(account, other.integrationID, Date.now(), 'test');
      return writer.get(`/api/WorkOrders/${id}`);
    });
    const shown = await seen(left.id);
    assert.deepEqual([revoked.code, shown.state, (await record(id)).Name], ['forbidden', 'pending', 'Boiler']);
    assert.equal(shown.standing, 'refused');
    assert.match(shown.refusal.detail, /revoked/);
    assert.equal((await approve(left.id)).status, 403);
    assert.equal((await admin.post(`${home}/Proposals/${left.id}/Reject`, { comment: 'It is gone' })).status, 200);
    assert.equal((await key.post('/api/Proposals', renaming(id, 'Boiler'))).status, 409, 'it would change nothing');
  });

  await t.test('after seven days it is over', async () => {
    const made = await propose(renaming(await workOrder()));
    const { effect } = await seen(made.id);
    ahead = 7 * DAY + 1_000;
    const late = await signedIn(app, 'admin@example.com', PASSWORD);
    assert.equal((await seen(made.id, late)).state, 'expired');
    const refused = await approve(made.id, late, effect);
    assert.deepEqual([refused.status, refused.json.code, refused.json.state], [409, 'proposal_decided', 'expired']);
    ahead = 0;
  });
});

onEitherEngine('a setting has somebody else decide than the person an assistant works for', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_APPROVER: 'another' });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account, { proposesOnly: true });
  const made = (await key.post('/api/Proposals', { type: 'Tasks', create: { Name: 'x' }, reason: 'r' })).json;
  const { effect } = (await admin.get(`${home}/Proposals/${made.id}`)).json;
  const refused = await admin.post(`${home}/Proposals/${made.id}/Approve`, { effect });
  assert.equal(refused.status, 403);
  assert.match(refused.json.detail, /somebody else/);
  await person(app, account, 'joe@example.com', { Role: 'Manager' });
  const joe = await signedIn(app, 'joe@example.com', PASSWORD);
  assert.equal((await joe.post(`${home}/Proposals/${made.id}/Approve`, { effect })).status, 200);
});

test('what is decided just then is not marked as expired, and its key not revoked before it is made (postgres)', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const app = await startApp(t, 'postgres', { DATABASE_URL: url });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account, { proposesOnly: true });
  const proposed = async () =>
    (await key.post('/api/Proposals', { type: 'Tasks', create: { Name: 'x' }, reason: 'r' })).json;
  const { id } = await proposed();
  const database = new pg.Client(url);
  await database.connect();
  t.after(() => database.end());
  await database.query('UPDATE proposals SET expires_on = 1000');
  await database.query('BEGIN');
  await database.query(`UPDATE proposals SET state = 'approved'`);
  const expiring = app.shard.proposalArchive.expire(2_000, 500);
  await waitingForLocks(database, 1);
  await database.query('COMMIT');
  assert.equal(await expiring, 0);
  assert.equal((await key.get(`/api/Proposals/${id}`)).json.state, 'approved');
  const last = await proposed();
  await database.query('BEGIN; LOCK TABLE tasks IN SHARE MODE');
  const approving = admin.post(`${home}/Proposals/${last.id}/Approve`, { effect: last.effect });
  await waitingForLocks(database, 1);
  const revoking = app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'test').then(() => 'revoked');
  assert.equal(await Promise.race([waitingForLocks(database, 2).then(() => 'waits'), revoking]), 'waits');
  await database.query('COMMIT');
  assert.equal((await approving).status, 200);
  assert.equal(await revoking, 'revoked');
});
