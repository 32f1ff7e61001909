import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameAddress, refuseEmail } from './email-address.ts';

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

test('two addresses are one but for the case of ASCII letters and how accents are written', () => {
  for (const [one, other] of [
    ['ada@example.com', 'ADA@Example.COM'],
    ['Jürgen@example.com', 'ju\u0308rgen@example.com'],
    ['JÜRGEN@example.com', 'JU\u0308RGEN@example.com'],
  ] as const)
    assert.ok(isSameAddress(one, other), other);
  for (const [one, other] of [
    ['admin@example.com', 'admın@example.com'],
    ['admin@example.com', 'ADMİN@example.com'],
    ['admin@example.com', 'ａdmin@example.com'],
    ['kim@example.com', '\u212Aim@example.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['jürgen@example.com', 'JÜRGEN@example.com'],
    ['jürgen@example.com', 'JU\u0308RGEN@example.com'],
    ['σ@example.com', 'ς@example.com'],
  ] as const)
    assert.ok(!isSameAddress(one, other), other);
});
