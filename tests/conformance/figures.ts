/**
 * Every figure against a slow and obvious computation over the same records: what a database counts is what anybody would count by hand. The
 * records are random, with the values at which counts go wrong: bounds, nulls, deleted ones, sums that no number holds.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FiguresStore, StatusHistory, WorkOrderScope } from '../../src/analytics/store.ts';
import { weekMarks } from '../../src/analytics/weeks.ts';
import { scale } from '../../src/lib/decimal.ts';
import { formatTimestamp } from '../../src/lib/time.ts';
import { Problem } from '../../src/problems.ts';
import type { RecordFields } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, made, patching, sample } from './samples.ts';

const DAY = 86_400_000;
export const NOW = Date.parse('2026-11-16T09:30:00.000Z');
const SPAN = { from: NOW - 40 * DAY, to: NOW };
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const graces = [0, 1, 3, 7];
const MAX_CHANGES = 20_000;

const marks = weekMarks(SPAN, 'Europe/Berlin');
/** Around the bounds more than elsewhere, and often whole days apart, as a grace is. */
const instant = fc.oneof(
  fc.integer({ min: -2, max: 45 }).map((days) => NOW - days * DAY),
  fc.integer({ min: -60 * DAY, max: 3 * DAY }).map((ms) => NOW + ms),
  fc
    .constantFrom(...marks, SPAN.from, SPAN.to, NOW - DAY, NOW - 7 * DAY, NOW - 30 * DAY)
    .chain((mark) => fc.constantFrom(mark - 1, mark, mark + 1)),
);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });
const cost = fc.constantFrom(0, 0.0001, 0.1, 12.5, 99_999_999_999.9999, 1_234_567.8901, -3.25);

