import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseEmail } from './email-address.ts';

for (const email of [
  'a@b',
  'ada.lovelace+keys@example.co.uk',
  'grüße@bücher.example',
  `${'a'.repeat(242)}@example.com`,
]) {
  test(`an address: ${email.slice(0, 40)}`, () => assert.equal(refuseEmail('of the admin', email), undefined));
}

const refused = ['', 'ada', '@example.com', 'ada@', 'a@b@c', 'a b@c', ' a@b', 'a@b\n', 'a\u0000@b', 'a\ud800@b'];
for (const email of [...refused, `${'a'.repeat(243)}@example.com`]) {
  test(`not an address: ${JSON.stringify(email.slice(0, 40))}`, () => {
    assert.match(
      refuseEmail('of the admin', email)?.refused ?? 'accepted',
      /^The address of the admin is not an e-mail/,
    );
  });
}
