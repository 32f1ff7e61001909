import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AcquireRefusal, createFairSemaphore, type FairSemaphore, isRefusal, type Permit } from './budget.ts';

function had(taken: Permit | AcquireRefusal): Permit {
  assert.ok(!isRefusal(taken), `was refused: ${String(taken)}`);
  return taken;
}

test('one holder gets its share at most, and others still find the rest', () => {
  const budget = createFairSemaphore({ name: 'bytes', total: 10, share: 4 });
  had(budget.take('a', 4));
  assert.equal(budget.take('a', 1), 'share');
  had(budget.take('b', 4));
  assert.equal(budget.take('c', 4), 'total');
  had(budget.take('c', 2));
  assert.deepEqual(budget.tally(), {
    name: 'bytes',
    total: 10,
    held: 10,
    holders: 3,
    waiting: 0,
    taken: 3,
    refused: { share: 1, total: 1, queue: 0, deadline: 0, gone: 0 },
  });
});

test('what is given back is free again, and only once', () => {
  const budget = createFairSemaphore({ name: 'bytes', total: 4, share: 4 });
  const holding = had(budget.take('a', 4));
  holding.give(1);
  holding.give();
  holding.give();
  assert.equal(budget.tally().held, 0);
  assert.equal(budget.tally().holders, 0);
  had(budget.take('b', 4));
});

test('a holding grows within its share and the whole', () => {
  const budget = createFairSemaphore({ name: 'bytes', total: 6, share: 4 });
  const holding = had(budget.take('a', 2));
  assert.equal(holding.grow(2), undefined);
  assert.equal(holding.grow(1), 'share');
  had(budget.take('b', 2));
  assert.equal(had(budget.take('c', 0)).grow(1), 'total');
  holding.give();
  assert.equal(budget.heldBy('a'), 0);
});

test('what is held already is counted although it is more than there is, and others get none until it is back', () => {
  const budget = createFairSemaphore({ name: 'bytes', total: 6, share: 4 });
  const holding = had(budget.take('a', 3));
  holding.owe(5);
  assert.deepEqual([holding.units, budget.heldBy('a'), budget.tally().held], [8, 8, 8]);
  assert.equal(holding.grow(1), 'share');
  assert.equal(budget.take('b', 1), 'total');
  holding.give(5);
  assert.equal(holding.grow(1), undefined);
  had(budget.take('b', 2));
  holding.give();
  assert.equal(budget.tally().held, 2);
  const owed = budget.owe('c', 9);
  assert.equal(budget.take('d', 1), 'total');
  owed.give();
  assert.equal(budget.tally().held, 2);
});

test('who speaks for many may have a share of its own', () => {
  const budget = createFairSemaphore({
    name: 'connections',
    total: 10,
    share: (holder) => (holder === 'proxy' ? 10 : 2),
  });
  had(budget.take('a', 2));
  assert.equal(budget.take('a'), 'share');
  had(budget.take('proxy', 8));
  assert.equal(budget.take('proxy'), 'total');
});

test('what has some already leaves so much of the share and of the whole to what has none', () => {
  const budget = createFairSemaphore({ name: 'slots', total: 10, share: 6 });
  const greedy = had(budget.take('a', 1));
  assert.equal(greedy.grow(3, 2), undefined);
  assert.equal(greedy.grow(1, 2), 'share');
  had(budget.take('a', 2));
  had(budget.take('b', 2));
  const other = had(budget.take('c', 1));
  assert.equal(other.grow(1, 1), 'total');
  assert.equal(other.grow(1), undefined);
});

