import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseName } from './name.ts';

for (const name of ['Harbour & Pine', 'x', 'Größe 模 🛠', 'n'.repeat(200), '🛠'.repeat(200)]) {
  test(`a name: ${name.slice(0, 20)}`, () => assert.equal(refuseName('account', name), undefined));
}

const refused: [name: string, why: RegExp][] = [
  ['', /^The name of the account is empty\.$/],
  ['   ', /is empty/],
  [' x', /begins or ends with a space/],
  ['x\n', /begins or ends with a space/],
  ['a\u0000b', /control character/],
  ['a\nb', /control character/],
  ['a\ud800b', /half a character/],
  ['n'.repeat(201), /has 201 characters; at most 200/],
];
for (const [name, why] of refused) {
  test(`not a name: ${JSON.stringify(name.slice(0, 20))}`, () => {
    assert.match(refuseName('account', name)?.refused ?? 'accepted', why);
  });
}
