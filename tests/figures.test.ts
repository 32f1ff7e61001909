// Figures as people see them: every number is that of the list behind it, kept for a minute, and what fails fails alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedFigures } from '../src/analytics/kept.ts';
import { partsOf } from '../src/analytics/parts.ts';
import { Problem } from '../src/problems.ts';
import { onBothEngines, onEitherEngine, startApp } from './support/app.ts';
import { firm, person, signedIn } from './support/people.ts';
import { sharedApp } from './support/shared-app.ts';

const DAY = 86_400_000;

onEitherEngine('every number of Home is that of the list behind it', async (engine, t) => {
  let now = Date.now();
  const app = await startApp(t, engine, {}, { clock: { now: () => now } });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const iso = (days: number) => new Date(now + days * DAY).toISOString();
  const board = (await key.post('/api/Boards', { Name: 'Repairs' })).json.ID;
  const asset = (await key.post('/api/Assets', { Name: 'Boiler' })).json.ID;
  const orders = [
    { Name: 'late', DueOn: iso(-3), BoardID: board, AssetID: asset },
    { Name: 'very late', DueOn: iso(-40), Status: 'OnHold', HoldReason: 'parts' },
    { Name: 'no date', Status: 'InProgress' },
    {
      Name: 'done',
      Status: 'Completed',
      CompletedOn: iso(-2),
      AssetID: asset,
      LabourCost: 10.1,
      PartsCost: 0.2,
      LabourMinutes: 30,
    },
    {
      Name: 'planned',
      Type: 'Preventive',
      DueOn: iso(-5),
      Status: 'Completed',
      CompletedOn: iso(-4.5),
      LabourMinutes: 60,
    },
    { Name: 'missed', Type: 'Preventive', DueOn: iso(-6) },
    { Name: 'cancelled', Type: 'Preventive', DueOn: iso(-6), Status: 'Cancelled', CancelReason: 'sold' },
    { Name: 'gone', Deleted: true },
  ];
  for (const order of orders) {
    const { Deleted, ...fields } = order as typeof order & { Deleted?: boolean };
    const made = await key.post('/api/WorkOrders', fields);
    assert.equal(made.status, 201, made.text);
    if (Deleted) await key.delete(`/api/WorkOrders/${made.json.ID}`);
  }
  // Reopened: it has lost its stamp, and counts as open throughout.
  const reopened = (await key.post('/api/WorkOrders', { Name: 'again', Status: 'Completed' })).json.ID;
  await key.patch(`/api/WorkOrders/${reopened}`, [{ op: 'replace', path: '/Status', value: 'Open' }]);

  now = Date.now() + 1000;
  const window = `tz=Europe/Berlin&grace=1&from=${iso(-20).slice(0, 10)}`;
  const reply = await admin.get(`${home}/Stats/Maintenance?${window}`);
  assert.equal(reply.status, 200, reply.text);
  const { from, to, figures } = reply.json;
  const count = async (query: string) => {
    const list = await admin.get(`${home}/WorkOrders?${query}&take=0&count=true&extFilter=true`.replaceAll(' ', '%20'));
    assert.equal(list.status, 200, list.text);
    return Number(list.headers.get('x-total-count'));
  };
  const unfinished = 'Status=Open&Status=InProgress&Status=OnHold';
  const { asOf } = figures.overdue;
  assert.equal(figures.unfinished.total, 5);
  assert.equal(figures.unfinished.total, await count(unfinished));
  assert.equal(figures.unfinished.unassigned, await count(`${unfinished}&AssignedEmployeeID=null`));
  assert.equal(figures.unfinished.withoutDue, await count(`${unfinished}&DueOn=null`));
  assert.equal(figures.overdue.total, 3);
  assert.equal(figures.overdue.total, await count(`${unfinished}&DueOn=${asOf} lt`));
  assert.deepEqual(
    figures.overdue.ages.map((age: { count: number }) => age.count),
    [0, 2, 0, 1],
  );
  for (const { dueBefore, dueFrom, count: late } of figures.overdue.ages) {
    const since = dueFrom === null ? '' : `&DueOn=${dueFrom} ge`;
    assert.equal(late, await count(`${unfinished}&DueOn=${dueBefore} lt${since}`));
  }
  const week = figures.flow.weeks.at(-1);
  assert.equal(week.to, asOf);
  assert.equal(week.open, figures.unfinished.total);
  for (const { from, to, created, completed, cancelled } of figures.flow.weeks) {
    const within = (field: string) => count(`${field}=${from} ge&${field}=${to} lt`);
    assert.deepEqual(
      [created, completed, cancelled],
      [await within('CreatedOn'), await within('CompletedOn'), await within('CancelledOn')],
    );
  }
  const due = `Type=Preventive&Status=Cancelled ne&DueOn=${figures.preventive.dueFrom} ge&DueOn=${figures.preventive.dueBefore} lt`;
  assert.deepEqual([figures.preventive.onTime, figures.preventive.late, figures.preventive.notDone], [1, 0, 1]);
  assert.equal(figures.preventive.total, await count(due));
  assert.equal(figures.preventive.notDone, await count(`${due}&CompletedOn=null`));
  const completed = `CompletedOn=${from} ge&CompletedOn=${to} lt`;
  assert.equal(figures.timeToComplete.count, await count(`Type=Reactive&${completed}`));
  assert.equal(figures.planned.completed, await count(completed));
  assert.equal(figures.planned.planned, await count(`Type=Preventive&Type=Inspection&${completed}`));
  assert.equal(figures.planned.plannedLabourMinutes, 60);
  assert.deepEqual(
    [figures.cost.total, figures.cost.labour, figures.cost.parts, figures.cost.other],
    [10.3, 10.1, 0.2, 0],
  );
  assert.deepEqual(figures.cost.worstAssets, [{ AssetID: asset, reactive: 1, cost: 10.3 }]);
  const filtered = (await admin.get(`${home}/Stats/Maintenance?BoardID=${board}&of=unfinished`)).json;
  assert.equal(filtered.figures.unfinished.total, 1);
  assert.deepEqual(Object.keys(filtered.figures), ['unfinished']);

  // Kept for a minute, and then counted anew.
  await key.post('/api/WorkOrders', { Name: 'one more' });
  const again = async () =>
    (await admin.get(`${home}/Stats/Maintenance?${window}&of=unfinished`)).json.figures.unfinished;
  now += 59_000;
  assert.deepEqual(await again(), figures.unfinished);
  now += 1_000;
  assert.equal((await again()).total, 6);
  for (const query of [
    'tz=Mars',
    'from=2026-02-30',
    'from=2026-02-01&to=2026-01-01',
    'grace=2',
    'of=nothing',
    'Type=Urgent',
    'BoardID=x',
    'take=5',
  ]) {
    const refused = await admin.get(`${home}/Stats/Maintenance?${query}`);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_query'], query);
  }
});

