import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showError } from './log.ts';

test('an error is shown with its causes, and without what a driver has hung onto it', () => {
  const cause = Object.assign(new Error('connection lost'), { code: 'ECONNRESET', address: '10.0.0.7' });
  const error = Object.assign(new TypeError('not written', { cause }), {
    code: '23502',
    detail: 'Failing row contains (7, {"X-Secret": "s3cret"}).',
    parameters: ['s3cret'],
  });
  const shown = showError(error);
  assert.equal(shown.type, 'TypeError');
  assert.equal(shown.message, 'not written');
  assert.equal(shown.code, '23502');
  assert.equal(shown.cause?.message, 'connection lost');
  assert.equal(shown.cause?.code, 'ECONNRESET');
  assert.match(shown.stack ?? '', /log\.test\.ts/);
  assert.doesNotMatch(JSON.stringify(shown), /s3cret|10\.0\.0\.7/);
});

test('a chain of causes that bites its own tail ends', () => {
  const error = new Error('round');
  error.cause = error;
  assert.ok(JSON.stringify(showError(error)).length < 10_000);
});

test('what is thrown and no error is not quoted', () => {
  assert.doesNotMatch(JSON.stringify(showError('s3cret')), /s3cret/);
});
