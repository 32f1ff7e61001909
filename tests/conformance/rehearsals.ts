/** Rehearsals: the decision that a change would come to, and nothing written. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import type { Change, Decision, DryRunContext, RecordStore } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, creation, made, patching, sample } from './samples.ts';

export const rehearsals: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test(
    'a rehearsed creation gets the id and the decision of the creation that follows, and makes nothing',
    async () => {
      const store = shard.records(await newAccount(fixture));
      for (const id of [1, 2]) {
        const change = creation('Tasks', { Name: 'Grease' });
        const { current, moment, decision } = await rehearsed(store, change);
        assert.deepEqual([current, moment.id], [undefined, id]);
        assert.equal(textOf(decision), JSON.stringify(sample('Tasks', id, { Name: 'Grease' })));
        await rehearsed(store, change);
        assert.equal(await store.read('Tasks', id), undefined);
        assert.equal((await made(store, change)).record.text, textOf(decision));
      }
    },
  );

  await t.test('a rehearsed change sees the record, and leaves it as it is', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'One' });
    const before = await store.read('Tasks', id);
    const { current, decision } = await rehearsed(store, patching('Tasks', id, { Name: 'Two' }));
    assert.deepEqual({ ...current }, { ...before });
    assert.equal(JSON.parse(textOf(decision)).Name, 'Two');
    assert.deepEqual(await store.read('Tasks', id), before);
    const missing = await rehearsed(store, { ...creation('Tasks'), id: 77 });
    assert.deepEqual([missing.current, missing.moment.id], [undefined, 77]);
  });

  await t.test('several are decided over one state, each as if it were the only one', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'One' });
    const add = patching('Tasks', id, ({ Position }) => ({ Position: (Position as number) + 1 }));
    const all = await store.rehearse([add, add, creation('Tasks'), creation('Tasks')]);
    assert.ok(!(all instanceof Problem));
    assert.deepEqual(
      all.map(({ moment, decision }) => [moment.id, JSON.parse(textOf(decision)).Position]),
      [
        [1, 1],
        [1, 1],
        [2, 0],
        [2, 0],
      ],
    );
  });

  await t.test('what a rehearsal needs is looked up as for the change itself', async () => {
    const store = shard.records(await newAccount(fixture));
    const top = await create(store, 'Locations', { ExternalID: 'x' });
    const low = await create(store, 'Locations', { ParentLocationID: top });
    const found = await new Promise<unknown[]>((tell, failed) => {
      const change: Change = {
        ...patching('Locations', top, {}),
        needs: () => [
          { need: 'ancestors', type: 'Locations', field: 'ParentLocationID', id: low },
          { need: 'alive', type: 'Locations', id: low },
          { need: 'record', type: 'Boards', id: 9 },
          { need: 'taken', type: 'Locations', field: 'ExternalID', value: 'x' },
        ],
        decide(_current, seen) {
          tell([
            seen.ancestors('Locations', 'ParentLocationID', low),
            seen.alive('Locations', low),
            seen.record('Boards', 9),
            seen.taken('Locations', 'ExternalID', 'x'),
          ]);
          return { decision: 'unchanged' };
        },
      };
      rehearsed(store, change).catch(failed);
    });
    assert.deepEqual(found, [[low, top], true, 'missing', false]);
  });

  await t.test('the same rows can be decided on as of another moment', async () => {
    const store = shard.records(await newAccount(fixture));
    const change: Change = {
      ...creation('Tasks'),
      decide: (_current, _found, { now, id }) => ({ ...writeOf(id), contentHash: String(now) }),
    };
    const began = Date.now();
    const { decision, moment, decideAt } = await rehearsed(store, change);
    assert.ok(Math.abs(moment.now - began) < 60_000, 'by the clock');
    assert.equal((decision as Write).contentHash, String(moment.now));
    assert.equal((decideAt(0) as Write).contentHash, '0');
  });

  await t.test('a frozen account refuses a rehearsal as it refuses the change', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const id = await create(store, 'Tasks');
    await shard.accounts.setFrozen(account, true);
    const { current, decision } = await rehearsed(store, patching('Tasks', id, { Name: 'x' }));
    assert.equal(current?.id, id);
    const refusal = await store.change(patching('Tasks', id, { Name: 'x' }));
    assert.deepEqual(decision, { decision: 'refused', problem: refusal });
  });

  await t.test('a fault in a decision is thrown, and the next rehearsal goes on', async () => {
    const store = shard.records(await newAccount(fixture));
    const failing = { ...creation('Tasks'), decide: () => assert.fail('a fault in the decision') };
    await assert.rejects(store.rehearse([failing]), /a fault in the decision/);
    assert.equal((await rehearsed(store, creation('Tasks'))).moment.id, 1);
  });
};

type Write = Extract<Decision, { decision: 'write' }>;

function writeOf(id: number): Write {
  const decision = creation('Tasks').decide(undefined, {} as never, { now: 0, id });
  assert.equal(decision.decision, 'write');
  return decision as Write;
}

function textOf(decision: Decision): string {
  assert.equal(decision.decision, 'write');
  return (decision as Write).text;
}

async function rehearsed(store: RecordStore, change: Change): Promise<DryRunContext> {
  const all = await store.rehearse([change]);
  if (all instanceof Problem) throw new Error(all.detail);
  return all[0]!;
}
