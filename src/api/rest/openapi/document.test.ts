import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordTypes } from '../../../catalogue/index.ts';
import type { Route } from '../../../http/route.ts';
import { problemCodes } from '../../../problems.ts';
import { apiRoutes, type RouteParts } from '../routes.ts';
import { createOpenApiDocument, type OpenApiDocumentParts } from './document.ts';
import { exampleRecord } from './record-examples.ts';
import { serviceOperations } from './service-operations.ts';

// Only the table is read: no handler is ever called, so nothing stands behind it.
const routes = apiRoutes({} as RouteParts);
const parts: OpenApiDocumentParts = {
  version: '1.2.3',
  routes,
  open: Object.keys(serviceOperations).map((path) => ({ path })),
  patchLimits: { operations: 100 },
};

test('a route without a description stops the build, and names itself', () => {
  const extra: Route = { ...routes[0]!, path: '/api/Extra', operation: 'getExtra' };
  assert.throws(
    () => createOpenApiDocument({ ...parts, routes: [...routes, extra] }),
    /without a description.*getExtra/,
  );
  assert.throws(
    () => createOpenApiDocument({ ...parts, open: [...parts.open, { path: '/extra' }] }),
    /description.*\/extra/,
  );
});

test('a description without a route stops the build, and names itself', () => {
  assert.throws(() => createOpenApiDocument({ ...parts, routes: routes.slice(1) }), /without a route: getMe/);
});

test('every refusal of the service is documented', () => {
  const text = JSON.stringify(createOpenApiDocument(parts));
  for (const code of problemCodes) {
    const listed = text.includes(`"code":"${code}"`) || text.includes(`\`${code}\``);
    assert.ok(listed, `${code} is documented neither with an operation nor among those that any request can meet`);
  }
});

test('a filter says how records without a value are found: null is also a word of a text', () => {
  const { paths } = createOpenApiDocument(parts) as {
    paths: { [path: string]: { get: { parameters: { name?: string; description: string }[] } } };
  };
  const words = (filter: string) =>
    paths['/api/Tasks']!.get.parameters.find(({ name }) => name === filter)!.description;
  assert.match(words('Description'), /Under `extFilter`, `null` finds those without one\.$/);
  assert.match(words('CompletedOn'), /UTC\. `null` finds those without one\.$/);
  assert.doesNotMatch(words('Name'), /null/);
});

test('the example of a change is one of the record that the document shows', () => {
  const { paths } = createOpenApiDocument(parts) as unknown as {
    paths: {
      [path: string]: { get: { responses: { 200: { content: { 'application/json': { examples: Shown } } } } } };
    };
  };
  const shownAt = (path: string) =>
    Object.values(paths[path]!.get.responses[200].content['application/json'].examples)[0]!.value[0]!;
  for (const type of recordTypes) {
    const { changed, ...entry } = shownAt(`/api/${type.name}/{id}/History`);
    const record = exampleRecord(type);
    assert.deepEqual([entry.type, entry.id, entry.on], [type.name, record.ID, record.UpdatedOn]);
    assert.notEqual(changed.length, 0);
    for (const { field, from, to } of changed) {
      assert.deepEqual(to, record[field], `${type.name}.${field}`);
      assert.notDeepEqual(from, to);
    }
  }
  const { changed, data } = shownAt('/api/Changes');
  for (const { field, to } of changed) assert.deepEqual(data![field], to);
});

interface Entry {
  readonly type: string;
  readonly id: number;
  readonly on: string;
  readonly changed: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly data?: { readonly [field: string]: unknown };
}
interface Shown {
  readonly [name: string]: { readonly value: readonly Entry[] };
}

test('every operation says what the key needs', () => {
  const { paths } = createOpenApiDocument(parts) as {
    paths: { [path: string]: { [method: string]: { description: string } } };
  };
  const words = (path: string, method: string) => paths[path]![method]!.description;
  assert.match(words('/api/Me', 'get'), /Any key may ask\.$/);
  assert.match(words('/api/Users', 'get'), /Needs the area `People`\.$/);
  assert.match(words('/api/Users', 'post'), /Needs the area `People` and the role `Admin`\.$/);
  assert.match(words('/api/Tasks/{id}', 'patch'), /the role `Admin` or `Manager` or `Technician`\.$/);
  assert.match(words('/api/Webhooks', 'get'), /Needs the area `Webhooks`\.$/);
});
