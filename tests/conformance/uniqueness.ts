/** Unique values: once per account among records not deleted. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import type { Found } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, creation, made, patching, sample, writing } from './samples.ts';

export const uniqueness: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('a value that is taken is refused by the name of its field', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'Products', { SKU: 'A-1' });
    const problem = await store.change(creation('Products', { SKU: 'A-1' }));
    assert.ok(problem instanceof Problem);
    assert.deepEqual([problem.code, problem.status], ['value_taken', 409]);
    assert.deepEqual(
      problem.errors?.map((fault) => 'pointer' in fault && fault.pointer),
      ['/SKU'],
    );
    assert.equal(await create(store, 'Products', { SKU: 'A-2' }), 2, 'the refused one left no gap');
  });

  await t.test('every unique field is kept so, in every way it is written', async () => {
    const store = shard.records(await newAccount(fixture));
    for (const [type, field] of [
      ['Assets', 'AssetNumber'],
      ['Employees', 'EmployeeNumber'],
      ['PurchaseOrders', 'Number'],
      ['Vendors', 'ExternalID'],
      ['Tasks', 'ExternalID'],
    ] as const) {
      await create(store, type, { [field]: 'Same' });
      const problem = await store.change(creation(type, { [field]: 'Same' }));
      assert.ok(problem instanceof Problem && problem.code === 'value_taken', `${type}.${field}`);
      await create(store, type, { [field]: 'same' });
    }
  });

  await t.test('e-mail addresses of users are compared folded', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'Users', { Email: 'Straße@Example.com' });
    const problem = await store.change(creation('Users', { Email: 'STRASSE@example.COM' }));
    assert.ok(problem instanceof Problem && problem.code === 'value_taken');
  });

  await t.test('null is never taken', async () => {
    const store = shard.records(await newAccount(fixture));
    for (const id of [1, 2, 3]) assert.equal(await create(store, 'Tasks', { ExternalID: null }), id);
  });

  await t.test(
    'a value is free again when its record is deleted, and restoring that record is refused then',
    async () => {
      const store = shard.records(await newAccount(fixture));
      const first = await create(store, 'Products', { SKU: 'B-1' });
      await made(store, patching('Products', first, { Deleted: true }));
      await create(store, 'Products', { SKU: 'B-1' });
      const problem = await store.change(patching('Products', first, { Deleted: false }));
      assert.ok(problem instanceof Problem && problem.code === 'value_taken');
    },
  );

  await t.test('the same value in another account or another type is no conflict', async () => {
    const [one, other] = [shard.records(await newAccount(fixture)), shard.records(await newAccount(fixture))];
    await create(one, 'Tasks', { ExternalID: 'X' });
    await create(one, 'Boards', { ExternalID: 'X' });
    await create(other, 'Tasks', { ExternalID: 'X' });
  });

  await t.test('of many that want the same value at once exactly one gets it', async () => {
    const store = shard.records(await newAccount(fixture));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store.change(creation('Products', { SKU: 'Wanted' }))),
    );
    const refused = outcomes.filter((outcome) => outcome instanceof Problem);
    assert.equal(refused.length, 19);
    assert.ok(refused.every((problem) => problem.code === 'value_taken'));
  });

  await t.test('a change can ask beforehand whether a value is taken by another record', async () => {
    const store = shard.records(await newAccount(fixture));
    const own = await create(store, 'Users', { Email: 'Dana@example.com' });
    await create(store, 'Users', { Email: 'kim@example.com' });
    const gone = await create(store, 'Users', { Email: 'gone@example.com' });
    await made(store, patching('Users', gone, { Deleted: true }));
    const emails = ['DANA@example.com', 'KIM@EXAMPLE.COM', 'gone@example.com', 'free@example.com'];
    const asked = async (id: number | 'new') => {
      let answers: (boolean | undefined)[] = [];
      await made(store, {
        type: 'Users',
        id,
        needs: () => emails.map((value) => ({ need: 'taken', type: 'Users', field: 'Email', value })),
        decide(current, found: Found, moment) {
          answers = emails.map((value) => found.taken('Users', 'Email', value));
          const email = id === 'new' ? 'new@example.com' : 'Dana@example.com';
          return writing(current && JSON.parse(current.text), sample('Users', moment.id, { Email: email }));
        },
      });
      return answers;
    };
    assert.deepEqual(await asked(own), [false, true, false, false]);
    assert.deepEqual(await asked('new'), [true, true, false, false]);
  });
};
