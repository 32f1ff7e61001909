import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AcquireRefusal, refusals } from '../fairness/budget.ts';
import { createRequestScheduler, type ScheduledTurn } from './request-scheduler.ts';

const stays = () => new AbortController().signal;

test('an account that is alone waits for nothing, whatever it gets', () => {
  const { beginnings } = started();
  for (let n = 0; n < 100; n++) {
    assert.equal(beginnings.turn('a', stays), undefined);
    beginnings.noteLarge('a');
  }
});

test('while others ask an account has a few requests at work, and the next begins with the end of one', async () => {
  const { beginnings, others } = started();
  others();
  const begun = Array.from({ length: 8 }, () => had(beginnings.turn('a', stays)));
  const next = beginnings.turn('a', stays);
  assert.ok(next instanceof Promise);
  had(beginnings.turn('b', stays)).over(false);
  begun[0]!.over(false);
  had(await next).over(false);
  for (const turn of begun) turn.over(false);
  assert.equal(beginnings.budgets[0]!.tally().held, 0);
});

test('where the thread has time left, large answers are no others than small ones', async () => {
  const { beginnings, others } = started({ isBusy: () => false });
  others();
  beginnings.noteLarge('a');
  const begun = Array.from({ length: 8 }, () => had(beginnings.turn('a', stays)));
  for (const turn of begun) turn.over(true);
  assert.equal(beginnings.budgets[0]!.tally().held, 0);
});

test('whoever has got large answers has one request at work, or a piece of an answer, and a pause behind each', async () => {
  const { beginnings, others, pass } = started();
  others();
  const first = had(beginnings.turn('a', stays));
  beginnings.noteLarge('a');
  const order: string[] = [];
  const piece = beginnings.piece('a', stays, async () => order.push('piece'));
  const request = beginnings.turn('a', stays) as Promise<ScheduledTurn>;
  const began = performance.now();
  pass(30);
  first.over(true);
  await piece;
  assert.ok(performance.now() - began >= 28, 'a pause as long as the first took');
  const turn = had(await request);
  order.push('request');
  assert.deepEqual(order, ['piece', 'request']);
  turn.over(false);
  // A second later, nobody knows of it any more.
  pass(1_001);
  others();
  const begun = [had(beginnings.turn('a', stays)), had(beginnings.turn('a', stays))];
  for (const one of begun) one.over(false);
});

test('what takes long waits for a database, and holds up nothing else of its account', async () => {
  const { beginnings, others } = started();
  others();
  const turns = Array.from({ length: 9 }, () => beginnings.turn('a', stays));
  had(await turns[8]).over(false);
  had(turns[0]).over(false);
  await sleep(60);
  assert.equal(beginnings.budgets[0]!.tally().held, 0);
});

test('whoever leaves waits no more, and a piece goes on where no turn comes in time', async () => {
  const { beginnings, others } = started({ requests: 9 });
  others();
  const begun = Array.from({ length: 8 }, () => had(beginnings.turn('a', stays)));
  const leaving = new AbortController();
  const left = beginnings.turn('a', () => leaving.signal);
  leaving.abort();
  assert.equal(await left, 'gone');
  assert.equal(
    await beginnings.piece(
      'a',
      () => AbortSignal.abort(),
      async () => 'made',
    ),
    'made',
  );
  for (const turn of begun) turn.over(false);
});

test('however many steps of answers wait, requests do not stand behind them, and holders take turns at them', async () => {
  const { beginnings, others } = started({ requests: 20 });
  others();
  const order: string[] = [];
  const steps = (holder: string, many: number) =>
    Array.from({ length: many }, async () => {
      const step = await beginnings.stepTurn(holder, stays);
      order.push(holder);
      step!.over(true);
    });
  const many = [...steps('a', 50), ...steps('c', 1)];
  had(beginnings.turn('a', stays)).over(false);
  await Promise.all(many);
  assert.ok(order.indexOf('c') < 2, order.join(' '));
  // Behind the last one is a pause, too.
  await sleep(20);
  for (const { tally } of beginnings.budgets) assert.equal(tally().held, 0);
});

/** With another account, `b`, that asks whenever `others` is called. */
function started({ requests = 100, isBusy = (): boolean => true } = {}) {
  let now = 0;
  const beginnings = createRequestScheduler(requests, { now: () => now }, isBusy);
  return {
    beginnings,
    others() {
      const turn = beginnings.turn('b', stays);
      if (turn !== undefined) had(turn).over(false);
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

function had(turn: Promise<unknown> | ScheduledTurn | AcquireRefusal | undefined): ScheduledTurn {
  assert.ok(
    turn !== undefined && !(turn instanceof Promise) && !refusals.includes(turn as AcquireRefusal),
    `it was ${turn}`,
  );
  return turn as ScheduledTurn;
}
