import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordTypeName } from '../catalogue/index.ts';
import type { RecordFields } from '../records/store.ts';
import { demoAccount, firms, NOW } from './testing/demo-account.ts';

/** Moments in the order in which they follow each other, where they are set; all of them lie in the past. */
const courses: readonly (readonly [RecordTypeName, readonly string[]])[] = [
  ['WorkOrders', ['CreatedOn', 'StartedOn', 'CompletedOn', 'CancelledOn', 'UpdatedOn']],
  ['Tasks', ['CreatedOn', 'StartedOn', 'CompletedOn', 'CancelledOn', 'UpdatedOn']],
  ['Jobs', ['CreatedOn', 'StartedOn', 'CompletedOn', 'CancelledOn', 'UpdatedOn']],
  ['Routes', ['CreatedOn', 'StartedOn', 'CompletedOn', 'CancelledOn', 'UpdatedOn']],
  ['PurchaseOrders', ['CreatedOn', 'ApprovedOn', 'SentOn', 'CompletedOn', 'CancelledOn', 'UpdatedOn']],
  ['Forms', ['CreatedOn', 'SubmittedOn', 'UpdatedOn']],
  ['Users', ['CreatedOn', 'LastLoginOn']],
  ['Assets', ['CreatedOn', 'MeterReadOn']],
];

for (const firm of firms) {
  describe(`in the demo size of ${firm}`, () => {
    const account = demoAccount({ firm, size: 'demo' });
    const now = new Date(NOW).toISOString();

    for (const [type, fields] of courses) {
      it(`${type} go through their course in order, and not beyond now`, () => {
        for (const record of account[type]) {
          let before = '';
          for (const field of fields) {
            const moment = record[field] as string | null;
            if (moment === null) continue;
            assert.ok(moment >= before && moment <= now, `${type} ${record.ID} ${field} ${moment}, after ${before}`);
            before = moment;
          }
        }
      });
    }

    it('every stop of a route lies within it', () => {
      for (const { ID, StartedOn, CompletedOn, Stops } of account.Routes) {
        let before = StartedOn as string;
        for (const { ArrivedOn, DepartedOn } of Stops as unknown as Record<string, string | null>[]) {
          if (ArrivedOn == null || DepartedOn == null) continue;
          assert.ok(before <= ArrivedOn && ArrivedOn <= DepartedOn, `${ID}`);
          before = DepartedOn;
        }
        if (CompletedOn !== null) assert.ok(before <= (CompletedOn as string), `${ID}`);
      }
    });

    it('assets are bought, put into service and retired in that order, and only the retired ones have a date for it', () => {
      const retired = account.AssetStatuses.filter(({ BaseStatus }) => BaseStatus === 'Retired').map(({ ID }) => ID);
      for (const { ID, PurchasedOn, InServiceOn, WarrantyExpiresOn, RetiredOn, AssetStatusID } of account.Assets) {
        const days = [PurchasedOn, InServiceOn, WarrantyExpiresOn].filter((day) => day !== null) as string[];
        assert.deepEqual(days, days.toSorted(), `${ID}`);
        assert.equal(RetiredOn !== null, retired.includes(AssetStatusID!), `${ID}`);
      }
    });

    it('people are hired before they leave', () => {
      for (const { ID, HiredOn, TerminatedOn } of account.Employees) {
        if (TerminatedOn !== null) assert.ok((HiredOn as string) <= (TerminatedOn as string), `${ID}`);
      }
    });

    it('meters only go up, from task to task and to the last reading of the asset', () => {
      const readings = new Map<number, { on: string; value: number }[]>();
      const read = (asset: number, on: string, value: number) =>
        readings.set(asset, [...(readings.get(asset) ?? []), { on, value }]);
      for (const { Type, Result, AssetID, CompletedOn } of account.Tasks) {
        if (Type === 'Meter' && Result !== null) read(AssetID as number, CompletedOn as string, Number(Result));
      }
      for (const { ID, MeterValue, MeterReadOn } of account.Assets) {
        if (MeterReadOn !== null) read(ID as number, MeterReadOn as string, MeterValue as number);
      }
      assert.ok([...readings.values()].some((ofOne) => ofOne.length > 2));
      for (const [asset, ofOne] of readings) {
        const values = ofOne.toSorted((a, b) => (a.on < b.on ? -1 : 1)).map(({ value }) => value);
        assert.deepEqual(
          values,
          values.toSorted((a, b) => a - b),
          `asset ${asset}`,
        );
      }
    });

    it('tasks stand no further than their work order', () => {
      const orders = new Map(account.WorkOrders.map((order) => [order.ID, order]));
      const allowed: Record<string, readonly string[]> = {
        Open: ['Open'],
        InProgress: ['Completed', 'InProgress', 'Open'],
        OnHold: ['Completed', 'Open'],
        Completed: ['Completed', 'Cancelled'],
        Cancelled: ['Cancelled'],
      };
      for (const { ID, Status, WorkOrderID } of account.Tasks as RecordFields[]) {
        const order = WorkOrderID === null ? undefined : orders.get(WorkOrderID!);
        if (order) assert.ok(allowed[order.Status as string]!.includes(Status as string), `${ID}`);
      }
    });
  });
}
