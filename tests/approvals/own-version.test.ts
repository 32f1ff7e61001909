// A person's own version of a proposal, plans whose steps name each other's records, and proposals that are sent twice.

import assert from 'node:assert/strict';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { allCommands } from '../../src/cli/index.ts';
import type { Json } from '../../src/lib/json.ts';
import { readSettings } from '../../src/settings.ts';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { callTool } from '../support/assistant.ts';
import { TEST_KEY } from '../support/keys.ts';
import { type Browser, firm, PASSWORD, person, signedIn } from '../support/people.ts';

onEitherEngine('people make proposals their own; plans hold together; repeats propose once', async (engine, t) => {
  const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY };
  const app = await startApp(t, engine, environment);
  const { account, admin, home } = await firm(app);
  const writer = await app.key(account);
  const key = await app.key(account, { name: 'Fix-it', proposesOnly: true, submitter: 'ann@example.com' });
  const workOrder = async (fields: Record<string, Json> = {}) =>
    (await writer.post('/api/WorkOrders', { Name: 'Boiler', ...fields })).json.ID as number;
  const propose = async (body: Json) => {
    const made = await key.post('/api/Proposals', body);
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const put = (field: string, value: Json) => ({ op: 'replace', path: `/${field}`, value });
  const renaming = (id: number, ...more: Json[]) => ({
    type: 'WorkOrders',
    id,
    patch: [put('Name', 'Boiler, flat 15'), ...more],
    reason: 'The photos show flat 15',
  });
  const rehearse = (id: number, body: Json, by: Browser = admin) => by.post(`${home}/Proposals/${id}/DryRun`, body);
  const approve = (id: number, body: Json, by: Browser = admin) => by.post(`${home}/Proposals/${id}/Approve`, body);
  const seen = async (id: number) => (await admin.get(`${home}/Proposals/${id}`)).json;
  const record = async (type: string, id: number) => (await writer.get(`/api/${type}/${id}`)).json;
  const auditOf = async (id: number) => (await admin.get(`${home}/Audit?about=Proposals/${id}`)).json;

  await t.test('an edited proposal becomes the change of the person, and names who proposed it', async () => {
    const id = await workOrder();
    const made = await propose(renaming(id, put('Priority', 'High')));
    const patch = [put('Name', 'Boiler, flat 16')];
    const shown = await rehearse(made.id, { patch });
    assert.equal(shown.status, 200, shown.text);
    assert.deepEqual(shown.json.changed, [{ field: 'Name', from: 'Boiler', to: 'Boiler, flat 16' }]);
    assert.notEqual(shown.json.effect, (await seen(made.id)).effect);
    assert.equal((await record('WorkOrders', id)).Name, 'Boiler', 'a rehearsal writes nothing');
    const another = await approve(made.id, { effect: made.effect, patch });
    assert.deepEqual(
      [another.status, another.json.code, another.json.effect],
      [409, 'effect_changed', shown.json.effect],
    );
    const done = await approve(made.id, { effect: shown.json.effect, patch, comment: 'It is 16' });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual([done.json.state, done.json.madeVersion, done.json.edited], ['approved', 2, patch]);
    const now = await record('WorkOrders', id);
    assert.deepEqual([now.Name, now.Priority, now.UpdatedBy], ['Boiler, flat 16', 'None', 'admin@example.com']);
    const [{ by }] = (await writer.get(`/api/WorkOrders/${id}/History`)).json;
    assert.deepEqual([by.kind, by.email, by.approvedBy], ['person', 'admin@example.com', undefined]);
    assert.deepEqual([by.proposedBy.id, by.proposedBy.name], [key.integrationID, 'Fix-it']);
    const [audit, ...others] = await auditOf(made.id);
    assert.deepEqual(
      [audit.what, audit.detail.edited, audit.detail.proposedBy, audit.detail.version, others.length],
      ['proposal.approved', true, 'Fix-it', 2, 0],
    );
    const told = (await callTool(key, 'proposals', { id: made.id })).structuredContent.proposals[0];
    assert.deepEqual([told.state, told.editedTo, told.comment], ['approved', patch, 'It is 16']);
    const whole = (await key.get(`/api/Proposals/${made.id}`)).json;
    for (const name of ['patch', 'createdOn', 'decidedOn', 'expiresOn']) {
      assert.ok(whole[name], name);
      assert.deepEqual(told[name], whole[name], name);
    }
    const after = await rehearse(made.id, { patch });
    assert.deepEqual([after.status, after.json.code], [409, 'proposal_decided']);

    const vendor = (await writer.post('/api/Vendors', { Name: 'Of much' })).json.ID;
    const order = (await writer.post('/api/PurchaseOrders', { VendorID: vendor })).json.ID;
    const lines = Array.from({ length: 200 }, (_, n) => ({ Line: n + 1, Description: 'x'.repeat(250), Quantity: 1 }));
    const [small, large] = [lines.slice(0, 1), lines].map((value) => [put('Lines', value)]);
    const other = await propose({ type: 'PurchaseOrders', id: order, patch: small!, reason: 'r' });
    const { effect } = (await rehearse(other.id, { patch: large! })).json;
    assert.equal((await approve(other.id, { effect, patch: large! })).status, 200);
    const { proposals, cut, rest } = (await callTool(key, 'proposals', { id: other.id })).structuredContent;
    assert.match(JSON.stringify(proposals[0].editedTo), /left out/);
    assert.deepEqual([cut, /at=\/edited shows/.test(rest)], [true, true], rest);
  });

  await t.test(
    'new records are edited alike; a deletion has nothing to edit, and a refused edit ends nothing',
    async () => {
      const made = await propose({ type: 'Tasks', create: { Name: 'Look', Required: true }, reason: 'r' });
      const create = { Name: 'Look twice' };
      const wrong = await rehearse(made.id, { create: { Name: 'x', AssetID: 999 } });
      assert.deepEqual(
        [wrong.status, wrong.json.standing, wrong.json.refusal.code],
        [200, 'refused', 'invalid_record'],
      );
      assert.equal((await approve(made.id, { effect: 'x', create: { Name: 'x', AssetID: 999 } })).status, 400);
      assert.equal((await approve(made.id, { effect: 'x', patch: [] })).status, 400);
      for (const none of [{ create: null }, { patch: null }])
        assert.equal((await approve(made.id, { effect: made.effect, ...none })).status, 400);
      assert.equal((await approve(made.id, { effect: 'x', create, patch: [] })).status, 400);
      assert.equal((await seen(made.id)).state, 'pending');
      const { effect } = (await rehearse(made.id, { create })).json;
      assert.equal((await approve(made.id, { effect, create })).status, 200);
      const { recordID } = await seen(made.id);
      const task = await record('Tasks', recordID);
      assert.deepEqual([task.Name, task.Required, task.CreatedBy], ['Look twice', false, 'admin@example.com']);
      const gone = await propose({ type: 'Tasks', id: recordID, delete: true, reason: 'r' });
      assert.equal((await rehearse(gone.id, { patch: [] })).status, 409);
      assert.equal((await seen(gone.id)).state, 'pending');
    },
  );

  await t.test('a conflict is settled by choosing; two who decide at once make one change', async () => {
    await person(app, account, 'joe@example.com', { Role: 'Manager' });
    const joe = await signedIn(app, 'joe@example.com', PASSWORD);
    const id = await workOrder();
    const made = await propose(renaming(id));
    await writer.patch(`/api/WorkOrders/${id}`, [put('Name', 'Pump')]);
    assert.equal((await seen(made.id)).standing, 'conflict');
    const patch = [put('Name', 'Pump, flat 15')];
    const { effect, standing } = (await rehearse(made.id, { patch })).json;
    assert.equal(standing, 'applies');
    const his = (await rehearse(made.id, { patch }, joe)).json.effect;
    const replies = await Promise.all([
      approve(made.id, { effect, patch }),
      approve(made.id, { effect: his, patch }, joe),
      admin.post(`${home}/Proposals/${made.id}/Reject`, { comment: 'no' }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, 409, 409],
      replies.map(({ text }) => text).join(),
    );
    assert.equal((await auditOf(made.id)).length, 1);
    const rejected = replies[2]!.status === 200;
    assert.equal((await record('WorkOrders', id)).Name, rejected ? 'Pump' : 'Pump, flat 15');
    await person(app, account, 'eve@example.com', { Role: 'ReadOnly' });
    const eve = await signedIn(app, 'eve@example.com', PASSWORD);
    const other = await propose(renaming(await workOrder()));
    assert.equal((await rehearse(other.id, { patch }, eve)).status, 403);
    assert.equal((await approve(other.id, { effect: 'x', patch }, eve)).status, 403);
  });

  await t.test('a plan makes a work order with its tasks: seen whole before, approved whole at once', async () => {
    const task = (name: string) => ({
      type: 'Tasks',
      create: { Name: name, WorkOrderID: { step: 1 }, CustomFields: { note: { step: 1 } } },
      reason: 'r',
    });
    const steps = [{ type: 'WorkOrders', create: { Name: 'Leak' }, reason: 'r' }, task('Close it'), task('Dry it')];
    const answer = await callTool(key, 'propose_plan', { title: 'Leak', steps: steps as never });
    assert.equal(answer.isError, undefined, answer.content[0]!.text);
    const { proposals } = answer.structuredContent;
    assert.deepEqual([proposals[1].state, proposals[1].after], ['pending', 1]);
    const plan = await Promise.all(proposals.map(({ id }: { id: number }) => seen(id)));
    const [order, first] = plan;
    assert.deepEqual([first.standing, first.after, order.after], ['applies', 1, null]);
    const named = first.changed.find(({ field }: { field: string }) => field === 'WorkOrderID');
    assert.deepEqual([named.to, first.record.WorkOrderID, first.body.WorkOrderID], Array(3).fill({ step: 1 }));
    const early = await approve(first.id, { effect: first.effect });
    assert.deepEqual([early.status, early.json.after], [409, 1]);
    assert.equal((await seen(first.id)).state, 'pending');
    const items = plan.map(({ id, effect }: { id: number; effect: string }) => ({ id, effect }));
    const done = await admin.post(`${home}/Proposals/Approve`, { items });
    assert.deepEqual(
      done.json.map(({ outcome }: { outcome: string }) => outcome),
      ['approved', 'approved', 'approved'],
      done.text,
    );
    const { recordID } = await seen(order.id);
    const tasks = (await writer.get(`/api/Tasks?WorkOrderID=${recordID}`)).json;
    assert.deepEqual(
      tasks.map(({ Name, CustomFields }: { Name: string; CustomFields: object }) => [Name, CustomFields]),
      [
        ['Close it', { note: { step: 1 } }],
        ['Dry it', { note: { step: 1 } }],
      ],
    );
  });

  await t.test('a step names what an earlier one makes and nothing else; in lines and patches, too', async () => {
    const id = await workOrder();
    const template = { type: 'FormTemplates', create: { Name: 'Round', Status: 'Published' }, reason: 'r' };
    const step = (type: string, create: Json) => ({ type, create, reason: 'r' });
    const plan = await propose({
      title: 'All kinds',
      steps: [
        step('Products', { SKU: 'P-1', Name: 'Pump' }),
        step('PurchaseOrders', {
          Lines: [{ Line: 1, ProductID: { step: 1 }, Description: 'Pump', Quantity: 1, Unit: 'ea', UnitCost: 5 }],
        }),
        step('Assets', { Name: 'Lift' }),
        { type: 'WorkOrders', id, patch: [put('AssetID', { step: 3 })], reason: 'r' },
        template,
        step('Forms', { Name: 'Monday', FormTemplateID: { step: 5 } }),
      ],
    });
    const items = [];
    for (const one of plan) {
      const { effect, standing } = await seen(one.id);
      assert.deepEqual([standing, effect], ['applies', one.effect], `step ${one.order}`);
      items.push({ id: one.id, effect });
    }
    const done = await admin.post(`${home}/Proposals/Approve`, { items });
    assert.ok(
      done.json.every(({ outcome }: { outcome: string }) => outcome === 'approved'),
      done.text,
    );
    const [product, order, asset] = await Promise.all(plan.map((one: { id: number }) => seen(one.id)));
    assert.equal((await record('PurchaseOrders', order.recordID)).Lines[0].ProductID, product.recordID);
    assert.equal((await record('WorkOrders', id)).AssetID, asset.recordID);

    for (const [reference, steps] of [
      ['a later step', [step('Tasks', { Name: 'x', WorkOrderID: { step: 2 } }), step('WorkOrders', { Name: 'y' })]],
      ['another type', [step('Assets', { Name: 'y' }), step('Tasks', { Name: 'x', WorkOrderID: { step: 1 } })]],
      ['a change', [renaming(id), step('Tasks', { Name: 'x', WorkOrderID: { step: 1 } })]],
    ] as const) {
      const refused = await key.post('/api/Proposals', { title: 't', steps: steps as never });
      assert.equal(refused.status, 400, reference);
      assert.match(refused.json.errors[0].pointer, /^\/steps\/\d\/create\/WorkOrderID$/, reference);
    }
    const alone = await key.post('/api/Proposals', step('Tasks', { Name: 'x', WorkOrderID: { step: 1 } }));
    assert.equal(alone.status, 400);
  });

  await t.test(
    'where the step that makes a record is rejected, those that name it say so; they can be edited',
    async () => {
      const plan = await propose({
        title: 'Leak',
        steps: [
          { type: 'WorkOrders', create: { Name: 'Leak' }, reason: 'r' },
          { type: 'Tasks', create: { Name: 'Close it', WorkOrderID: { step: 1 } }, reason: 'r' },
        ],
      });
      await admin.post(`${home}/Proposals/${plan[0].id}/Reject`, { comment: 'There is one' });
      const second = await seen(plan[1].id);
      assert.equal(second.standing, 'refused');
      assert.match(second.refusal.detail, /step 1 .*rejected/);
      const id = await workOrder();
      const create = { Name: 'Close it', WorkOrderID: id };
      const { effect } = (await rehearse(second.id, { create })).json;
      assert.equal((await approve(second.id, { effect, create })).status, 200);
      assert.equal((await writer.get(`/api/Tasks?WorkOrderID=${id}`)).json.length, 1);
    },
  );

  await t.test('what a person makes of a step names what an earlier one makes, too, and nothing else', async () => {
    const id = await workOrder();
    const task = (await writer.post('/api/Tasks', { Name: 'Look', WorkOrderID: id })).json.ID;
    const [first, second, , order, last] = await propose({
      title: 'Leak',
      steps: [
        { type: 'Tasks', id: task, patch: [put('Name', 'Look twice')], reason: 'r' },
        { type: 'Tasks', create: { Name: 'Close it' }, reason: 'r' },
        { type: 'WorkOrders', id, patch: [put('Name', 'Leak')], reason: 'r' },
        { type: 'WorkOrders', create: { Name: 'Paint' }, reason: 'r' },
        { type: 'Tasks', id: task, patch: [put('Name', 'Look again')], reason: 'r' },
      ],
    });
    assert.equal((await approve(first.id, { effect: first.effect })).status, 200);
    const creating = (step: number) => ({ create: { Name: 'n', WorkOrderID: { step } } });
    const moving = (step: number) => ({ patch: [put('WorkOrderID', { step })] });
    for (const [at, body, pointer] of [
      // Of another type, itself, a later one, and one that there is not.
      ...[1, 2, 4, 9].map((step) => [second.id, creating(step), '/create/WorkOrderID']),
      // No new record, and itself.
      ...[3, 5].map((step) => [last.id, moving(step), '/patch/0/value']),
    ] as [number, { [name: string]: Json }, string][]) {
      const replies = [await rehearse(at, body), await approve(at, { effect: 'x', ...body })];
      for (const { status, json, text } of replies) {
        assert.deepEqual([status, json.code, json.errors?.[0].pointer], [400, 'invalid_body', pointer], text);
      }
    }
    assert.equal((await approve(order.id, { effect: (await seen(order.id)).effect })).status, 200);
    const { effect } = (await rehearse(last.id, moving(4))).json;
    const done = await approve(last.id, { effect, ...moving(4) });
    assert.equal(done.status, 200, done.text);
    assert.equal((await record('Tasks', task)).WorkOrderID, (await seen(order.id)).recordID);
  });

  await t.test('what an assistant wrote makes no lines of its own on the screen of an operator', async () => {
    const reason = 'Rename only.\n  Name: "Harmless Ltd"\n99  applies  patch Tasks 7  Trusted: fine';
    const { id } = await propose({ ...renaming(await workOrder()), reason });
    for (const words of [['list'], ['show', '--id', String(id)]]) {
      const asked = readCommandLine(
        ['proposals', ...words, '--account', account.id, '--as', 'admin@example.com'],
        await allCommands(),
      );
      assert.ok('command' in asked);
      const context = { settings: readSettings(environment), talkative: false, json: true, rest: [] };
      const shown = asked.command.show!((await asked.command.run(asked.given, context)) as never);
      assert.match(shown, /Rename only\.\\u000a {2}Name: "Harmless Ltd"\\u000a99/);
    }
  });

  await t.test(
    'an operator decides in the name of a person, with their rights: as it is, as edited, or not',
    async () => {
      await person(app, account, 'rita@example.com', { Role: 'ReadOnly' });
      const ids = [await workOrder(), await workOrder(), await workOrder()];
      const [asIs, edited, rejected] = await Promise.all(
        ids.map(async (id) => (await propose(renaming(id))).id as number),
      );
      const mds = async (words: string[], as = 'admin@example.com') => {
        const asked = readCommandLine(
          ['proposals', ...words, '--account', account.id, '--as', as],
          await allCommands(),
        );
        assert.ok('command' in asked);
        const context = { settings: readSettings(environment), talkative: false, json: true, rest: [] };
        return JSON.parse(JSON.stringify(await asked.command.run(asked.given, context)));
      };
      const waiting = await mds(['list']);
      assert.ok(ids.every((id) => waiting.some(({ recordID }: { recordID: number }) => recordID === id)));
      assert.equal((await mds(['approve', '--id', String(asIs)])).state, 'approved');
      const instead = JSON.stringify([put('Name', 'By hand')]);
      const own = await mds(['approve', '--id', String(edited), '--instead', instead, '--comment', 'Mine']);
      assert.deepEqual([own.state, own.edited, own.comment], ['approved', [put('Name', 'By hand')], 'Mine']);
      await assert.rejects(mds(['approve', '--id', String(rejected)], 'rita@example.com'), /write WorkOrders/);
      assert.equal((await mds(['reject', '--id', String(rejected), '--comment', 'No'])).state, 'rejected');
      const names = await Promise.all(ids.map(async (id) => (await record('WorkOrders', id)).Name));
      assert.deepEqual(names, ['Boiler, flat 15', 'By hand', 'Boiler']);
      const [{ address, by }] = await auditOf(edited!);
      assert.deepEqual([address, by.email], [null, 'admin@example.com']);
    },
  );

  await t.test('however many wait, an operator is shown all of them, and a rejection says why', async () => {
    const step = { type: 'Tasks', create: { Name: 'One of many' }, reason: 'r' };
    const plans = [];
    for (let n = 0; n < 3; n++) plans.push(await propose({ title: 'Many', steps: Array(50).fill(step) }));
    const run = async (...words: string[]) => {
      const typed = ['proposals', ...words, '--account', account.id, '--as', 'admin@example.com'];
      const asked = readCommandLine(typed, await allCommands());
      assert.ok('command' in asked);
      const context = { settings: readSettings(environment), talkative: false, json: true, rest: [] };
      return (await asked.command.run(asked.given, context)) as { id: number }[];
    };
    const listed = (await run('list')).map(({ id }) => id);
    const made = plans.flat().map(({ id }: { id: number }) => id);
    assert.deepEqual([...new Set(listed)], listed, 'each once');
    assert.deepEqual(
      made.filter((id) => !listed.includes(id)),
      [],
    );
    for (const comment of [' ', 'a'.repeat(2_001)]) {
      await assert.rejects(run('reject', '--id', String(made[0]), '--comment', comment), /comment/);
    }
    await assert.rejects(run('approve', '--id', String(made[0]), '--comment', 'a'.repeat(2_001)), /comment/);
    assert.equal((await seen(made[0]!)).state, 'pending');
  });

  await t.test('under an Idempotency-Key a proposal is made once and answered alike', async () => {
    const body = { type: 'Tasks', create: { Name: 'Once' }, reason: 'r' };
    const send = (sent: Json, once = 'once-1') =>
      key.send('POST', '/api/Proposals', {
        body: JSON.stringify(sent),
        headers: { 'content-type': 'application/json', 'idempotency-key': once },
      });
    const replies = await Promise.all([send(body), send(body), send(body)]);
    assert.deepEqual([...new Set(replies.map(({ status, text }) => `${status} ${text}`))].length, 1, replies[1]!.text);
    assert.equal(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 2);
    const { id } = replies[0]!.json;
    assert.equal(replies[0]!.headers.get('location'), `/api/Proposals/${id}`);
    await key.delete(`/api/Proposals/${id}`);
    assert.equal((await send(body)).text, replies[0]!.text, 'the first answer, whatever became of it');
    const other = await send({ ...body, reason: 'another' });
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_key_reused']);
    const renamed = renaming(await workOrder());
    const first = await send(renamed, 'once-3');
    assert.equal((await approve(first.json.id, { effect: first.json.effect })).status, 200);
    assert.equal((await send(renamed, 'once-3')).text, first.text, 'though it would change nothing any more');
    const plan = { title: 'p', steps: [body, body] };
    assert.equal((await send(plan, 'once-2')).text, (await send(plan, 'once-2')).text);
  });
});
