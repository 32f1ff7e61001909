// The whole life of a subscription against a small model of the contract, with a clock that only moves when told to: real
// statements, real decisions, no waiting.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Life, outcomes } from '../support/subscription-life.ts';
import { AWAY, ModelledSubscription } from '../support/subscription-model.ts';

type Command = fc.AsyncCommand<ModelledSubscription, Life>;

const record = fc.constantFrom(1, 1, 2, 3);
const outcome = fc.constantFrom(200, ...outcomes);

/** Does the same to both, then compares everything that can be seen. */
function command(name: string, act: (model: ModelledSubscription, life: Life) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, life) {
      await act(model, life);
      assert.deepEqual(await life.look(), model.look());
    },
    toString: () => name,
  };
}

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(record, fc.constantFrom('A', 'A', 'B', AWAY)).map(([id, name]) =>
    command(`change ${id} to ${name}`, async (model, life) => {
      model.change(id, name, life.now);
      await life.change(id, name);
    }),
  ),
  fc.array(outcome, { minLength: 3, maxLength: 3 }).map((answers) =>
    command(`a turn answered ${answers.join(', ')}`, async (model, life) => {
      const sent = model.turn(answers, life.now);
      assert.deepEqual(await life.turn(answers), sent);
    }),
  ),
  fc.constantFrom(1_999, 2_000, 300_000, 599_999, 600_000).map((ms) =>
    command(`${ms} ms pass`, async (_model, life) => {
      life.now += ms;
    }),
  ),
  fc.constant(
    command('a test', async (model, life) => {
      model.test(life.now);
      await life.test();
    }),
  ),
  fc.nat(20).map((n) =>
    command(`send number ${n} again`, async (model, life) => {
      assert.equal(await life.resend(n), model.resend(n, life.now));
    }),
  ),
  fc.constant(
    command('reactivate', async (model, life) => {
      model.reactivate();
      await life.reactivate();
    }),
  ),
  fc.integer({ min: 10, max: 31 }).map((times) =>
    command(`${times} failures`, async (model, life) => {
      for (let n = 0; n < times; n++) {
        model.change(1, `Failure ${n}`, life.now);
        await life.change(1, `Failure ${n}`);
        assert.deepEqual(await life.turn(['reset']), model.turn(['reset'], life.now));
      }
    }),
  ),
  // Seldom: opening the database again takes longer than all the others.
  fc.nat(9).map((n) =>
    n > 0
      ? command('a turn answered 500', async (model, life) => {
          assert.deepEqual(await life.turn([500]), model.turn([500], life.now));
        })
      : command('the process dies and comes back', (_model, life) => life.restart()),
  ),
];

test('a subscription lives as the contract says, whatever happens in whatever order', {
  timeout: 110_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 50, size: 'max' }), async (sequence) => {
      const folder = mkdtempSync(join(tmpdir(), 'mds-life-'));
      const life = await Life.begin(join(folder, 'life.db'));
      try {
        await fc.asyncModelRun(() => ({ model: new ModelledSubscription(), real: life }), sequence);
      } finally {
        await life.end();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 30, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false },
  );
});
