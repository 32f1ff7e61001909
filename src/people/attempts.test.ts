import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { type Attempts, makeAttempts } from './attempts.ts';

/** As much as it remembers, in a few. */
const FEW = 100;

async function failed(attempts: Attempts, email: string, address: string): Promise<boolean> {
  const attempt = await attempts.begin(email, address);
  if (attempt instanceof Problem) return false;
  await attempt.end('wrong');
  return true;
}

test('whoever is refused, or only asks, makes nobody else forgotten, however many addresses it names', async () => {
  const attempts = makeAttempts({ clock: { now: () => 0 }, most: FEW });
  while (await failed(attempts, 'ann@example.com', '192.0.2.1'));
  let begun = 0;
  while (await failed(attempts, `guess${begun}@example.com`, '192.0.2.2')) begun++;
  assert.equal(begun, 30);
  for (let n = 0; n < 3 * FEW; n++) {
    assert.ok(attempts.refused(`more${n}@example.com`, '192.0.2.2'));
    assert.ok(!(await failed(attempts, `more${n}@example.com`, '192.0.2.2')));
    attempts.isDoubted(`2001:db8:0:${n}::1`);
    attempts.refused('ann@example.com', `2001:db8:0:${n}::1`);
  }
  assert.ok(attempts.refused('ann@example.com', '192.0.2.1'));
  assert.ok(attempts.isDoubted('192.0.2.1'));
  assert.equal(attempts.refused('ben@example.com', '192.0.2.1'), undefined);
});
