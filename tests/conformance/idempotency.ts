/** Repeats under an Idempotency-Key. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, creation, made, patching } from './samples.ts';

export const idempotency: Part = async (t, fixture) => {
  const { shard } = fixture;
  const key = (fingerprint = 'f', integrationID = 'int_1') => ({
    idempotency: { integrationID, key: 'the key', fingerprint },
  });

  await t.test('the same request again gets the first answer, also after the record has changed', async () => {
    const store = shard.records(await newAccount(fixture));
    const first = await made(store, creation('Tasks', { Name: 'Once' }, key()));
    await made(store, patching('Tasks', first.record.id, { Name: 'Changed' }));
    const again = await made(store, creation('Tasks', { Name: 'Once' }, key()));
    assert.deepEqual(again, { outcome: 'replayed', record: first.record });
    assert.equal(await create(store, 'Tasks'), 2);
  });

  await t.test('another request under the same key is refused', async () => {
    const store = shard.records(await newAccount(fixture));
    await made(store, creation('Tasks', {}, key('one')));
    const problem = await store.change(creation('Tasks', {}, key('other')));
    assert.ok(problem instanceof Problem);
    assert.deepEqual([problem.code, problem.status], ['idempotency_key_reused', 422]);
  });

  await t.test('the same key of another integration or account is another key', async () => {
    const [one, other] = [shard.records(await newAccount(fixture)), shard.records(await newAccount(fixture))];
    assert.equal((await made(one, creation('Tasks', {}, key()))).outcome, 'created');
    assert.equal((await made(one, creation('Tasks', {}, key('f', 'int_2')))).outcome, 'created');
    assert.equal((await made(other, creation('Tasks', {}, key()))).outcome, 'created');
  });

  await t.test('of many repeats at once one creates, and all get its answer', async () => {
    const store = shard.records(await newAccount(fixture));
    const answers = await Promise.all(Array.from({ length: 15 }, () => made(store, creation('Tasks', {}, key()))));
    assert.equal(answers.filter(({ outcome }) => outcome === 'created').length, 1);
    assert.equal(answers.filter(({ outcome }) => outcome === 'replayed').length, 14);
    assert.equal(new Set(answers.map(({ record }) => JSON.stringify({ ...record }))).size, 1);
    assert.equal(await create(store, 'Tasks'), 2);
  });

  await t.test('a refused request does not use its key up', async () => {
    const store = shard.records(await newAccount(fixture));
    const problem = new Problem('invalid_record', 'No.');
    const change = creation('Tasks', {}, key());
    assert.equal(await store.change({ ...change, decide: () => ({ decision: 'refused', problem }) }), problem);
    assert.equal((await made(store, creation('Tasks', {}, key('another')))).outcome, 'created');
  });
};
