import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../problems.ts';
import {
  addSigningSecret,
  createSigningSecret,
  formatSigningSecret,
  MAX_SIGNING_SECRETS,
  parseGrace,
  parseSigningSecrets,
} from './signing-secrets.ts';

const HOUR = 3_600_000;

test('a secret is shown as Standard Webhooks writes it: 32 random bytes', () => {
  const shown = formatSigningSecret(createSigningSecret());
  assert.match(shown, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(shown, formatSigningSecret(createSigningSecret()));
});

test('the one before ends after the grace, and without grace at once', () => {
  const [first, second] = [createSigningSecret(), createSigningSecret()];
  assert.deepEqual(addSigningSecret([first], second, 1_000, HOUR), [second, { ...first, until: 1_000 + HOUR }]);
  assert.deepEqual(addSigningSecret([first], second, 1_000, 0), [second]);
});

test('whoever asks twice, because an answer was lost, still has the secret that the receiver knows', () => {
  const [known, lost, told] = [createSigningSecret(), createSigningSecret(), createSigningSecret()];
  const once = addSigningSecret([known], lost, 0, HOUR);
  const twice = addSigningSecret(once, told, 10, HOUR);
  assert.deepEqual(
    twice.map(({ secret }) => secret),
    [told.secret, lost.secret, known.secret],
  );
  // No later than it was promised at first.
  assert.equal(twice[2]!.until, HOUR);
  assert.deepEqual(addSigningSecret(twice, createSigningSecret(), 20, 0).length, 1);
});

test('what has ended is forgotten, and there are never more than a few', () => {
  let kept = [createSigningSecret()] as readonly ReturnType<typeof createSigningSecret>[];
  for (let round = 0; round < 20; round++) kept = addSigningSecret(kept, createSigningSecret(), round, HOUR);
  assert.equal(kept.length, MAX_SIGNING_SECRETS);
  assert.equal(addSigningSecret(kept, createSigningSecret(), 2 * HOUR, HOUR).length, 2);
});

test('what is kept is read again, and nothing else', () => {
  const kept = addSigningSecret([createSigningSecret()], createSigningSecret(), 0, HOUR);
  assert.deepEqual(parseSigningSecrets(JSON.stringify(kept)), kept);
  for (const text of ['', '{}', '[]', '[null]', '[{"secret":"short","until":null}]', '[1', '[{"secret":"x"}]'])
    assert.equal(parseSigningSecrets(text), undefined, text);
});

test('a grace is from none to seven days, a day where nothing is said', () => {
  assert.equal(parseGrace({}), 24 * HOUR);
  assert.equal(parseGrace({ graceSeconds: 0 }), 0);
  assert.equal(parseGrace({ graceSeconds: 604_800 }), 7 * 24 * HOUR);
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
    assert.ok(parseGrace(body) instanceof Problem, JSON.stringify(body));
  const { errors } = parseGrace({ 'a/b': 1 }) as Problem;
  assert.partialDeepStrictEqual(errors, [{ pointer: '/a~1b' }]);
});
