import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../problems.ts';
import {
  MOST_SECRETS,
  newSigningSecret,
  readGrace,
  readSigningSecrets,
  shownSecret,
  withFresh,
} from './signing-secrets.ts';

const HOUR = 3_600_000;

test('a secret is shown as Standard Webhooks writes it: 32 random bytes', () => {
  const shown = shownSecret(newSigningSecret());
  assert.match(shown, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(shown, shownSecret(newSigningSecret()));
});

test('the one before ends after the grace, and without grace at once', () => {
  const [first, second] = [newSigningSecret(), newSigningSecret()];
  assert.deepEqual(withFresh([first], second, 1_000, HOUR), [second, { ...first, until: 1_000 + HOUR }]);
  assert.deepEqual(withFresh([first], second, 1_000, 0), [second]);
});

test('whoever asks twice, because an answer was lost, still has the secret that the receiver knows', () => {
  const [known, lost, told] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const once = withFresh([known], lost, 0, HOUR);
  const twice = withFresh(once, told, 10, HOUR);
  assert.deepEqual(
    twice.map(({ secret }) => secret),
    [told.secret, lost.secret, known.secret],
  );
  // No later than it was promised at first.
  assert.equal(twice[2]!.until, HOUR);
  assert.deepEqual(withFresh(twice, newSigningSecret(), 20, 0).length, 1);
});

test('what has ended is forgotten, and there are never more than a few', () => {
  let kept = [newSigningSecret()] as readonly ReturnType<typeof newSigningSecret>[];
  for (let round = 0; round < 20; round++) kept = withFresh(kept, newSigningSecret(), round, HOUR);
  assert.equal(kept.length, MOST_SECRETS);
  assert.equal(withFresh(kept, newSigningSecret(), 2 * HOUR, HOUR).length, 2);
});

test('what is kept is read again, and nothing else', () => {
  const kept = withFresh([newSigningSecret()], newSigningSecret(), 0, HOUR);
  assert.deepEqual(readSigningSecrets(JSON.stringify(kept)), kept);
  for (const text of ['', '{}', '[]', '[null]', '[{"secret":"short","until":null}]', '[1', '[{"secret":"x"}]'])
    assert.equal(readSigningSecrets(text), undefined, text);
});

test('a grace is from none to seven days, a day where nothing is said', () => {
  assert.equal(readGrace({}), 24 * HOUR);
  assert.equal(readGrace({ graceSeconds: 0 }), 0);
  assert.equal(readGrace({ graceSeconds: 604_800 }), 7 * 24 * HOUR);
  for (const body of [
    [],
    null,
    'x',
    { graceSeconds: -1 },
    { graceSeconds: 604_801 },
    { graceSeconds: 1.5 },
    { graceSeconds: '1' },
    { graceSeconds: null },
    { grace: 1 },
  ])
    assert.ok(readGrace(body) instanceof Problem, JSON.stringify(body));
  const { errors } = readGrace({ 'a/b': 1 }) as Problem;
  assert.partialDeepStrictEqual(errors, [{ pointer: '/a~1b' }]);
});
