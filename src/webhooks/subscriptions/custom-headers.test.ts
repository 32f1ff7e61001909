import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../lib/json.ts';
import { validateHeaders } from './custom-headers.ts';

test('headers of any honest kind are accepted', () => {
  assert.deepEqual(
    validateHeaders({
      'X-Secret': 's3cret',
      authorization: 'Bearer a.b-c_d~e+f/g==',
      Cookie: 'a=b; c="d"',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      "!#$%&'*+-.^_`|~09AZaz": 'every character a name may have',
      'X-Empty': '',
      'X-Tab': 'a\tb',
      'webhook-secret': 'of the subscriber',
      ...JSON.parse('{"__proto__": "a header like any other"}'),
    }),
    [],
  );
  assert.deepEqual(validateHeaders({}), []);
});

test('what is no text is refused as such, whatever it is', () => {
  for (const value of [{ toString: 1, valueOf: 1 }, [{}], 7, null] as Json[]) {
    assert.deepEqual(
      validateHeaders({ 'X-Odd': value }).map(({ pointer }) => pointer),
      ['/X-Odd'],
      JSON.stringify(value),
    );
  }
});

for (const name of [
  'webhook-id',
  'Webhook-Timestamp',
  'X-Entity-Type',
  'x-action',
  'USER-AGENT',
  'Host',
  'Content-Type',
  'content-length',
  'Content-Anything',
  'Connection',
  'Keep-Alive',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'HTTP2-Settings',
  'Expect',
]) {
  test(`${name} is reserved`, () => {
    const [fault, ...others] = validateHeaders({ [name]: 'x' });
    assert.equal(fault!.pointer, `/${name}`);
    assert.match(fault!.message, /^is reserved/);
    assert.deepEqual(others, []);
  });
}

for (const [what, headers, pointer, message] of [
  ['no object', 'X-Secret: s', '', /must be an object/],
  ['null', null, '', /must be an object/],
  ['an array', ['X-Secret', 's'], '', /must be an object/],
  ['an empty name', { '': 'x' }, '/', /no header name/],
  ['a name with a space', { 'X Secret': 'x' }, '/X Secret', /no header name/],
  ['a name with a colon', { 'X:Y': 'x' }, '/X:Y', /no header name/],
  ['a name with a line break', { 'X\r\nHost': 'x' }, '/X\r\nHost', /no header name/],
  ['a name beyond ASCII', { Größe: 'x' }, '/Größe', /no header name/],
  ['a name with a slash', { 'a/b~c': 'x' }, '/a~1b~0c', /no header name/],
  ['a name that is too long', { ['X'.repeat(101)]: 'x' }, `/${'X'.repeat(101)}`, /more than 100/],
  ['a number', { 'X-A': 1 }, '/X-A', /must be text/],
  ['a null value', { 'X-A': null }, '/X-A', /must be text/],
  ['a line break', { 'X-A': 'a\r\nHost: b' }, '/X-A', /no line breaks/],
  ['a value beyond ASCII', { 'X-A': 'é' }, '/X-A', /printable ASCII/],
  ['a control character', { 'X-A': 'a\u007f' }, '/X-A', /printable ASCII/],
  ['a space at the end', { 'X-A': 'a ' }, '/X-A', /begin or end with a space/],
  ['a value that is too long', { 'X-A': 'a'.repeat(4_097) }, '/X-A', /at most 4096/],
  ['a name given twice', { 'X-A': 'a', 'x-a': 'b' }, '/x-a', /given twice/],
  ['too many', numbered(31, 1), '', /at most 30/],
  ['too much in all', numbered(7, 1_000), '', /at most 6144/],
] as const) {
  test(`${what} is refused by its place`, () => {
    const faults = validateHeaders(headers as unknown as Json);
    assert.equal(faults.length, 1);
    assert.equal(faults[0]!.pointer, pointer);
    assert.match(faults[0]!.message, message);
  });
}

test('all faults are named at once', () => {
  const faults = validateHeaders({ Host: 'a', 'X-Good': 'b', 'X Bad': 'c', 'X-A': 1 });
  assert.deepEqual(
    faults.map(({ pointer }) => pointer),
    ['/Host', '/X Bad', '/X-A'],
  );
});

function numbered(count: number, size: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, 'v'.repeat(size)]));
}
