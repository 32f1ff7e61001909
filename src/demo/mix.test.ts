import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordTypeNames } from '../catalogue/index.ts';
import type { RecordFields } from '../records/store.ts';
import { demoRecords } from './index.ts';
import { demoAccount, firms, NOW, referencesOf } from './testing/demo-account.ts';

for (const firm of firms) {
  describe(`the demo size of ${firm}`, () => {
    const account = demoAccount({ firm, size: 'demo' });
    const { WorkOrders, Tasks, PurchaseOrders, Forms } = account;

    it('has work orders in the states and types of a firm that keeps up', () => {
      const mix = sharesOf(WorkOrders, 'Status');
      about(mix, { Completed: 84, Cancelled: 6, Open: 5, InProgress: 3, OnHold: 2 }, 1);
      about(sharesOf(WorkOrders, 'Type'), { Reactive: 62, Preventive: 30, Inspection: 5, Project: 2, Other: 1 }, 1);
    });

    it('has a year of work orders, more on weekdays and in winter, of which the unfinished ones are mostly new', () => {
      const created = WorkOrders.map((order) => new Date(order.CreatedOn as string));
      const days = (created.at(-1)!.getTime() - created[0]!.getTime()) / 86_400_000;
      assert.ok(days > 360 && days <= 365, `${days} days`);
      const weekend = created.filter((day) => day.getUTCDay() % 6 === 0).length / created.length;
      assert.ok(weekend > 0.04 && weekend < 0.14, `${weekend} of them at weekends, of which 2/7 would be even`);
      const inMonths = (months: number[]) => created.filter((day) => months.includes(day.getUTCMonth())).length;
      assert.ok(inMonths([11, 0, 1]) > 1.5 * inMonths([5, 6, 7]));
      const unfinished = WorkOrders.filter((order) => order.CompletedOn === null && order.CancelledOn === null);
      const lastMonths = new Date(NOW - 90 * 86_400_000).toISOString();
      assert.ok(
        unfinished.filter((order) => (order.CreatedOn as string) > lastMonths).length > 0.8 * unfinished.length,
      );
    });

    it('has tasks in all four states, and 60 % with a messaging id', () => {
      const mix = sharesOf(Tasks, 'Status');
      assert.ok(mix.Completed! > 75 && mix.Completed! < 90, `${mix.Completed}`);
      for (const state of ['Open', 'InProgress', 'Cancelled']) assert.ok(mix[state]! > 0.5, `${state} ${mix[state]}`);
      about(
        { with: percent(Tasks.filter((task) => task.TaskExternalMessagingID !== null).length, Tasks.length) },
        { with: 60 },
        1,
      );
    });

    it('has purchase orders mostly received', () => {
      about(sharesOf(PurchaseOrders, 'Status'), { Completed: 66, PartiallyFulfilled: 12, Sent: 9 }, 1.5);
      assert.equal(new Set(PurchaseOrders.map((order) => order.Status)).size, 7);
    });

    it('has 2 % of every type deleted, wherever that makes at least one', () => {
      for (const type of recordTypeNames) {
        const count = account[type].length;
        const deleted = account[type].filter((record) => record.Deleted).length;
        assert.ok(Math.abs(deleted - count * 0.02) < 1, `${deleted} of ${count} ${type}`);
      }
    });

    it('refers to a deleted record only in the tasks of a deleted work order', () => {
      for (const type of recordTypeNames) {
        for (const record of account[type]) {
          for (const { field, to, id } of referencesOf(type, record)) {
            const allowed = type === 'Tasks' && field === 'WorkOrderID';
            assert.ok(allowed || !account[to][id - 1]!.Deleted, `${type} ${record.ID} ${field} ${id}`);
          }
        }
      }
    });

    it('uses every board, asset status and published form template, and no draft of a template', () => {
      assert.equal(new Set(WorkOrders.map((order) => order.BoardID)).size, 5);
      assert.equal(new Set(account.Assets.map((asset) => asset.AssetStatusID)).size, 7);
      const used = new Set(Forms.map((form) => form.FormTemplateID));
      for (const { ID, Name, Status } of account.FormTemplates) {
        if (Status === 'Published') assert.ok(used.has(ID!), `${Name}`);
        if (Status === 'Draft') assert.ok(!used.has(ID!), `${Name}`);
      }
      assert.ok(Forms.some((form) => form.AmendsFormID !== null));
      assert.ok(Forms.some((form) => (form.FlaggedCount as number) > 0));
    });

    it('tells of most records in 60 to 300 characters', () => {
      for (const records of [WorkOrders, Tasks, account.Assets, account.Products, account.Jobs]) {
        const told = records.filter(({ Description }) => {
          const length = ((Description ?? '') as string).length;
          return length >= 60 && length <= 300;
        });
        assert.ok(told.length > 0.75 * records.length, `${told.length} of ${records.length}`);
        assert.ok(records.some(({ Description }) => Description === null));
      }
    });

    it('names records in sentence case', () => {
      for (const type of recordTypeNames) {
        for (const { ID, Name } of account[type]) {
          if (typeof Name === 'string') assert.match(Name, /^[A-Z][^A-Z]*$/, `${type} ${ID}`);
        }
      }
    });
  });

  it(`the first 25 tasks of ${firm} are open and completed, in every size and number`, () => {
    for (const [size, tasks] of [
      ['tiny', undefined],
      ['demo', undefined],
      ['tiny', 5],
      ['demo', 500],
      ['demo', 400_000],
    ] as const) {
      const first = demoAccountTasks(firm, size, tasks);
      const states = new Set(first.map((task) => task.Status));
      assert.ok(states.has('Open') && states.has('Completed'), `${size} ${tasks}: ${[...states]}`);
    }
  });
}

function demoAccountTasks(firm: 'harbour' | 'ridgeway', size: 'tiny' | 'demo', tasks: number | undefined) {
  for (const { type, records } of demoRecords({
    firm,
    size,
    counts: tasks === undefined ? {} : { Tasks: tasks },
    now: NOW,
  })) {
    if (type === 'Tasks') return records.filter((task) => !task.Deleted).slice(0, 25);
  }
  throw new Error('There are no tasks.');
}

function sharesOf(records: readonly RecordFields[], field: string): Record<string, number> {
  const groups = Object.groupBy(records, (record) => record[field] as string);
  return Object.fromEntries(
    Object.entries(groups).map(([value, group]) => [value, percent(group!.length, records.length)]),
  );
}

function percent(part: number, whole: number): number {
  return (part / whole) * 100;
}

function about(actual: Record<string, number>, expected: Record<string, number>, tolerance: number): void {
  for (const [name, share] of Object.entries(expected)) {
    assert.ok(Math.abs((actual[name] ?? 0) - share) <= tolerance, `${name}: ${actual[name]} %, not about ${share} %`);
  }
}
