import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../problems.ts';
import { idempotencyKey } from './idempotency.ts';

it('the same body under the same key is a repeat; another body or another type is not', () => {
  const fingerprint = (...given: Parameters<typeof idempotencyKey>) => {
    const key = idempotencyKey(...given);
    assert.ok(!(key instanceof Problem));
    return key.fingerprint;
  };
  const first = fingerprint('in_1', 'k', 'Tasks', { Name: 'x' });
  assert.equal(fingerprint('in_1', 'k', 'Tasks', { Name: 'x' }), first);
  assert.notEqual(fingerprint('in_1', 'k', 'Tasks', { Name: 'y' }), first);
  assert.notEqual(fingerprint('in_1', 'k', 'Boards', { Name: 'x' }), first);
});

for (const header of ['', ' ', 'a b', 'é', 'x'.repeat(256)]) {
  it(`${JSON.stringify(header.slice(0, 5))} (${header.length}) is no key`, () => {
    const key = idempotencyKey('in_1', header, 'Tasks', {});
    assert.ok(key instanceof Problem && key.code === 'invalid_header');
  });
}
