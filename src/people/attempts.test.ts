import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { type Attempts, createAttempts, type SignInOutcome } from './attempts.ts';

/** As much as it remembers, in a few. */
const FEW = 100;

async function ended(attempts: Attempts, email: string, address: string, outcome: SignInOutcome): Promise<boolean> {
  const attempt = await attempts.begin(email, address);
  if (attempt instanceof Problem) return false;
  await attempt.end(outcome);
  return true;
}

const failed = (attempts: Attempts, email: string, address: string) => ended(attempts, email, address, 'wrong');

test('whoever is refused, or only asks, makes nobody else forgotten, however many addresses it names', async () => {
  const attempts = createAttempts({ clock: { now: () => 0 }, most: FEW });
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

test('a failure is doubted in all networks of its site for a while, but where a password was right lately', async () => {
  let now = 0;
  const attempts = createAttempts({ clock: { now: () => now } });
  await ended(attempts, 'ann@example.com', '2001:db8:1:1::1', 'right');
  assert.ok(!attempts.isDoubted('2001:db8:1:2::1'));
  await failed(attempts, 'ben@example.com', '2001:db8:1:3::1');
  const doubted = (addresses: readonly string[]) => addresses.filter((address) => attempts.isDoubted(address));
  const near = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:3::2'];
  const others = ['2001:db8:1:1::2', '2001:db8:2:3::1', '192.0.2.1'];
  assert.deepEqual(doubted([...near, ...others]), near);
  await failed(attempts, 'ben@example.com', '2001:db8:1:1::1');
  assert.deepEqual(doubted([...near, ...others]), [...near, others[0]]);
  // One that is right in one account is right, too; of one that nobody could look at nothing is known.
  await ended(attempts, 'ben@example.com', '2001:db8:1:1::1', 'undecided');
  assert.deepEqual(doubted([...near, ...others]), [...near, others[0]]);
  await ended(attempts, 'ben@example.com', '2001:db8:1:1::1', 'right in one');
  assert.deepEqual(doubted([...near, ...others]), near);
  // One that is right in some accounts and not in others is both from the second on: its site has failed.
  for (const sites of [[], ['2001:db8:3:2::1']]) {
    await ended(attempts, 'ben@example.com', '2001:db8:3:1::1', 'partly');
    assert.deepEqual(doubted(['2001:db8:3:1::1', '2001:db8:3:2::1']), sites);
  }
  now += 15 * 60_000 + 1;
  assert.deepEqual(doubted([...near, ...others]), []);
});

test('whoever signs in with one of two passwords shuts nobody else of the network out; who goes on like that is a guesser', async () => {
  let now = 0;
  const attempts = createAttempts({ clock: { now: () => now } });
  const everybody = async (address: string) => {
    for (let n = 0; n < 30; n++) assert.ok(await ended(attempts, `person${n}@example.com`, address, 'partly'));
    return attempts.refused('else@example.com', address) === undefined;
  };
  // One that is new in its account is no excuse, and takes nobody's away.
  for (let n = 0; n < 30; n++) await ended(attempts, `person${n}@example.com`, '192.0.2.3', 'partly anew');
  assert.ok(attempts.refused('else@example.com', '192.0.2.3'));
  assert.ok(await everybody('192.0.2.1'));
  assert.ok(!(await everybody('192.0.2.1')));
  // Nor does it help to come from ever new networks.
  assert.ok(!(await everybody('192.0.2.2')));
  now += 15 * 60_000 + 1;
  assert.ok(await everybody('192.0.2.1'));
  // The first counts for the address all the same.
  for (let n = 1; n < 10; n++) assert.ok(await failed(attempts, 'person0@example.com', '192.0.2.1'));
  assert.ok(!(await failed(attempts, 'person0@example.com', '192.0.2.1')));
});