test('a long line costs nothing while nothing is free, and the next one is found at once', async () => {
  const budget = createFairSemaphore({
    name: 'slots',
    total: 2,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  const held = [had(budget.take('x')), had(budget.take('y'))];
  const served: string[] = [];
  const LINE = 20_000;
  for (let n = 0; n < LINE; n++) {
    void Promise.resolve(budget.turn(`holder ${n}`)).then((holding) => {
      served.push(had(holding).holder);
      held.push(had(holding));
    });
  }
  const began = performance.now();
  while (served.length < LINE) {
    held.shift()!.give();
    await Promise.resolve();
    await Promise.resolve();
  }
  assert.ok(performance.now() - began < 2_000, `${performance.now() - began} ms`);
  assert.deepEqual(served.slice(0, 3), ['holder 0', 'holder 1', 'holder 2']);
});

test('a holding moves to the account that its address turns out to speak for, within the share of that account', () => {
  const budget = createFairSemaphore({ name: 'bytes', total: 10, share: 4 });
  const holding = had(budget.take('127.0.0.1', 3));
  assert.equal(holding.move('acc_1'), undefined);
  assert.deepEqual([budget.heldBy('127.0.0.1'), budget.heldBy('acc_1')], [0, 3]);
  const second = had(budget.take('127.0.0.1', 3));
  assert.equal(second.move('acc_1'), 'share');
  assert.deepEqual([budget.heldBy('127.0.0.1'), budget.heldBy('acc_1')], [3, 3]);
  second.give();
  holding.give();
  assert.equal(budget.tally().held, 0);
});

test('those who wait take turns by holder, however many one of them has lined up', async () => {
  const budget = createFairSemaphore({ name: 'readers', total: 1, share: 1, queue: { total: 100, share: 50 } });
  const first = had(budget.take('greedy'));
  const order: string[] = [];
  const work = async (holder: string) => {
    const holding = had(await budget.turn(holder));
    order.push(holder);
    await Promise.resolve();
    holding.give();
  };
  const all = [...Array.from({ length: 10 }, () => work('greedy')), work('b'), work('c')];
  first.give();
  await Promise.all(all);
  assert.deepEqual(order.slice(0, 4), ['greedy', 'b', 'c', 'greedy']);
  assert.equal(budget.tally().waiting, 0);
});

test('a holder at the end of its share waits for itself and holds nobody up', async () => {
  const budget = createFairSemaphore({ name: 'readers', total: 2, share: 1, queue: { total: 10, share: 10 } });
  const own = had(budget.take('a'));
  const waiting = budget.turn('a');
  had(budget.take('b')).give();
  own.give();
  had(await waiting).give();
});

test('too many in line are refused: of one holder at its share of the line, of all at its end', async () => {
  const budget = createFairSemaphore({ name: 'readers', total: 1, share: 1, queue: { total: 3, share: 2 } });
  const running = had(budget.take('a'));
  const waiting = [budget.turn('a'), budget.turn('a')];
  assert.equal(await budget.turn('a'), 'queue');
  waiting.push(budget.turn('b'));
  assert.equal(await budget.turn('c'), 'queue');
  running.give();
  await Promise.all(waiting.map(async (one) => had(await one).give()));
});

test('nobody waits longer than the deadline, and whoever has left waits no more', async () => {
  const budget = createFairSemaphore({
    name: 'readers',
    total: 1,
    share: 1,
    queue: { total: 9, share: 9 },
    waitMs: 20,
  });
  const running = had(budget.take('a'));
  const leaving = new AbortController();
  const left = budget.turn('b', 1, leaving.signal);
  const late = budget.turn('c');
  leaving.abort();
  assert.equal(await left, 'gone');
  assert.equal(await budget.turn('b', 1, leaving.signal), 'gone');
  assert.equal(await late, 'deadline');
  assert.equal(budget.tally().waiting, 0);
  running.give();
  had(budget.take('d'));
});

test('whatever is asked for and given back in whatever order, no share and no total is ever passed and nothing is lost', async () => {
  const act = fc.record({
    holder: fc.constantFrom('a', 'b', 'c'),
    units: fc.integer({ min: 0, max: 5 }),
    give: fc.boolean(),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const budget = createFairSemaphore({ name: 'units', total: 8, share: 5, queue: { total: 20, share: 10 } });
      const held: Permit[] = [];
      const waiting: Promise<unknown>[] = [];
      for (const { holder, units, give, waits } of acts) {
        if (give) held.shift()?.give();
        else if (waits) waiting.push(Promise.resolve(budget.turn(holder, units)).then((one) => keep(held, one)));
        else keep(held, budget.take(holder, units));
        await Promise.resolve();
        checkLimits(budget);
      }
      while (held.length > 0 || budget.tally().waiting > 0) {
        assert.ok(held.length > 0, 'somebody waits for units that nobody holds');
        held.shift()!.give();
        await new Promise(setImmediate);
        checkLimits(budget);
      }
      await Promise.all(waiting);
      assert.deepEqual([budget.tally().held, budget.tally().holders, budget.tally().waiting], [0, 0, 0]);
    }),
  );
});

function keep(held: Permit[], taken: Permit | AcquireRefusal): void {
  if (!isRefusal(taken)) held.push(taken);
}

function checkLimits(budget: FairSemaphore): void {
  const { held, total } = budget.tally();
  assert.ok(held <= total);
  for (const holder of ['a', 'b', 'c']) assert.ok(budget.heldBy(holder) <= 5);
}