const anyOrder = fc.record({
  Status: fc.constantFrom('Open', 'InProgress', 'OnHold', 'Completed', 'Cancelled'),
  Type: fc.constantFrom('Reactive', 'Preventive', 'Inspection', 'Project', 'Other'),
  BoardID: orNull(fc.constantFrom(1, 2)),
  LocationID: orNull(fc.constantFrom(1, 2)),
  AssetID: orNull(fc.constantFrom(1, 2, 3)),
  AssignedEmployeeID: orNull(fc.constant(1)),
  CreatedOn: instant.map(formatTimestamp),
  DueOn: orNull(instant.map(formatTimestamp)),
  StartedOn: orNull(instant.map(formatTimestamp)),
  CompletedOn: orNull(instant.map(formatTimestamp)),
  CancelledOn: fc.option(instant.map(formatTimestamp), { freq: 2 }),
  LabourMinutes: fc.constantFrom(0, 7, 90, Number.MAX_SAFE_INTEGER),
  LabourCost: cost,
  PartsCost: cost,
  OtherCost: cost,
  TotalCost: cost,
  Deleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

/** Some are done in the last instant that a grace lets pass. */
const workOrder = fc
  .tuple(anyOrder, fc.option(fc.constantFrom(...graces), { freq: 2 }))
  .map(([order, days]) =>
    days === null || order.DueOn === null
      ? order
      : { ...order, CompletedOn: formatTimestamp(Date.parse(order.DueOn) + days * DAY) },
  );

const counted = fc.constantFrom<WorkOrderScope>(
  {},
  {},
  { boardID: 1 },
  { locationID: 2 },
  { type: 'Preventive' },
  { type: 'Reactive', boardID: 2, locationID: 1 },
  { boardID: 9 },
);

const times = (text: unknown) => (text === null ? null : Date.parse(text as string));

export const figures: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('every figure of work orders is what counting by hand gives', async () => {
    const cases = fc.tuple(
      fc.array(workOrder, { maxLength: 60, size: 'max' }),
      counted,
      fc.constantFrom(...zones),
      fc.constantFrom(...graces),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([orders, which, zone, grace]) => {
        const account = await newAccount(fixture);
        const bulk = shard.bulk(account);
        for (const [type, count] of [
          ['Boards', 2],
          ['Locations', 2],
          ['Employees', 1],
          ['Assets', 3],
        ] as const) {
          await bulk.load(
            type,
            Array.from({ length: count }, (_, n) => sample(type, n + 1, { Name: `${n}` })),
          );
        }
        const records = orders.map((given, n) => sample('WorkOrders', n + 1, given));
        await bulk.load('WorkOrders', records);
        await compare(shard.figures(account), records, which, zone, grace);
      }),
      { numRuns: 12, seed: 20261116, examples: [[[[], {}, 'UTC', 0]]] },
    );
  });

  await t.test('what belongs to another account counts nowhere', async () => {
    const other = await newAccount(fixture);
    await shard.bulk(other).load('WorkOrders', [sample('WorkOrders', 1, { Status: 'Open' })]);
    const mine = shard.figures(await newAccount(fixture));
    assert.deepEqual(await mine.unfinished({}), []);
    assert.deepEqual(await mine.flow({}, marks), []);
  });

  await t.test('assets that are down are counted by criticality, with since when as far as the log knows', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const bases = ['Operational', 'Degraded', 'Down', 'Retired'];
    for (const BaseStatus of bases) await create(store, 'AssetStatuses', { Name: BaseStatus, BaseStatus });
    // Loaded ones have no history.
    await shard.bulk(account).load('Assets', [sample('Assets', 1, { AssetStatusID: 3, Criticality: 'High' })]);
    const second = await create(store, 'Assets', { AssetStatusID: 1 });
    await made(store, patching('Assets', second, { AssetStatusID: 3 }));
    // Between what was and what comes lies time.
    await new Promise((later) => setTimeout(later, 5));
    const before = Date.now();
    await made(store, patching('Assets', second, { MeterValue: 7 }));
    await create(store, 'Assets', { AssetStatusID: 2, Criticality: 'Critical' });
    await create(store, 'Assets', { AssetStatusID: 3, Deleted: true });
    const down = must(await shard.figures(account).down(undefined, 10, MAX_CHANGES));
    assert.deepEqual(down.counts, [
      { criticality: 'Critical', base: 'Degraded', count: 1 },
      { criticality: 'High', base: 'Down', count: 1 },
      { criticality: null, base: 'Down', count: 1 },
    ]);
    assert.deepEqual(down.statuses, [
      { id: 2, base: 'Degraded' },
      { id: 3, base: 'Down' },
    ]);
    assert.deepEqual(
      down.assets.map(({ id, since }) => [id, since === null]),
      [
        [3, false],
        [1, true],
        [2, false],
      ],
    );
    assert.ok(down.assets[2]!.since! <= before, 'the reading of the meter is no change of its status');
    assert.deepEqual(must(await shard.figures(account).down(9, 10, MAX_CHANGES)).counts, []);

    const history = must(await shard.figures(account).statusHistory(undefined, before, 10));
    assert.notEqual(history, 'not covered');
    const { standing, changes } = history as StatusHistory;
    assert.deepEqual(
      standing.toSorted((a, b) => a.statusID! - b.statusID!),
      [
        { statusID: 2, count: 1 },
        { statusID: 3, count: 2 },
      ],
    );
    assert.deepEqual(
      changes.map(({ assetID, isNew, before: was, statusNow }) => [assetID, isNew, was, statusNow]),
      [[3, true, null, 2]],
      'of what is deleted nothing, of the meter nothing',
    );
    await made(store, patching('Assets', second, { AssetStatusID: 1 }));
    const later = must(await shard.figures(account).statusHistory(undefined, before, 10)) as StatusHistory;
    assert.deepEqual(
      later.changes.map(({ assetID, before: was, statusNow }) => [assetID, was, statusNow]),
      [
        [second, 3, 1],
        [3, null, 2],
      ],
    );
    assert.deepEqual((must(await shard.figures(account).statusHistory(9, before, 10)) as StatusHistory).changes, []);
    assert.equal(
      must(await shard.figures(account).statusHistory(undefined, 0, 10)),
      'not covered',
      'the log begins later',
    );
    assert.equal(must(await shard.figures(account).statusHistory(undefined, before, 1)), 'not covered', 'too many');
  });

  await t.test('since when an asset is down is found behind however many changes of its meter', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    await create(store, 'AssetStatuses', { Name: 'Broken', BaseStatus: 'Down' });
    await shard.bulk(account).load('Assets', [sample('Assets', 1, { Name: 'from before' })]);
    await made(store, patching('Assets', 1, { AssetStatusID: 1 }));
    const busy = await create(store, 'Assets');
    await create(store, 'Assets', { AssetStatusID: 1 });
    await made(store, patching('Assets', busy, { AssetStatusID: 1 }));
    const figures = shard.figures(account);
    const { assets } = must(await figures.down(undefined, 10, MAX_CHANGES));
    const known = assets.map(({ id, since }) => [id, since]);
    assert.ok(known.every(([, since]) => since !== null));
    const readings = Array.from({ length: 2_100 }, (_, n) => patching('Assets', busy, { MeterValue: n + 1 }));
    await Promise.all(readings.map((change) => made(store, change)));
    const since = async (most: number) =>
      must(await figures.down(undefined, 10, most)).assets.map((one) => [one.id, one.since]);
    assert.deepEqual(await since(MAX_CHANGES), known);
    assert.deepEqual(
      await since(1_000),
      known.map(([id, on]) => [id, id === busy ? null : on]),
      'no further than it may look',
    );
  });

  await t.test('the strip of an asset is what counting by hand gives', async () => {
    const account = await newAccount(fixture);
    await shard.bulk(account).load(
      'Assets',
      [1, 2, 3].map((n) => sample('Assets', n)),
    );
    await shard.bulk(account).load(
      'Boards',
      [1, 2].map((n) => sample('Boards', n)),
    );
    await shard.bulk(account).load(
      'Locations',
      [1, 2].map((n) => sample('Locations', n)),
    );
    await shard.bulk(account).load('Employees', [sample('Employees', 1)]);
    const [orders] = fc.sample(fc.array(workOrder, { minLength: 80, maxLength: 80, size: 'max' }), {
      numRuns: 1,
      seed: 7,
    });
    const records = orders!.map((given, n) => sample('WorkOrders', n + 1, given));
    await shard.bulk(account).load('WorkOrders', records);
    for (const assetID of [1, 2, 3]) {
      const own = records.filter((one) => one.AssetID === assetID && !one.Deleted);
      const preventive = own.filter((one) => one.Type === 'Preventive');
      const done = own.filter((one) => one.CompletedOn !== null && times(one.CompletedOn)! >= SPAN.from);
      const repaired = done.filter((one) => one.Type === 'Reactive');
      const timed = repaired.filter((one) => times(one.CompletedOn)! >= times(one.CreatedOn)!);
      const last = preventive
        .filter((one) => one.CompletedOn !== null)
        .sort((a, b) => times(b.CompletedOn)! - times(a.CompletedOn)! || (b.ID as number) - (a.ID as number))[0];
      const next = preventive
        .filter((one) => isUnfinished(one) && one.DueOn !== null)
        .sort((a, b) => times(a.DueOn)! - times(b.DueOn)! || (a.ID as number) - (b.ID as number))[0];
      assert.deepEqual(must(await shard.figures(account).assets.strip(assetID, SPAN.from)), {
        unfinished: own.filter(isUnfinished).length,
        lastPreventive: last === undefined ? null : { id: last.ID, on: times(last.CompletedOn) },
        nextPreventive: next === undefined ? null : { id: next.ID, on: times(next.DueOn) },
        reactive: own.filter((one) => one.Type === 'Reactive' && times(one.CreatedOn)! >= SPAN.from).length,
        cost: sum(done, 'TotalCost'),
        repaired: repaired.length,
        timed: timed.length,
        repairMs: timed.reduce((all, one) => all + BigInt(times(one.CompletedOn)! - times(one.CreatedOn)!), 0n),
      });
    }
  });
};

