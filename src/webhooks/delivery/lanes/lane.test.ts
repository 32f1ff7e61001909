import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSemaphore } from '../../../fairness/budget.ts';
import type { DeliveryTarget, Heads } from '../../queue.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import { Lane, type LaneParts } from './lane.ts';

const HOUR = 3_600_000;

for (const [what, told] of [
  ['that the endpoint is down', { later: [], down: { inMs: HOUR, record: null } }],
  ['that a record has a pause', { later: [{ record: 7, inMs: HOUR }] }],
] as const) {
  test(`a lane that is told ${what} while it ends waits for nothing: the process could not end for an hour`, async () => {
    const reading = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Heads>();
    const lane = new Lane(
      { subscription: 1, account: 'acc_1', failing: true, token: '', expires: Infinity },
      'untried',
      parts(() => {
        reading.resolve();
        return answer.promise;
      }),
    );
    lane.sweep();
    await reading.promise;
    const ended = lane.stop();
    answer.resolve({ standing: 'active', target: {} as DeliveryTarget, due: [], after: undefined, left: [], ...told });
    await ended;
    await new Promise(setImmediate);
    const { rest } = lane;
    // Before anything is said, so that a lane that waits does not keep this process.
    lane.wake(7);
    await lane.stop();
    assert.equal(rest, undefined);
  });
}

test('a lane in which something unexpected fails says so and ends, and the process goes on', async () => {
  const failure = new TypeError('unexpected');
  const failures: unknown[] = [];
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<Lane>();
  const broken: LaneParts = {
    ...parts(() => assert.fail('nothing is read')),
    settler: {
      caughtUp() {
        throw failure;
      },
    } as unknown as LaneParts['settler'],
    onFailure: (one) => failures.push(one),
    onEnd,
  };
  const lease = { subscription: 1, account: 'acc_1', failing: false, token: '', expires: Infinity };
  const lane = new Lane(lease, 'untried', broken);
  lane.sweep();
  assert.equal(await ended, lane);
  assert.deepEqual(failures, [failure]);
  await lane.stop();
});

/** A database that answers when it is told to, and a lane that sends nothing. */
function parts(heads: () => Promise<Heads>): LaneParts {
  const unexpected = () => assert.fail('nothing is sent');
  return {
    queue: { heads } as unknown as LaneParts['queue'],
    slots: createDeliverySlots(64),
    longestPauseMs: HOUR,
    sender: { send: unexpected } as unknown as LaneParts['sender'],
    starts: { next: unexpected } as unknown as LaneParts['starts'],
    bodies: createFairSemaphore({ name: 'webhook_bodies', total: 1, share: 1 }),
    settler: { settle: unexpected, caughtUp: () => undefined } as unknown as LaneParts['settler'],
    onAttempt: unexpected,
    onFailure: (failure) => assert.fail(failure as Error),
    onIdle: () => {},
    onRest: () => {},
    onEnd: () => {},
  };
}