onBothEngines(
  'work that is entered after it was done counts as done, and takes no time from the others',
  async (engine, t) => {
    let now = Date.now();
    const app = await startApp(t, engine, {}, { clock: { now: () => now } });
    const { account, admin, home } = await firm(app);
    const key = await app.key(account);
    const asset = (await key.post('/api/Assets', { Name: 'Boiler' })).json.ID;
    const made = async (fields: object) => {
      const reply = await key.post('/api/WorkOrders', { Name: 'Leak', AssetID: asset, ...fields });
      assert.equal(reply.status, 201, reply.text);
      return reply.json as { ID: number; CreatedOn: string };
    };
    const [StartedOn, CompletedOn] = [3, 2].map((days) => new Date(now - days * DAY).toISOString());
    const window = `from=${new Date(now - 9 * DAY).toISOString()}&to=${new Date(now + DAY).toISOString()}`;
    for (let n = 0; n < 3; n++) await made({ Status: 'Completed', StartedOn, CompletedOn });
    const told = async () => {
      now += 60_000;
      const { timeToComplete } = (await admin.get(`${home}/Stats/Maintenance?of=timeToComplete&${window}`)).json
        .figures;
      const { repaired, meanRepairMs } = (await admin.get(`${home}/Assets/${asset}/Figures`)).json;
      const { count, meanMs, medianMs, ninetiethMs, fromStart } = timeToComplete;
      assert.deepEqual(fromStart, { count: 3, meanMs: DAY, medianMs: DAY, ninetiethMs: DAY });
      assert.deepEqual([meanMs, repaired], [meanRepairMs, count]);
      return [count, meanMs, medianMs, ninetiethMs];
    };
    assert.deepEqual(await told(), [3, null, null, null]);
    const { ID, CreatedOn } = await made({});
    const done = await key.patch(`/api/WorkOrders/${ID}`, [
      { op: 'replace', path: '/Status', value: 'Completed' },
      { op: 'replace', path: '/CompletedOn', value: new Date(Date.parse(CreatedOn) + 3_600_000).toISOString() },
    ]);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(await told(), [4, 3_600_000, 3_600_000, 3_600_000]);
  },
);

