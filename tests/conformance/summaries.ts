/** Records counted and measured by group. */
import assert from 'node:assert/strict';
import { catalogue } from '../../src/catalogue/index.ts';
import { Problem } from '../../src/problems.ts';
import { planRecordList } from '../../src/records/lists/planning.ts';
import { type Measured, readSummary } from '../../src/records/summary.ts';
import { newAccount, type Part } from './fixture.ts';
import { create } from './samples.ts';

export const summaries: Part = async (t, fixture) => {
  const { shard } = fixture;
  const account = await newAccount(fixture);
  const records = shard.records(account);
  const asset = await create(records, 'Assets', { Name: 'Lift' });
  const made = [
    { Status: 'Open', TotalCost: 1.5, DueOn: '2026-01-30T10:00:00.000Z', AssetID: asset, Category: 'Lifts' },
    { Status: 'Open', TotalCost: 99_999_999_999, DueOn: '2026-01-02T10:00:00.000Z', AssetID: asset, Category: 'LIFTS' },
    { Status: 'Open', TotalCost: 99_999_999_999, DueOn: '2026-02-02T10:00:00.000Z' },
    { Status: 'Completed', TotalCost: -2.25, EstimatedMinutes: 5 },
    { Status: 'Completed', Deleted: true },
  ];
  for (const fields of made) await create(records, 'WorkOrders', fields);
  await create(shard.records(await newAccount(fixture)), 'WorkOrders', { Status: 'Open' });

  const summarise = async (query: string, by: string[], of: string[] = [], most = 10) => {
    const plan = planRecordList('WorkOrders', query);
    assert.ok(!(plan instanceof Problem));
    const summary = readSummary(catalogue.WorkOrders, plan, by, of, most);
    assert.ok(!(summary instanceof Problem), String((summary as Problem).detail));
    const page = await records.summarise(summary);
    assert.ok(!(page instanceof Problem));
    return { ...page, groups: page.groups.map(({ keys, count, measured }) => [...keys, count, ...sumsOf(measured)]) };
  };

  await t.test('groups come with their counts and sums, the largest first, and amounts are exact', async () => {
    assert.deepEqual(await summarise('', ['Status'], ['TotalCost', 'EstimatedMinutes']), {
      groups: [
        ['Open', 3, 199_999_999_999.5, null],
        ['Completed', 1, -2.25, 5],
      ],
      more: false,
    });
    assert.deepEqual((await summarise('', [], ['TotalCost'])).groups, [[4, 199_999_999_997.25]]);
    assert.deepEqual((await summarise('Status=Cancelled', ['Status'])).groups, []);
    const since = (time: string) => summarise(`extFilter=true&UpdatedOn=${time}+ge&TotalCost=0+gt`, ['Status']);
    assert.deepEqual((await since('2020-01-01T00:00:00Z')).groups, [['Open', 3]]);
    assert.deepEqual((await since('2999-01-01T00:00:00Z')).groups, []);
  });

  await t.test('numbers with more places than a number of the language holds are groups like any other', async () => {
    const longitudes = [99_999_999_999, -9_999_999_999.125, -9_999_999_999.125, 0.0000001];
    for (const Longitude of longitudes) await create(records, 'Locations', { Name: 'Far', Longitude });
    const plan = planRecordList('Locations', '');
    assert.ok(!(plan instanceof Problem));
    const summary = readSummary(catalogue.Locations, plan, ['Longitude'], [], 10);
    assert.ok(!(summary instanceof Problem));
    const page = await records.summarise(summary);
    assert.ok(!(page instanceof Problem));
    assert.deepEqual(
      page.groups.map(({ keys, count }) => [...keys, count]),
      [
        [-9_999_999_999.125, 2],
        [0.0000001, 1],
        [99_999_999_999, 1],
      ],
    );
  });

  await t.test('of numbers the sum, the mean, the least and the most, over the records that hold one', async () => {
    const plan = planRecordList('WorkOrders', 'Status=Open&Status=Completed');
    assert.ok(!(plan instanceof Problem));
    const summary = readSummary(catalogue.WorkOrders, plan, [], ['TotalCost', 'EstimatedMinutes', 'LabourMinutes'], 1);
    assert.ok(!(summary instanceof Problem));
    const page = await records.summarise(summary);
    assert.ok(!(page instanceof Problem));
    assert.deepEqual(page.groups[0]?.measured, [
      { sum: 199_999_999_997.25, mean: 199_999_999_997.25 / 4, min: -2.25, max: 99_999_999_999 },
      { sum: 5, mean: 5, min: 5, max: 5 },
      { sum: 0, mean: 0, min: 0, max: 0 },
    ]);
    const none = await records.summarise({ ...summary, plan: { ...plan, search: { fields: ['Name'], text: 'none' } } });
    assert.ok(!(none instanceof Problem));
    const empty = { sum: null, mean: null, min: null, max: null };
    assert.deepEqual(none.groups[0]?.measured, [empty, empty, empty]);
  });

  await t.test('filters are those of lists; references, times and texts make groups too', async () => {
    assert.deepEqual((await summarise('Status=Open', ['assetid'])).groups, [
      [asset, 2],
      [null, 1],
    ]);
    assert.deepEqual((await summarise('Status=Open', ['DueOn:month'])).groups, [
      ['2026-01', 2],
      ['2026-02', 1],
    ]);
    assert.deepEqual((await summarise('Category=null ne&extFilter=true', ['Category'])).groups, [['LIFTS', 2]]);
    assert.deepEqual((await summarise('Deleted=true', ['Deleted'])).groups, [
      [false, 4],
      [true, 1],
    ]);
  });

  await t.test('no more groups than asked for, and it says so', async () => {
    assert.deepEqual(await summarise('', ['Status'], [], 1), { groups: [['Open', 3]], more: true });
  });

  await t.test('texts that differ in case alone are one group, shown as its newest record has it', async () => {
    for (const Category of ['STRASSE', 'strasse', 'Straße'])
      await create(records, 'WorkOrders', { Status: 'Open', Category });
    assert.deepEqual((await summarise('', ['Category', 'Status'], ['TotalCost'])).groups, [
      ['Straße', 'Open', 3, 0],
      ['LIFTS', 'Open', 2, 100_000_000_000.5],
      [null, 'Open', 1, 99_999_999_999],
      [null, 'Completed', 1, -2.25],
    ]);
    const Description = 'Öl '.repeat(1_000);
    await create(records, 'WorkOrders', { Status: 'Cancelled', Description });
    assert.deepEqual((await summarise('Status=Cancelled', ['Description'])).groups, [
      [`${Description.slice(0, 500)}…`, 1],
    ]);
    const name = encodeURIComponent('Straße');
    const ofGroup = `extFilter=true&Category=${name} ge&Category=${name} le`;
    assert.deepEqual((await summarise(ofGroup, ['Status'])).groups, [['Open', 3]]);
  });
};

function sumsOf(measured: readonly Measured[]): (number | null)[] {
  return measured.map(({ sum }) => sum);
}
