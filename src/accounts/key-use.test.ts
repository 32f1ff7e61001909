import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountScope } from './account.ts';
import type { Caller } from './caller.ts';
import { createKeyUse } from './key-use.ts';

const account = new AccountScope({ shardID: 's1', id: 'acc_1', name: 'One', key: 1 });
const caller = { account, integration: { id: 'int_1' } } as Caller;
const from = () => '192.0.2.1';

test('calls, refusals and the busiest minute are counted by the hour, each once', () => {
  let now = Date.parse('2026-11-15T08:58:30Z');
  const use = createKeyUse({ now: () => now });
  const call = (times: number, status = 200) => {
    for (let n = 0; n < times; n++) use.answered(caller, status, from);
  };
  call(3);
  const [first] = use.take();
  assert.deepEqual([first!.calls, first!.peakMinute, first!.address, first!.lastOn], [3, 3, '192.0.2.1', now]);
  assert.deepEqual(use.take(), []);
  call(2, 429);
  now += 60_000;
  call(1, 404);
  const [second] = use.take();
  assert.deepEqual([second!.calls, second!.refused, second!.limited], [3, 3, 2]);
  assert.equal(second!.peakMinute, 5, 'the minute that was under way goes on');
  call(1);
  now += 60_000;
  call(4);
  const hours = use.take().map(({ hour, calls, peakMinute }) => [hour % 24, calls, peakMinute]);
  assert.deepEqual(hours, [
    [8, 1, 5],
    [9, 4, 4],
  ]);
});

test('people are not counted, and the secret from before a rotation is told apart', () => {
  const use = createKeyUse({ now: () => 5 });
  use.answered({ ...caller, person: {} as never }, 200, from);
  assert.deepEqual(use.take(), []);
  use.answered(caller, 200, from);
  use.answered({ ...caller, byPreviousSecret: true }, 200, from);
  assert.deepEqual(
    use.take().map(({ calls, previousCalls }) => [calls, previousCalls]),
    [[2, 1]],
  );
});