onBothEngines(
  'the connections of an account are told to whoever has Company Settings, and to nobody else',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_WEBHOOK_ALLOW: '127.0.0.0/8' }, { useMs: 20 });
    const { account, admin, home } = await firm(app);
    await person(app, account, 'tech@example.com', { Role: 'Technician' });
    const tech = await signedIn(app, 'tech@example.com');
    assert.equal((await tech.get(`${home}/Stats/Connections`)).status, 403);
    assert.equal((await tech.get(`${home}/Stats/Maintenance?of=overdue`)).status, 200);
    const key = await app.key(account, { name: 'ERP' });
    // Nobody listens there: each delivery fails at once.
    const hook = await key.post('/api/Webhooks', {
      entityType: 'WorkOrders',
      action: 'Created',
      targetUrl: 'https://127.0.0.1:9/',
    });
    assert.equal(hook.status, 201, hook.text);
    for (let n = 0; n < 12; n++) await key.post('/api/WorkOrders', { Name: `order ${n}` });
    const settled = async () => {
      const all = await key.get(`/api/Webhooks/${hook.json.id}/Deliveries?state=failed&take=0&count=true`);
      return all.headers.get('x-total-count') === '12';
    };
    for (let n = 0; n < 400 && !(await settled()); n++) await new Promise((later) => setTimeout(later, 25));
    const { hours, figures } = (await admin.get(`${home}/Stats/Connections?hours=24`)).json;
    assert.equal(hours, 24);
    assert.deepEqual(figures.attention.failing, [{ webhook: hook.json.id, name: null, failuresInARow: 12 }]);
    assert.deepEqual(figures.attention.off, []);
    const { asOf: _, hours: byHour, ...sums } = figures.deliveries;
    assert.deepEqual(sums, { succeeded: 0, failed: 12, suppressed: 0, dropped: 0, waiting: 0, success: 0 });
    assert.equal(byHour.length, 24);
    assert.equal(
      byHour.reduce((sum: number, one: { failed: number }) => sum + one.failed, 0),
      12,
    );
    assert.deepEqual([figures.attempts.deliveries, figures.attempts.successAtFirst], [12, 0]);
    assert.equal(figures.attempts.delay.count, 12);
    assert.ok(figures.attempts.delay.ninetyFifthMs >= figures.attempts.delay.medianMs);
    assert.deepEqual(
      figures.failures.kinds.map(({ count, webhooks }: { count: number; webhooks: unknown }) => [count, webhooks]),
      [[12, [{ webhook: hook.json.id, count: 12 }]]],
    );
    assert.equal(figures.calls.keys[0].name, 'ERP');
    assert.ok(figures.calls.keys[0].calls >= 13);
    assert.ok(
      figures.calls.changes.some(
        ({ by, count }: { by: string; count: number }) => by === 'integration' && count === 12,
      ),
    );
    assert.equal((await admin.get(`${home}/Stats/Connections?hours=721`)).status, 400);
  },
);

