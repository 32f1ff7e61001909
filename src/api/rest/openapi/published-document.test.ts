// What programs that write clients stumble over is not in the document.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toPublishedDocument } from './published-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: a tree of JSON.
type Tree = any;

const document: Tree = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));

/** Every schema of a part of the document, wherever it stands. */
function* schemasIn(node: Tree): Generator<Tree> {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string' || Array.isArray(node.type)) yield node;
  for (const [key, part] of Object.entries(node)) {
    if (!['default', 'example', 'examples', 'enum', 'const'].includes(key)) yield* schemasIn(part);
  }
}

/** Every object below a part of the document that is no value. */
function* nodesIn(node: Tree, at = ''): Generator<[at: string, node: Tree]> {
  if (typeof node !== 'object' || node === null) return;
  yield [at, node];
  for (const [key, part] of Object.entries(node))
    if (!['example', 'examples', 'enum', 'mapping'].includes(key)) yield* nodesIn(part, `${at}/${key}`);
}

const operations: Tree[] = Object.entries<Tree>(document.paths).flatMap(([path, item]) =>
  Object.entries<Tree>(item).map(([method, operation]) => ({ ...operation, method, path })),
);

test('dates carry no pattern, numbers say that they need 64 bits, and no field has a default', () => {
  let seen = 0;
  for (const schema of schemasIn(document)) {
    const types = [schema.type].flat();
    seen++;
    if (schema.format?.startsWith('date')) assert.equal(schema.pattern, undefined);
    if (types.includes('integer') && !(schema.maximum < 2 ** 31)) assert.equal(schema.format, 'int64');
    // In 32 bits 1234567.89 becomes 1234567.9.
    if (types.includes('number')) assert.equal(schema.format, 'double', JSON.stringify(schema));
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

test('an object is either one with members, or a map that says so; with members it is a component', () => {
  const { paths, components } = document;
  for (const schema of schemasIn(components.schemas)) {
    if (![schema.type].flat().includes('object')) continue;
    assert.notEqual(schema.properties, schema.additionalProperties, JSON.stringify(schema));
  }
  // One without a name is InlineObject12 to a generator, and one of several without a name is DryRunRequestOneOf1.
  const nameless = [...Object.values<Tree>(components.schemas).flatMap((one) => Object.values(one)), paths].flatMap(
    (part) => [...schemasIn(part)].filter(({ properties }) => properties !== undefined),
  );
  assert.deepEqual(nameless, []);
  for (const [at, node] of nodesIn(paths)) assert.ok(!('oneOf' in node || 'anyOf' in node), at);
  const { waiting } = components.schemas.Subscription.properties;
  assert.deepEqual(waiting.oneOf, [{ $ref: '#/components/schemas/SubscriptionWaiting' }, { type: 'null' }]);
});

test('a value has one type, or may be null; one of several is a component, too', () => {
  for (const { type } of schemasIn(document)) {
    assert.ok([type].flat().filter((one) => one !== 'null').length <= 1, JSON.stringify(type));
  }
  for (const schema of Object.values<Tree>(document.components.schemas)) {
    for (const [, { oneOf, anyOf }] of nodesIn(Object.values(schema))) {
      assert.equal(anyOf, undefined);
      assert.ok(oneOf === undefined || (oneOf.length === 2 && oneOf[1].type === 'null'), JSON.stringify(oneOf));
    }
  }
});

test('every refusal is a Problem, the one type for all of them', () => {
  const bodies = Object.values<Tree>(document.components.responses).map(
    (one) => one.content['application/problem+json'],
  );
  for (const { schema } of bodies) assert.deepEqual(schema, { $ref: '#/components/schemas/Problem' });
});

test('no two schemas are named alike, by their names or by their titles', () => {
  const { schemas } = document.components;
  for (const names of [Object.keys(schemas), Object.entries<Tree>(schemas).map(([name, { title }]) => title ?? name)]) {
    const plain = names.map((name) => name.replaceAll(' ', '').toLowerCase());
    assert.deepEqual(plain.toSorted(), [...new Set(plain)].toSorted());
  }
});

test('no two components are named alike: generators make types of all of them', () => {
  const { schemas, parameters, responses } = document.components;
  const names = [schemas, parameters, responses].flatMap((one) => Object.keys(one)).map((name) => name.toLowerCase());
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
});

test('operations are named by what they do: one record in the singular, a list in the plural', () => {
  const named = operations.map(({ operationId }) => operationId);
  assert.deepEqual(named.toSorted(), [...new Set(named)].toSorted());
  for (const { method, path, operationId, responses } of operations) {
    const answer = responses['200']?.content?.['application/json']?.schema;
    if (method === 'get') assert.match(operationId, answer?.type === 'array' ? /^list|^getCatalogue$/ : /^get/, path);
    if (method === 'patch') assert.match(operationId, /^update/, path);
    if (method === 'delete') assert.match(operationId, /^(delete|withdraw)/, path);
  }
  const ofWorkOrders = operations.filter(({ tags }) => tags[0] === 'WorkOrders').map(({ operationId }) => operationId);
  assert.deepEqual(ofWorkOrders, [
    ...['listWorkOrders', 'createWorkOrder', 'getWorkOrder', 'updateWorkOrder', 'deleteWorkOrder'],
    ...['listWorkOrderMoves', 'dryRunWorkOrder', 'listWorkOrderHistory'],
  ]);
});

test('what is received and not called is no operation of a client', () => {
  for (const { post } of Object.values<Tree>(document.webhooks)) assert.equal(post['x-internal'], true);
});

test('no schema has the name that a language gives to what makes one', () => {
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => name.startsWith('New')),
    [],
  );
});

test('which operation of JSON Patch it is, is told by op', () => {
  const { oneOf, discriminator } = document.components.schemas.PatchOperation;
  assert.equal(discriminator.propertyName, 'op');
  assert.deepEqual(
    Object.values(discriminator.mapping),
    oneOf.map(({ $ref }: Tree) => $ref),
  );
});

test('examples and defaults are values, not schemas: they stay as they are', () => {
  const schema = { type: 'object', properties: {}, example: { type: 'object', additionalProperties: false } };
  const { components }: Tree = toPublishedDocument({
    paths: {},
    webhooks: {},
    components: { schemas: { One: schema } },
  });
  assert.deepEqual(components.schemas.One, schema);
});
