import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInteroperableSchema } from './interoperable.ts';

test('places and bounds of a decimal are said so that every tool understands them', () => {
  const decimal = {
    type: 'number',
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e11,
    multipleOf: 1e-4,
    description: 'Price.',
  };
  assert.deepEqual(toInteroperableSchema({ type: 'object', properties: { Price: decimal } }), {
    type: 'object',
    properties: {
      Price: {
        type: 'number',
        minimum: 0.0001,
        maximum: 99_999_999_999.9999,
        description: 'Price. At most 4 decimal places.',
      },
    },
  });
});

test('read-only is said in words, in items of lists too', () => {
  const items = { type: 'object', properties: { ID: { type: 'integer', readOnly: true } } };
  assert.deepEqual(toInteroperableSchema({ type: 'array', items }), {
    type: 'array',
    items: { type: 'object', properties: { ID: { type: 'integer', description: 'Read-only.' } } },
  });
});

test('examples and defaults are values, not schemas: they stay as they are', () => {
  const schema = { type: 'object', default: { readOnly: true }, examples: [{ multipleOf: 3 }] };
  assert.deepEqual(toInteroperableSchema(schema), schema);
});