onBothEngines('the timeline of an asset is one list, page by page, of all that happened to it', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const made = async (type: string, fields: object) => {
    const reply = await key.post(`/api/${type}`, fields as never);
    assert.equal(reply.status, 201, reply.text);
    return reply.json.ID as number;
  };
  const up = await made('AssetStatuses', { Name: 'Up', BaseStatus: 'Operational' });
  const broken = await made('AssetStatuses', { Name: 'Broken', BaseStatus: 'Down' });
  const asset = await made('Assets', { Name: 'Pump', AssetStatusID: up });
  const other = await made('Assets', { Name: 'Other' });
  const template = await made('FormTemplates', { Name: 'Check', Status: 'Published' });
  const order = await made('WorkOrders', { Name: 'Leak', AssetID: asset });
  await made('WorkOrders', { Name: 'Elsewhere', AssetID: other });
  const set = (path: string, value: unknown) =>
    key.patch(`/api/Assets/${asset}`, [{ op: 'replace', path, value }] as never);
  await set('/AssetStatusID', broken);
  await set('/MeterValue', 12.5);
  await set('/Name', 'Pump 2');
  const form = await made('Forms', { Name: 'After', FormTemplateID: template, AssetID: asset });
  const po = await made('PurchaseOrders', { WorkOrderID: order });
  await set('/MeterValue', 13);

  const old = await made('Assets', { Name: 'Steam engine' });
  for (const SubmittedOn of ['1969-05-01T00:00:00Z', '0001-01-01T00:00:00Z', '1901-01-01T00:00:00Z']) {
    await made('Forms', { Name: 'Old', FormTemplateID: template, AssetID: old, Status: 'Submitted', SubmittedOn });
  }
  const times: string[] = [];
  for (let after: string | null = ''; after !== null && times.length < 9; ) {
    const { json } = await admin.get(`${home}/Assets/${old}/Timeline?take=1&kinds=Forms${after && `&after=${after}`}`);
    times.push(...json.entries.map(({ on }: { on: string }) => on.slice(0, 4)));
    after = json.next;
  }
  assert.deepEqual(times, ['1969', '1901', '0001']);

  const path = `${home}/Assets/${asset}/Timeline`;
  const all: { kind: string; id?: number; on: string; changes?: object[] }[] = [];
  let next: string | null = '';
  for (let pages = 0; next !== null && pages < 9; pages++) {
    const reply = await admin.get(`${path}?take=2${next && `&after=${next}`}`);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(reply.json.entries.length <= 2);
    all.push(...reply.json.entries);
    next = reply.json.next;
  }
  assert.deepEqual(
    all.map(({ kind, id, changes }) => [kind, id ?? changes]),
    [
      ['Changed', [{ what: 'Meter', from: 12.5, to: 13 }]],
      ['PurchaseOrders', po],
      ['Forms', form],
      ['Changed', [{ what: 'Meter', from: null, to: 12.5 }]],
      ['Changed', [{ what: 'Status', from: up, to: broken }]],
      ['WorkOrders', order],
      ['Created', [{ what: 'Status', from: null, to: up }]],
    ],
  );
  const some = (await admin.get(`${path}?kinds=WorkOrders,Meter`)).json;
  assert.deepEqual(
    some.entries.map(({ kind }: { kind: string }) => kind),
    ['Changed', 'Changed', 'WorkOrders', 'Created'],
  );
  assert.deepEqual((await admin.get(`${path}?until=2020-01-01`)).json, { entries: [], next: null });
  // A day is one of the zone, and counts to its end.
  const today = all[0]!.on.slice(0, 10);
  assert.equal((await admin.get(`${path}?until=${today}`)).json.entries.length, 7);
  const yesterday = new Date(Date.parse(all.at(-1)!.on) - DAY).toISOString().slice(0, 10);
  assert.equal((await admin.get(`${path}?until=${yesterday}`)).json.entries.length, 0);
  const file = await admin.get(`${path}/Export`);
  assert.equal(file.headers.get('content-disposition'), `attachment; filename="Assets-${asset}-Timeline.csv"`);
  const [head, ...lines] = file.text.trimEnd().split('\r\n');
  assert.equal(head, 'On,Kind,ID,Number,Name,Status,Passed,FlaggedCount,Cost,From,To,By');
  const cells = lines.map((line) => line.split(','));
  assert.deepEqual(
    cells.map(([on, kind, id]) => [on, kind, id]),
    all.map(({ on, kind, id, changes }) =>
      changes === undefined ? [on, kind, String(id)] : [on, (changes[0] as { what: string }).what, ''],
    ),
  );
  assert.deepEqual(cells[4]!.slice(9, 11), ['Up', 'Broken'], 'statuses by their names');
  assert.equal((await admin.get(`${path}/Export?kinds=Meter&until=${today}`)).text.split('\r\n').length, 4);
  assert.equal((await admin.get(`${path}/Export?take=2`)).status, 400, 'a file has no pages');
  assert.equal((await admin.get(`${home}/Assets/999/Timeline/Export`)).status, 404);
  const strip = (await admin.get(`${home}/Assets/${asset}/Figures`)).json;
  assert.deepEqual([strip.unfinished, strip.reactive, strip.cost, strip.meanRepairMs], [1, 1, 0, null]);
  for (const query of ['kinds=Nothing', 'take=0', 'after=x', 'until=later', 'tz=Mars']) {
    assert.equal((await admin.get(`${path}?${query}`)).status, 400, query);
  }
  const down = async (from: string) => {
    const reply = await admin.get(`${home}/Stats/Maintenance?of=down&from=${from}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.figures.down.unavailability;
  };
  assert.equal(await down(yesterday), null, 'the log does not go back to then');
  const { share, downMs, assetMs } = await down(all.at(-1)!.on);
  assert.ok(share > 0 && share < 1 && share === downMs / assetMs, `${share}`);
  assert.equal((await admin.get(`${home}/Assets/999/Timeline`)).status, 404);
  assert.equal((await admin.get(`${home}/Assets/999/Figures`)).status, 404);
});

const account = { id: 'a', shardID: 's1' } as never;

test('figures of one account are computed one at a time, and once for all who ask meanwhile', async () => {
  const kept = createCachedFigures({ now: () => 1_000_000 });
  let underWay = 0;
  let most = 0;
  let computed = 0;
  const figure = (key: string) =>
    kept.figure({
      account,
      key,
      gone: undefined,
      async compute() {
        computed++;
        most = Math.max(most, ++underWay);
        await new Promise((later) => setTimeout(later, 5));
        underWay--;
        return { key };
      },
    });
  const answers = await Promise.all(['a', 'b', 'a', 'b', 'a'].map(figure));
  assert.deepEqual([computed, most], [2, 1]);
  assert.equal(answers[0], answers[4]);
  assert.equal(kept.budget.tally().held, 0);
});

test('what fails is not kept, and leaves the other figures as they are', async () => {
  const kept = createCachedFigures({ now: () => 1_000_000 });
  let works = false;
  const figure = (key: string) =>
    kept.figure({
      account,
      key,
      gone: undefined,
      compute: async () => (key === 'bad' && !works ? new Problem('overloaded', 'Too busy.') : { key }),
    });
  const both = JSON.parse((await partsOf(['good', 'bad'], figure)) as string);
  assert.equal(both.good.key, 'good');
  assert.deepEqual([both.bad.problem.code, both.bad.problem.detail], ['overloaded', 'Too busy.']);
  assert.ok((await partsOf(['bad'], figure)) instanceof Problem, 'alone it is the answer');
  works = true;
  assert.match((await figure('bad')) as string, /"key":"bad"/);
});
