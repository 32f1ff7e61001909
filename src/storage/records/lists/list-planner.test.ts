// How the rows of a list are found: by what is rare, whatever it is, and in the order asked for where it is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../../../tests/conformance/listing.ts';
import { columnValue } from '../../../../tests/conformance/many-rows.ts';
import {
  answer,
  assertNarrow,
  equalities,
  is,
  kept,
  keysBy,
  ordered,
} from '../../../../tests/conformance/narrow-lists.ts';
import { largeDatabases } from '../../../../tests/support/large-tables.ts';
import { type ListArguments, readListing } from '../../../api/graphql/list-arguments.ts';
import { recordTypeNames } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type { Condition, ListPlan } from '../../../records/lists/plan.ts';
import { planRecordList } from '../../../records/lists/planning.ts';
import { DATABASE_CHOICE, MAX_FEW_ROWS, MIN_WALKED_ROWS } from './list-planner.ts';

const ROWS = 100_000;
const has = (field: string, text: string): Condition => ({ field, anyOf: [{ op: 'contains', text }] });
const since = (field: string, value: number): Condition => ({ field, anyOf: [{ op: 'ge', value }] });
const completed = columnValue('Tasks', 'Status', 'Completed');
const newest = ordered('CreatedOn', true);

function tasks(where: readonly Condition[], parts: Partial<ListPlan> = {}): ListPlan {
  return plan('Tasks', { where: [kept, ...where], take: 25, order: newest, ...parts });
}

/** Of which nothing or little is left, though each of them alone has many. */
const bounded = [
  'Name=a ge&Name=b ge&Name=zz ge&orderby=Name',
  'Name=a ge&Name=b ge&Name=zz ge&orderby=Notes',
  'CreatedOn=9999-01-01 lt&CreatedOn=0001-01-01 lt&orderby=CreatedOn desc',
  'ID=0 gt&ID=900000 gt&orderby=Position',
  'Status=Open&Status=Cancelled gt&orderby=Notes',
];

function tasksBy(query: string): ListPlan {
  const asked = planRecordList('Tasks', query);
  assert.ok(!(asked instanceof Problem));
  return asked;
}

function tasksInGraphql(filter: NonNullable<ListArguments['filter']>): ListPlan {
  return { type: 'Tasks', ...readListing('Tasks', { filter, orderby: 'Notes' }, []) };
}

for (const [engine, open] of Object.entries(largeDatabases)) {
  test(`among ${ROWS} tasks no equality with an index walks the account, in any indexed order (${engine})`, async (t) => {
    const database = await open(t);
    await database.fill('Tasks', ROWS);
    for (const asked of equalities('Tasks', ROWS, 'both')) await assertNarrow(database, asked);

    const rare = tasks([is('Status', 'Open'), is('WorkOrderID', 7)]);
    for (const where of [rare.where, rare.where.toReversed()]) {
      const { way, visited } = await answer(database, { ...rare, where });
      assert.ok(
        way.by === 'filter' && way.filter.field === 'WorkOrderID' && visited < 2 * MAX_FEW_ROWS + 100,
        'the rarer of two',
      );
    }
    const second = tasks([is('Status', 'Open'), since('UpdatedOn', ROWS - 2_000)], {
      order: ordered('Position', true),
    });
    const { way } = await answer(database, second);
    assert.ok(way.by === 'filter' && way.filter.field === 'UpdatedOn', 'the rarer of two that are not rare');

    for (const asked of [
      ...bounded.map((query) => tasksBy(`extFilter=true&${query}`)),
      tasksInGraphql({ Status: { eq: 'Open', in: ['Completed', null] } }),
      tasksInGraphql({ Name: { ge: 'a', gt: 'zz' } }),
    ]) {
      const { visited } = await answer(database, asked);
      assert.ok(visited <= 2 * MAX_FEW_ROWS, `${visited} rows for ${JSON.stringify(asked.where)}`);
    }

    const often = await answer(database, tasks([has('Name', 'text')]));
    assert.ok(often.way.by === 'order' && often.visited <= 100, `${often.visited} rows for a text that is found often`);
    const deep = await answer(database, tasks([is('Status', 'Open')], { skip: 5_000 }));
    assert.ok(deep.way.by === 'order' && deep.visited < 12_000, `${deep.visited} rows for a deep page`);

    await database.run(`UPDATE tasks SET status = ${completed} WHERE id <= ${ROWS / 2}`);
    const old = await answer(database, tasks([is('Status', 'Completed')]));
    assert.ok(
      old.way.by === 'filter' && old.visited < ROWS / 2 + 2 * MAX_FEW_ROWS + MIN_WALKED_ROWS,
      `${old.visited} rows of which half match`,
    );
  });

  test(`the same holds for every record type, of 10,000 rows (${engine})`, async (t) => {
    const database = await open(t);
    for (const type of recordTypeNames) {
      await database.fill(type, 10_000);
      for (const asked of equalities(type, 10_000, 'in turn')) await assertNarrow(database, asked);
    }
  });

  test(`a list is the same by whichever way its rows are found (${engine})`, async (t) => {
    const database = await open(t);
    await database.fill('Tasks', 5_000);
    await database.run(
      'UPDATE tasks SET deleted = TRUE WHERE id % 7 = 0; UPDATE tasks SET asset_id = NULL WHERE id % 3 = 0',
    );
    await database.document('Tasks');
    const filters: Condition[][] = [
      [is('WorkOrderID', 7)],
      [is('Status', 'Open')],
      [is('AssetID', null)],
      [is('Name', 'text 9')],
      [is('ExternalID', 'text 77')],
      [is('Status', 'no such status')],
      [{ field: 'JobID', anyOf: [5, 9, 11].map((value) => ({ op: 'eq', value })) }],
      [{ field: 'AssetID', anyOf: [5, null].map((value) => ({ op: 'eq', value })) }],
      [has('Name', 'text 2'), has('ExternalID', '4')],
      [has('Name', 'text')],
      [since('CreatedOn', 3_000), is('Status', 'Open')],
      [since('CreatedOn', 1_000), since('UpdatedOn', 2_000)],
      [since('UpdatedOn', 4_500), is('Status', 'Open')],
      [is('UpdatedOn', 77)],
    ];
    const ways = new Set<string>();
    for (const where of filters) {
      for (const deleted of [[kept], []]) {
        for (const order of [
          ordered('CreatedOn', true),
          ordered('UpdatedOn', false),
          ordered('Name', false),
          ordered('ID', true),
          ordered('Position', true),
        ]) {
          for (const [skip, take] of [
            [0, 25],
            [40, 100],
          ] as const) {
            const asked = plan('Tasks', { where: [...deleted, ...where], order, skip, take });
            const { way } = await answer(database, asked);
            assert.deepEqual(
              await keysBy(database, asked, way),
              await keysBy(database, asked, DATABASE_CHOICE),
              JSON.stringify(asked),
            );
            ways.add(way.by);
          }
        }
      }
    }
    assert.deepEqual([...ways].sort(), ['database', 'filter', 'order']);
  });
}
