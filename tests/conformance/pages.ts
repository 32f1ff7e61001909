/** Order, pages, totals, and pages too large for one text. */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Condition, OrderKey } from '../../src/records/lists/plan.ts';
import type { ListPage, RecordFields, RecordStore } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { byID, pageOf, piecesOf, plan, recordsOf, textOf } from './listing.ts';
import { create, made, patching, sample } from './samples.ts';

const ascending = (field: string): OrderKey => ({ field, descending: false });
const descending = (field: string): OrderKey => ({ field, descending: true });
const alive = { field: 'Deleted', anyOf: [{ op: 'eq', value: false }] } as const;

export const pages: Part = async (t, fixture) => {
  const { shard } = fixture;

  async function order(store: RecordStore, ...keys: OrderKey[]): Promise<number[]> {
    const records = await recordsOf(await pageOf(store, plan('Tasks', { order: keys })));
    return records.map((record) => record.ID as number);
  }

  await t.test('texts order folded, by code point; null is first ascending and last descending', async () => {
    const store = shard.records(await newAccount(fixture));
    const texts = ['b', 'A', null, 'a', 'B', 'Z', 'ä', '', '\u{1F600}', '\uFFFD', null];
    for (const Description of texts) await create(store, 'Tasks', { Description });
    const wanted = [3, 11, 8, 2, 4, 1, 5, 6, 7, 10, 9];
    assert.deepEqual(await order(store, ascending('Description'), ascending('ID')), wanted);
    assert.deepEqual(await order(store, descending('Description'), descending('ID')), wanted.toReversed());
    assert.deepEqual(
      await order(store, descending('Description'), ascending('ID')),
      [9, 10, 7, 6, 1, 5, 2, 4, 8, 3, 11],
      'and each key has a direction of its own',
    );
  });

  await t.test('numbers, instants, enums and booleans order by their value, enums as declared', async () => {
    const store = shard.records(await newAccount(fixture));
    const rows = [
      { Position: 10, DueOn: '2026-01-01T00:00:00.000Z', Status: 'Open', Required: true },
      { Position: 9, DueOn: null, Status: 'Completed', Required: false },
      { Position: -1, DueOn: '0001-01-01T00:00:00.000Z', Status: 'InProgress', Required: true },
    ];
    for (const row of rows) await create(store, 'Tasks', row);
    assert.deepEqual(await order(store, ascending('Position'), ascending('ID')), [3, 2, 1]);
    assert.deepEqual(await order(store, ascending('DueOn'), ascending('ID')), [2, 3, 1]);
    assert.deepEqual(await order(store, descending('DueOn'), descending('ID')), [1, 3, 2]);
    assert.deepEqual(await order(store, ascending('Status'), ascending('ID')), [1, 3, 2]);
    assert.deepEqual(await order(store, descending('Required'), ascending('Position'), ascending('ID')), [3, 1, 2]);
  });

  await t.test('lists by the time of the last change follow every change, whatever else they ask for', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const records = Array.from({ length: 60 }, (_, n) =>
      sample('Tasks', n + 1, { Name: `Name ${n % 7}`, Notes: n % 4 === 0 ? 'seen' : null, UpdatedOn: at(n % 5) }),
    );
    await shard.bulk(account).load('Tasks', records);
    for (const id of [3, 14, 15, 41]) await made(store, patching('Tasks', id, { Name: 'Later', UpdatedOn: at(9) }));
    await made(store, patching('Tasks', 20, { Deleted: true, UpdatedOn: at(8) }));
    const all = await recordsOf(await pageOf(store, plan('Tasks')));
    const since = { field: 'UpdatedOn', anyOf: [{ op: 'ge', value: Date.parse(at(3)) }] } as const;
    const seen = { field: 'Notes', anyOf: [{ op: 'ne', value: null }] } as const;
    const named = { field: 'Name', anyOf: [{ op: 'contains', text: 'name 3' }] } as const;
    const filters: [readonly Condition[], (fields: RecordFields) => boolean][] = [
      [[], () => true],
      [[alive], ({ Deleted }) => !Deleted],
      [[alive, since], ({ Deleted, UpdatedOn }) => !Deleted && String(UpdatedOn) >= at(3)],
      [[since, seen], ({ UpdatedOn, Notes }) => String(UpdatedOn) >= at(3) && Notes !== null],
      [[alive, seen], ({ Deleted, Notes }) => !Deleted && Notes !== null],
      [[alive, named], ({ Deleted, Name }) => !Deleted && String(Name).includes('3')],
    ];
    const orders: OrderKey[][] = [
      [ascending('UpdatedOn'), ascending('ID')],
      [descending('UpdatedOn'), descending('ID')],
      [descending('UpdatedOn'), ascending('ID')],
      [descending('UpdatedOn'), ascending('Name'), ascending('ID')],
      [ascending('Name'), descending('UpdatedOn'), descending('ID')],
      [ascending('ID')],
    ];
    for (const [where, holds] of filters) {
      for (const order of orders) {
        const wanted = all.filter(holds).sort((one, other) => compared(order, one, other));
        for (const [skip, take] of [
          [0, 7],
          [10, 1000],
        ] as const) {
          const page = await pageOf(store, plan('Tasks', { where, order, skip, take, count: true }));
          const told = JSON.stringify({ where, order, skip });
          assert.deepEqual(await recordsOf(page), wanted.slice(skip, skip + take), told);
          assert.equal(page.total, wanted.length, told);
        }
      }
    }
  });

  await t.test(
    'pages of any size and order put together are the whole list, and say whether more follows',
    async () => {
      const account = await newAccount(fixture);
      const store = shard.records(account);
      const records = Array.from({ length: 57 }, (_, n) =>
        sample('Tasks', n + 1, { Name: `Name ${n % 7}`, Deleted: n % 11 === 5, Position: n % 3 }),
      );
      await shard.bulk(account).load('Tasks', records);
      const orders = [
        byID,
        [ascending('Name'), ascending('ID')],
        [descending('Position'), ascending('Name'), ascending('ID')],
      ];
      for (const keys of orders) {
        const whole = await pageOf(store, plan('Tasks', { where: [alive], order: keys, count: true }));
        const all = await recordsOf(whole);
        assert.deepEqual([all.length, whole.total, whole.more], [52, 52, false]);
        for (const take of [1, 5, 13, 52, 60]) {
          const joined = [];
          for (let skip = 0; ; skip += take) {
            const page = await pageOf(store, plan('Tasks', { where: [alive], order: keys, skip, take }));
            assert.equal(page.total, undefined);
            joined.push(...(await recordsOf(page)));
            assert.equal(page.more, skip + take < 52, `skip ${skip}, take ${take}`);
            if (!page.more) break;
          }
          assert.deepEqual(joined, all);
        }
      }
    },
  );

  await t.test('take 0 and a skip beyond the end are empty pages', async () => {
    const store = shard.records(await newAccount(fixture));
    assert.deepEqual(await pageOf(store, plan('Tasks', { take: 0, count: true })).then(short), ['[]', false, 0]);
    for (const _ of [1, 2, 3]) await create(store, 'Tasks');
    assert.deepEqual(await pageOf(store, plan('Tasks', { take: 0, count: true })).then(short), ['[]', true, 3]);
    assert.deepEqual(await pageOf(store, plan('Tasks', { skip: 3 })).then(short), ['[]', false, undefined]);
    const beyond = plan('Tasks', { skip: Number.MAX_SAFE_INTEGER - 1000 });
    assert.deepEqual(await pageOf(store, beyond).then(short), ['[]', false, undefined]);
  });

  await t.test('the text of a page is the text of its records', async () => {
    const store = shard.records(await newAccount(fixture));
    for (const Name of ['One,\n{"ID":2}', 'Two', 'Three']) await create(store, 'Tasks', { Name });
    const texts = await Promise.all([1, 2].map(async (id) => (await store.read('Tasks', id))!.text));
    const page = await pageOf(store, plan('Tasks', { take: 2 }));
    assert.equal(textOf(page), `[${texts.join(',\n')}]`);
  });

  await t.test(
    'a page of 1,000 documents of 100 KiB comes in pieces, whole and in order, in little memory',
    async () => {
      const account = await newAccount(fixture);
      const store = shard.records(account);
      const CustomFields = { filling: 'x'.repeat(100 * 1024) };
      for (let from = 0; from < 1001; from += 77) {
        const ids = Array.from({ length: Math.min(77, 1001 - from) }, (_, n) => from + n + 1);
        const records = ids.map((id) => sample('Boards', id, { Name: `Board ${id % 10}`, CustomFields }));
        await shard.bulk(account).load('Boards', records);
      }
      const keys = [descending('Name'), descending('ID')];
      const page = await pageOf(store, plan('Boards', { order: keys, count: true }));
      assert.deepEqual([page.more, page.total], [true, 1001]);

      const before = memoryHeld();
      let most = before;
      let pieces = 0;
      let bytes = 0;
      let rest = '';
      const seen: number[] = [];
      for await (const piece of piecesOf(page)) {
        assert.ok(piece.length < 512 * 1024, 'a piece is small');
        if (++pieces % 50 === 0) most = Math.max(most, memoryHeld());
        bytes += piece.length;
        rest += piece;
        // Reads what is complete and drops it: the whole text would not be little memory.
        for (const [, id] of rest.matchAll(/"ID":(\d+),"Name"/g)) seen.push(Number(id));
        rest = rest.slice(-1);
      }
      assert.ok(bytes > 100 * 1024 * 1000);
      assert.equal(rest, ']');
      const wanted = Array.from({ length: 1001 }, (_, n) => n + 1).sort((a, b) => (b % 10) - (a % 10) || b - a);
      assert.deepEqual(seen, wanted.slice(0, 1000));
      assert.ok(
        pieces > 100 && most - before < 32 * 1024 * 1024,
        `${(most - before) >> 20} MiB more in ${pieces} pieces`,
      );
    },
  );

  await t.test(
    'a large page is whole JSON, also when its client stops in the middle or records change meanwhile',
    async () => {
      const account = await newAccount(fixture);
      const store = shard.records(account);
      const CustomFields = { filling: 'ü'.repeat(100 * 1024) };
      const records = Array.from({ length: 60 }, (_, n) => sample('Boards', n + 1, { Name: 'Before', CustomFields }));
      await shard.bulk(account).load('Boards', records);
      const first = await pageOf(store, plan('Boards'));
      for await (const piece of piecesOf(first)) {
        assert.ok(piece.startsWith('['));
        break;
      }
      const second = await pageOf(store, plan('Boards'));
      const pieces: string[] = [];
      for await (const piece of piecesOf(second)) {
        if (pieces.push(piece) > 1) continue;
        await made(store, patching('Boards', 59, { Name: 'After' }));
        await made(store, patching('Boards', 60, { Deleted: true, CustomFields: {} }));
      }
      assert.ok(pieces.length > 2);
      assert.deepEqual(
        JSON.parse(pieces.join('')),
        records.map((record) => JSON.parse(JSON.stringify(record))),
        'as they were when it began',
      );
    },
  );

  await t.test('a page is large by the sum of its documents, however uneven they are', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const filling = (bytes: number) => ({ CustomFields: { filling: 'x'.repeat(bytes) } });
    const records = Array.from({ length: 900 }, (_, n) =>
      sample('Boards', n + 1, n % 300 === 7 ? filling(200_000) : {}),
    );
    await shard.bulk(account).load('Boards', records);
    for (const asked of [{}, { count: true }, { take: 30 }, { order: [descending('Name'), descending('ID')] }]) {
      const page = await pageOf(store, plan('Boards', asked));
      assert.equal(JSON.parse(textOf(page)).length, asked.take ?? 900, 'in one text');
      assert.deepEqual([page.more, page.total], [asked.take !== undefined, asked.count ? 900 : undefined]);
    }
    const heavy = Array.from({ length: 22 }, (_, n) => sample('Tasks', n + 1, filling(200_000)));
    await shard.bulk(account).load('Tasks', heavy);
    const few = await pageOf(store, plan('Tasks', { take: 19 }));
    assert.ok(textOf(few).length < 4.2 * 1024 * 1024, 'just below the limit');
    const many = await pageOf(store, plan('Tasks', { take: 21 }));
    assert.ok((await Array.fromAsync(piecesOf(many))).length > 2, 'just above it');
  });

  await t.test('the head of a page says what the page does, of more to follow and the total', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const records = Array.from({ length: 57 }, (_, n) => sample('Tasks', n + 1, { Name: `Name ${n % 7}`, Notes: 'x' }));
    await shard.bulk(account).load('Tasks', records);
    const contains = { where: [{ field: 'Notes', anyOf: [{ op: 'contains', text: 'X' }] }] } as const;
    for (const count of [true, false]) {
      for (const [skip, take] of [
        [0, 0],
        [0, 5],
        [0, 56],
        [0, 57],
        [50, 7],
        [50, 6],
        [60, 5],
      ] as const) {
        for (const parts of [{}, contains]) {
          const asked = plan('Tasks', { ...parts, count, skip, take });
          const { more, total } = await pageOf(store, asked);
          assert.deepEqual(await store.head(asked), { more, total }, `skip ${skip}, take ${take}`);
        }
      }
    }
  });
};

function short(page: ListPage) {
  return [textOf(page), page.more, page.total];
}

function compared(order: readonly OrderKey[], one: RecordFields, other: RecordFields): number {
  for (const { field, descending } of order) {
    const [left, right] = [one[field] as string | number, other[field] as string | number];
    if (left !== right) return left < right === descending ? 1 : -1;
  }
  return 0;
}

/** Without what waits to be collected, of which there is as much as the runtime likes. */
function memoryHeld(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
