/** Changes: what is written is read back, versions and ids count, refusals leave nothing, accounts never meet. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import { newAccount, type Part } from './fixture.ts';
import { recordsOf } from './listing.ts';
import { create, creation, fieldsAt, made, patching, sample, writing } from './samples.ts';

export const changes: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('a created record is read back, text for text, as version 1', async () => {
    const store = shard.records(await newAccount(fixture));
    const changed = await made(
      store,
      creation('Tasks', { Name: 'Grease the bearing', CustomFields: { a: [1, null] } }),
    );
    const text = JSON.stringify(sample('Tasks', 1, { Name: 'Grease the bearing', CustomFields: { a: [1, null] } }));
    assert.deepEqual(changed, { outcome: 'created', record: { id: 1, version: 1, text } });
    assert.deepEqual(await store.read('Tasks', 1).then(plain), { id: 1, version: 1, text });
  });

  await t.test('a record that does not exist reads as nothing', async () => {
    const store = shard.records(await newAccount(fixture));
    assert.equal(await store.read('Tasks', 1), undefined);
    assert.equal(await store.read('Tasks', Number.MAX_SAFE_INTEGER), undefined);
  });

  await t.test('each change gives the next version and the new text', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'One' });
    const second = await made(store, patching('Tasks', id, { Name: 'Two', Position: 5 }));
    assert.equal(second.outcome, 'updated');
    assert.equal(second.record.version, 2);
    const third = await made(store, patching('Tasks', id, { Name: 'Three' }));
    assert.equal(third.record.version, 3);
    assert.deepEqual(await store.read('Tasks', id).then(plain), third.record);
    assert.equal((await fieldsAt(store, 'Tasks', id)).Position, 5);
  });

  await t.test('a change that changes nothing keeps version and text', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'One' });
    const changed = await made(store, { ...patching('Tasks', id, {}), decide: () => ({ decision: 'unchanged' }) });
    assert.equal(changed.outcome, 'unchanged');
    assert.deepEqual(changed.record, await store.read('Tasks', id).then(plain));
    assert.equal(changed.record.version, 1);
  });

  await t.test('a refused change answers with its problem and leaves nothing, not even a gap in the ids', async () => {
    const store = shard.records(await newAccount(fixture));
    const problem = new Problem('invalid_record', 'No.');
    const refusal = { ...creation('Tasks'), decide: () => ({ decision: 'refused', problem }) as const };
    assert.equal(await store.change(refusal), problem);
    assert.equal(await create(store, 'Tasks'), 1);
    assert.equal(await store.change({ ...refusal, id: 1 }), problem);
    assert.equal((await store.read('Tasks', 1))!.version, 1);
  });

  await t.test('a change whose own code throws is rejected and leaves nothing; others go on', async () => {
    const store = shard.records(await newAccount(fixture));
    const broken = creation('Tasks');
    const failing = { ...broken, decide: () => assert.fail('a fault in the decision') };
    const results = await Promise.allSettled([store.change(broken), store.change(failing), store.change(broken)]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await Promise.all([1, 2, 3].map(async (id) => (await store.read('Tasks', id))?.id)), [
      1,
      2,
      undefined,
    ]);
  });

  await t.test('a change of a record that does not exist sees none', async () => {
    const store = shard.records(await newAccount(fixture));
    const problem = new Problem('not_found', 'There is none.');
    const outcome = await store.change({
      ...patching('Tasks', 77, {}),
      decide: (current, _found, { id }) =>
        current === undefined && id === 77 ? { decision: 'refused', problem } : { decision: 'unchanged' },
    });
    assert.equal(outcome, problem);
  });

  await t.test('ids count up without a gap per account and type, however many create at once', async () => {
    const [one, other] = [await newAccount(fixture), await newAccount(fixture)];
    const jobs = Array.from({ length: 40 }, (_, n) => [
      create(shard.records(one), 'Tasks', { Name: `Task ${n}` }),
      create(shard.records(one), 'Boards', { Name: `Board ${n}` }),
      create(shard.records(other), 'Tasks', { Name: `Task ${n}` }),
    ]);
    const ids = await Promise.all(jobs.map((three) => Promise.all(three)));
    const wanted = Array.from({ length: 40 }, (_, n) => n + 1);
    for (const series of [0, 1, 2]) {
      assert.deepEqual(
        ids.map((three) => three[series]!).sort((a, b) => a - b),
        wanted,
      );
    }
  });

  await t.test('of many changes of one record at once none is lost', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Position: 0 });
    const increment = patching('Tasks', id, (fields) => ({ Position: (fields.Position as number) + 1 }));
    const versions = await Promise.all(
      Array.from({ length: 60 }, async () => (await made(store, increment)).record.version),
    );
    assert.deepEqual(
      versions.sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n + 2),
    );
    assert.equal((await fieldsAt(store, 'Tasks', id)).Position, 60);
  });

  await t.test('an account sees nothing of another, under the same ids', async () => {
    const [ours, theirs] = [shard.records(await newAccount(fixture)), shard.records(await newAccount(fixture))];
    await create(ours, 'Tasks', { Name: 'Ours' });
    await create(theirs, 'Tasks', { Name: 'Theirs' });
    await create(theirs, 'Tasks', { Name: 'Theirs too' });
    assert.equal((await fieldsAt(ours, 'Tasks', 1)).Name, 'Ours');
    assert.equal(await ours.read('Tasks', 2), undefined);
    await made(ours, patching('Tasks', 1, { Name: 'Changed' }));
    assert.equal((await fieldsAt(theirs, 'Tasks', 1)).Name, 'Theirs');
    const page = await ours.list({
      type: 'Tasks',
      where: [],
      order: [{ field: 'ID', descending: false }],
      skip: 0,
      take: 9,
      count: true,
    });
    assert.ok('body' in page);
    assert.deepEqual([(await recordsOf(page)).length, page.total, page.more], [1, 1, false]);
  });

  await t.test('a reference to a record that does not exist in the account is not stored', async () => {
    const [ours, theirs] = [shard.records(await newAccount(fixture)), shard.records(await newAccount(fixture))];
    await create(theirs, 'Assets');
    await assert.rejects(store(creation('Tasks', { AssetID: 1 })));
    await create(ours, 'Assets');
    assert.equal((await made(ours, creation('Tasks', { AssetID: 1 }))).record.id, 1);
    await assert.rejects(store(patching('Tasks', 1, { AssetID: 2 })));
    assert.equal((await fieldsAt(ours, 'Tasks', 1)).AssetID, 1);

    function store(change: Parameters<typeof ours.change>[0]) {
      return ours.change(change);
    }
  });

  await t.test('the clock of a change is that of the database and close to the present', async () => {
    const store = shard.records(await newAccount(fixture));
    let seen = 0;
    await made(store, {
      ...creation('Tasks'),
      decide(_current, _found, { now, id }) {
        seen = now;
        return writing(undefined, sample('Tasks', id));
      },
    });
    assert.ok(Number.isInteger(seen) && Math.abs(seen - Date.now()) < 5_000, `${seen}`);
  });

  await t.test('a deleted record stays, and can be changed and restored', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'Kept' });
    await made(store, patching('Tasks', id, { Deleted: true }));
    assert.equal((await fieldsAt(store, 'Tasks', id)).Deleted, true);
    const restored = await made(store, patching('Tasks', id, { Deleted: false }));
    assert.equal(restored.record.version, 3);
  });
};

function plain<Value extends object>(value: Value | undefined): Value | undefined {
  return value && { ...value };
}
