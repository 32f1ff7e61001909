import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf, recordType, recordTypeNames } from '../catalogue/index.ts';
import { demoAccount, firms } from './testing/demo-account.ts';

for (const firm of firms) {
  describe(`the tiny size of ${firm} holds`, () => {
    const account = demoAccount({ firm, size: 'tiny' });
    const texts = recordTypeNames.flatMap((type) => account[type].map((record) => JSON.stringify(record)));

    it('a record of each type with everything null that can be, routes aside, of which there is one', () => {
      for (const type of recordTypeNames.filter((name) => name !== 'Routes')) {
        const nullable = Object.entries(fieldsOf(recordType(type))).flatMap(([name, field]) =>
          field.nullable ? [name] : [],
        );
        const bare = account[type].filter((record) => nullable.every((name) => record[name] === null));
        assert.equal(bare.length, 1, type);
      }
    });

    it('names of 200 characters, one of them 201 code units long', () => {
      const lengths = (name: unknown) => [[...(name as string)].length, (name as string).length];
      assert.deepEqual(lengths(account.Assets[3]!.Name), [200, 200]);
      assert.deepEqual(lengths(account.Tasks[6]!.Name), [200, 201]);
    });

    it('emoji, joined ones among them, and text from right to left', () => {
      assert.match(account.WorkOrders[2]!.Name as string, /\p{Extended_Pictographic}\u{1f3fd}\u200d/u);
      assert.match(account.WorkOrders[3]!.Name as string, /\p{Script=Arabic}/u);
      assert.match(account.Tasks[7]!.Name as string, /\p{Script=Hebrew}/u);
    });

    it('a leap day, as a date and as a timestamp', () => {
      assert.equal(account.Assets[4]!.PurchasedOn, '2024-02-29');
      assert.ok(texts.some((text) => text.includes('"2028-02-29T23:59:59.999Z"')));
    });

    it('a deleted parent', () => {
      assert.equal(account.Assets[2]!.ParentAssetID, 2);
      assert.equal(account.Assets[1]!.Deleted, true);
    });

    it('a chain of ten references', () => {
      let order = account.WorkOrders[10]!;
      let links = 0;
      for (; order.ParentWorkOrderID !== null; links++)
        order = account.WorkOrders[(order.ParentWorkOrderID as number) - 1]!;
      assert.equal(links, 10);
    });

    it('the largest messaging id there can be', () => {
      assert.equal(account.Tasks[9]!.TaskExternalMessagingID, 2 ** 53 - 1);
    });

    it('every state of a work order and of a task, though it holds few', () => {
      assert.equal(new Set(account.WorkOrders.map((order) => order.Status)).size, 5);
      assert.equal(new Set(account.Tasks.map((task) => task.Status)).size, 4);
      assert.equal(new Set(account.PurchaseOrders.map((order) => order.Status)).size, 4);
    });
  });
}
