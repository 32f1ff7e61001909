// What programs that write clients stumble over is not in the document.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { published } from './published.ts';

// biome-ignore lint/suspicious/noExplicitAny: a tree of JSON.
type Tree = any;

const document: Tree = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

/** Every schema of a part of the document, wherever it stands. */
function* schemasIn(node: Tree): Generator<Tree> {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string' || Array.isArray(node.type)) yield node;
  for (const [key, part] of Object.entries(node)) {
    if (!['default', 'example', 'examples', 'enum', 'const'].includes(key)) yield* schemasIn(part);
  }
}

test('dates carry no pattern, whole numbers say that they need 64 bits, and no field has a default', () => {
  let seen = 0;
  for (const schema of schemasIn(document)) {
    const types = [schema.type].flat();
    seen++;
    if (schema.format?.startsWith('date')) assert.equal(schema.pattern, undefined);
    if (types.includes('integer') && !(schema.maximum < 2 ** 31)) assert.equal(schema.format, 'int64');
  }
  assert.ok(seen > 1_000);
  for (const part of [
    document.components.schemas,
    Object.values<Tree>(document.paths).map(({ post }) => post?.requestBody),
  ])
    for (const schema of schemasIn(part)) assert.equal(schema.default, undefined);
  assert.match(document.components.schemas.CreateTask.properties.Status.description, /Default: "Open"\.$/);
  assert.equal(document.components.parameters.take.schema.default, 25, 'but parameters do');
});

test('what we answer and deliver may get members later, what we take may not', () => {
  for (const name of ['Task', 'Subscription', 'Delivery', 'Change', 'Problem'])
    assert.equal(document.components.schemas[name].additionalProperties, undefined, name);
  for (const name of ['CreateTask', 'CreateSubscription'])
    assert.equal(document.components.schemas[name].additionalProperties, false, name);
  for (const one of schemasIn(document.webhooks)) assert.notEqual(one.additionalProperties, false);
});

test('an object is either one with members, or a map that says so; with members it is not also null', () => {
  for (const schema of schemasIn(document)) {
    const types = [schema.type].flat();
    if (!types.includes('object')) continue;
    assert.notEqual(schema.properties, schema.additionalProperties, JSON.stringify(schema));
    if (schema.properties !== undefined) assert.ok(!types.includes('null'), JSON.stringify(schema));
  }
  const { waiting } = document.components.schemas.Subscription.properties;
  assert.deepEqual(
    waiting.oneOf.map(({ type }: Tree) => type),
    ['object', 'null'],
  );
});

test('no two schemas are named alike, by their names or by their titles', () => {
  const { schemas } = document.components;
  for (const names of [Object.keys(schemas), Object.entries<Tree>(schemas).map(([name, { title }]) => title ?? name)]) {
    const plain = names.map((name) => name.replaceAll(' ', '').toLowerCase());
    assert.deepEqual(plain.toSorted(), [...new Set(plain)].toSorted());
  }
});

test('no schema has the name that a language gives to what makes one', () => {
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => name.startsWith('New')),
    [],
  );
});

test('which operation of JSON Patch it is, is told by op', () => {
  const { oneOf, discriminator } = document.components.schemas.JsonPatch.items;
  assert.equal(discriminator.propertyName, 'op');
  assert.deepEqual(
    Object.values(discriminator.mapping),
    oneOf.map(({ $ref }: Tree) => $ref),
  );
});

test('examples and defaults are values, not schemas: they stay as they are', () => {
  const schema = { type: 'object', properties: {}, example: { type: 'object', additionalProperties: false } };
  const { components }: Tree = published({ paths: {}, webhooks: {}, components: { schemas: { One: schema } } });
  assert.deepEqual(components.schemas.One, schema);
});
