import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test('a trace in the form of the standard is taken as it is', () => {
  for (const header of [`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `cc-${trace}-${parent}-01-later`]) {
    assert.equal(parseTraceparent(header), header);
  }
});

test('anything else is passed over', () => {
  const headers = [
    undefined,
    '',
    'nonsense',
    [`00-${trace}-${parent}-01`],
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-01\n`,
    `cc-${trace}-${parent}-01-${'x'.repeat(200)}`,
  ];
  for (const header of headers) assert.equal(parseTraceparent(header), undefined, String(header));
});
