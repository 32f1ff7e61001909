import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from './passwords.ts';

const cheap = { memoryKiB: 8, passes: 1, lanes: 1 };

test('a password is the same however its accents are typed', async () => {
  const turn = await takenTurn();
  const kept = await turn.hash('Zoë und die Pumpe');
  assert.equal(await turn.verify(kept, 'Zoe\u0308 und die Pumpe'), 'right');
  assert.equal(await turn.verify(kept, 'Zoe und die Pumpe'), 'wrong');
  turn.end();
});

test('whatever a stranger sends for a password, the thread is not held up by it', async () => {
  const turn = await takenTurn();
  const marks = `a${'\u0315\u0316'.repeat(7_000)}`;
  const before = performance.now();
  const normal = marks.normalize('NFKC');
  const between = performance.now();
  const kept = await turn.hash(marks);
  const after = performance.now();
  assert.equal(await turn.verify(kept, normal), 'right');
  const [ordering, hashing] = [between - before, after - between];
  assert.ok(hashing < ordering / 2, `${hashing} ms, and ${ordering} ms to order the marks one by one`);
  turn.end();
});

async function takenTurn() {
  const turn = await createPasswords({ cost: cheap }).turn('somewhere');
  assert.ok(turn !== 'busy');
  return turn;
}