/** Every figure over work orders, as the store counts them and as anybody would by hand. */
export async function compare(
  store: FiguresStore,
  all: readonly RecordFields[],
  which: WorkOrderScope,
  zone: string,
  grace: number,
) {
  const records = all.filter(
    (one) =>
      !one.Deleted &&
      (which.boardID === undefined || one.BoardID === which.boardID) &&
      (which.locationID === undefined || one.LocationID === which.locationID) &&
      (which.type === undefined || one.Type === which.type),
  );
  const unfinished = records.filter(isUnfinished);
  const byStatus = Map.groupBy(unfinished, ({ Status }) => Status as string);
  assert.deepEqual(
    sorted(must(await store.unfinished(which)), 'status'),
    sorted(
      Array.from(byStatus, ([status, some]) => ({
        status,
        total: some.length,
        unassigned: some.filter((one) => one.AssignedEmployeeID === null).length,
        withoutDue: some.filter((one) => one.DueOn === null).length,
      })),
      'status',
    ),
  );

  const late = [NOW, NOW - DAY, NOW - 7 * DAY];
  const due = unfinished.filter((one) => one.DueOn !== null);
  assert.deepEqual(must(await store.due(which, late)), {
    withDue: due.length,
    before: late.map((time) => due.filter((one) => times(one.DueOn)! < time).length),
  });

  const bounds = weekMarks(SPAN, zone);
  const spanOf = (time: number | null) => (time === null ? null : bounds.findLastIndex((bound) => bound <= time));
  const flow = must(await store.flow(which, bounds));
  assert.equal(
    flow.reduce((sum, { count }) => sum + count, 0),
    records.length,
  );
  for (const [stamp, part] of [
    ['CreatedOn', 'created'],
    ['CompletedOn', 'completed'],
    ['CancelledOn', 'cancelled'],
  ] as const) {
    for (let span = -1; span < bounds.length; span++) {
      assert.equal(
        flow.filter((one) => one[part] === span).reduce((sum, { count }) => sum + count, 0),
        records.filter((one) => spanOf(times(one[stamp])) === span).length,
        `${part} in span ${span} of ${zone}`,
      );
    }
  }
  assert.equal(
    flow.filter((one) => one.completed === null && one.created === 2).reduce((sum, { count }) => sum + count, 0),
    records.filter((one) => one.CompletedOn === null && spanOf(times(one.CreatedOn)) === 2).length,
  );

  const preventive = records.filter(
    (one) => one.Type === 'Preventive' && one.Status !== 'Cancelled' && one.DueOn !== null && isWithin(one.DueOn),
  );
  const latest = (one: RecordFields) => times(one.DueOn)! + grace * DAY;
  assert.deepEqual(must(await store.preventive(which, SPAN, grace * DAY)), {
    onTime: preventive.filter((one) => one.CompletedOn !== null && times(one.CompletedOn)! <= latest(one)).length,
    late: preventive.filter((one) => one.CompletedOn !== null && times(one.CompletedOn)! > latest(one)).length,
    notDone: preventive.filter((one) => one.CompletedOn === null).length,
  });

  const completed = records.filter((one) => one.CompletedOn !== null && isWithin(one.CompletedOn));
  const reactive = completed.filter((one) => one.Type === 'Reactive');
  for (const since of ['CreatedOn', 'StartedOn'] as const) {
    const all = reactive.filter((one) => one[since] !== null);
    const took = all
      .filter((one) => times(one.CompletedOn)! >= times(one[since])!)
      .map((one) => times(one.CompletedOn)! - times(one[since])!)
      .sort((a, b) => a - b);
    const middle = [took[Math.ceil(took.length / 2) - 1], took[Math.floor(took.length / 2)]];
    assert.deepEqual(must(await store.durations(which, SPAN, since)), {
      count: all.length,
      timed: took.length,
      sum: took.reduce((all, ms) => all + BigInt(ms), 0n),
      middle: took.length === 0 ? null : middle,
      ninetieth: took[Math.ceil(took.length * 0.9) - 1] ?? null,
    });
  }

  const byType = Map.groupBy(completed, ({ Type }) => Type as string);
  assert.deepEqual(
    sorted(must(await store.completed(which, SPAN)), 'type'),
    sorted(
      Array.from(byType, ([type, some]) => ({
        type,
        count: some.length,
        minutes: some.reduce((all, one) => all + BigInt(one.LabourMinutes as number), 0n),
        total: sum(some, 'TotalCost'),
        labour: sum(some, 'LabourCost'),
        parts: sum(some, 'PartsCost'),
        other: sum(some, 'OtherCost'),
      })),
      'type',
    ),
  );

  const byAsset = Map.groupBy(
    reactive.filter((one) => one.AssetID !== null),
    ({ AssetID }) => AssetID as number,
  );
  const worst = Array.from(byAsset, ([assetID, some]) => ({
    assetID,
    reactive: some.length,
    total: sum(some, 'TotalCost'),
  }))
    .sort((a, b) => b.reactive - a.reactive || a.assetID - b.assetID)
    .slice(0, 2);
  assert.deepEqual(must(await store.worstAssets(which, SPAN, 2)), worst);
}

function isUnfinished({ Status }: RecordFields): boolean {
  return ['Open', 'InProgress', 'OnHold'].includes(Status as string);
}

function isWithin(text: unknown): boolean {
  const time = times(text)!;
  return time >= SPAN.from && time < SPAN.to;
}

function sum(records: readonly RecordFields[], field: string): bigint {
  return records.reduce((all, one) => all + scale(one[field] as number, 4)!, 0n);
}

function sorted<Row>(rows: readonly Row[], by: keyof Row): Row[] {
  return rows.toSorted((a, b) => (a[by] < b[by] ? -1 : 1));
}

function must<Result>(found: Result | Problem): Result {
  if (found instanceof Problem) throw new Error(found.detail);
  return found;
}
