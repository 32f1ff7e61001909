/** What a change may ask to see, and that it is still so when it commits. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import { type Change, type Found, MAX_ANCESTORS, type RecordStore } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, creation, fieldsAt, made, patching, sample, writing } from './samples.ts';

export const needs: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('alive: there, and not deleted, and of this account', async () => {
    const store = shard.records(await newAccount(fixture));
    const other = shard.records(await newAccount(fixture));
    await create(store, 'Assets');
    await create(store, 'Assets', { Deleted: true });
    for (const _ of [1, 2, 3, 4]) await create(other, 'Assets');
    const found = await lookedUp(
      store,
      [1, 2, 3].map((id) => ({ need: 'alive', type: 'Assets', id })),
    );
    assert.deepEqual(
      [1, 2, 3].map((id) => found.alive('Assets', id)),
      [true, false, false],
    );
    assert.equal(found.alive('Assets', 4), undefined, 'what was not asked for is not known');
  });

  await t.test('record: as stored, deleted ones too, or missing', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'FormTemplates', { Name: 'Inspection', Deleted: true });
    const found = await lookedUp(
      store,
      [1, 2].map((id) => ({ need: 'record', type: 'FormTemplates', id })),
    );
    const record = found.record('FormTemplates', 1);
    assert.ok(record !== undefined && record !== 'missing');
    assert.deepEqual([record.id, record.version, JSON.parse(record.text).Name], [1, 1, 'Inspection']);
    assert.equal(found.record('FormTemplates', 2), 'missing');
  });

  await t.test('taken, and another: by one that counts', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Users', { Email: 'ann@example.com', Role: 'Admin' });
    const value = { type: 'Users', field: 'Email', value: 'ann@example.com' } as const;
    const admin = { type: 'Users', having: { Role: 'Admin' } } as const;
    const asked = [undefined, [id, id + 1], [id + 1]].flatMap((besides) => [
      { need: 'taken', ...value, ...(besides && { besides }) } as const,
      { need: 'another', ...admin, ...(besides && { besides }) } as const,
    ]);
    const found = await lookedUp(store, asked);
    for (const [besides, counts] of [
      [undefined, true],
      [[id, id + 1], false],
      [[id + 1], true],
    ] as const) {
      const answers = [
        found.taken('Users', value.field, value.value, besides),
        found.another('Users', admin.having, besides),
      ];
      assert.deepEqual(answers, [counts, counts], `besides ${besides}`);
    }
  });

  await t.test('needs are asked again with what was found, and see the id of a new record', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'FormTemplates');
    const rounds: string[] = [];
    await made(store, {
      type: 'Boards',
      id: 'new',
      needs(_current, found, id) {
        const template = found.record('FormTemplates', 1);
        rounds.push(`${id} ${template === undefined ? 'unknown' : 'known'}`);
        const first = { need: 'record', type: 'FormTemplates', id: 1 } as const;
        return template === undefined ? [first] : [first, { need: 'alive', type: 'Assets', id: 5 }];
      },
      decide(_current, found, { id }) {
        assert.equal(found.alive('Assets', 5), false);
        return writing(undefined, sample('Boards', id));
      },
    });
    assert.equal(rounds[0], '1 unknown');
    assert.ok(rounds.includes('1 known'));
  });

  await t.test('ancestors: the chain upwards, the record itself first; empty where there is none', async () => {
    const store = shard.records(await newAccount(fixture));
    const top = await create(store, 'Locations');
    const middle = await create(store, 'Locations', { ParentLocationID: top });
    const low = await create(store, 'Locations', { ParentLocationID: middle });
    const ask = [low, top, 99].map(
      (id) => ({ need: 'ancestors', type: 'Locations', field: 'ParentLocationID', id }) as const,
    );
    const found = await lookedUp(store, ask);
    assert.deepEqual(
      [low, top, 99].map((id) => [...found.ancestors('Locations', 'ParentLocationID', id)!]),
      [[low, middle, top], [top], []],
    );
  });

  await t.test('ancestors: so far up and no further', async () => {
    const account = await newAccount(fixture);
    const id = MAX_ANCESTORS + 5;
    const chain = Array.from({ length: id }, (_, above) =>
      sample('Assets', above + 1, { ParentAssetID: above === 0 ? null : above }),
    );
    await shard.bulk(account).load('Assets', chain);
    const found = await lookedUp(shard.records(account), [
      { need: 'ancestors', type: 'Assets', field: 'ParentAssetID', id },
    ]);
    const above = found.ancestors('Assets', 'ParentAssetID', id)!;
    assert.deepEqual([above.length, above[0], above.at(-1)], [MAX_ANCESTORS + 1, id, id - MAX_ANCESTORS]);
  });

  await t.test('of two records that each want the other as parent at once, one is refused', async () => {
    const store = shard.records(await newAccount(fixture));
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await create(store, 'Assets'), await create(store, 'Assets')];
      const outcomes = await Promise.all([store.change(adopting(a, b)), store.change(adopting(b, a))]);
      assert.equal(outcomes.filter((outcome) => outcome instanceof Problem).length, 1);
      const parents = await Promise.all([a, b].map(async (id) => (await fieldsAt(store, 'Assets', id)).ParentAssetID));
      assert.equal(parents.filter((parent) => parent !== null).length, 1);
    }
  });
};

type Asked = ReturnType<Change['needs']>;

async function lookedUp(store: RecordStore, asked: Asked): Promise<Found> {
  let seen: Found | undefined;
  const change = creation('Boards', {}, { needs: () => asked });
  await made(store, {
    ...change,
    decide(current, found, moment) {
      seen = found;
      return change.decide(current, found, moment);
    },
  });
  return seen!;
}

/** Sets the parent, unless the record is already above it. */
function adopting(child: number, parent: number): Change {
  const need = { need: 'ancestors', type: 'Assets', field: 'ParentAssetID', id: parent } as const;
  const change = patching('Assets', child, { ParentAssetID: parent }, { needs: () => [need] });
  return {
    ...change,
    decide(current, found, moment) {
      if (!found.ancestors('Assets', 'ParentAssetID', parent)!.includes(child))
        return change.decide(current, found, moment);
      return { decision: 'refused', problem: new Problem('invalid_record', 'That would be a ring.') };
    },
  };
}
