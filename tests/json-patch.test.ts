import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Json } from '../src/lib/json.ts';
import { onBothEngines, startApp } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

interface Case {
  readonly comment?: string;
  readonly doc: Json;
  readonly patch: readonly { [member: string]: Json }[];
  readonly expected?: Json;
  readonly error?: string;
  readonly disabled?: boolean;
}

const suite = ['tests.json', 'spec_tests.json'].flatMap((file): Case[] =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`json-patch-test-suite/${file}`)), 'utf8')),
);

onBothEngines('the public JSON Patch suite holds over HTTP, inside CustomFields', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const cases = suite.filter(({ disabled }) => !disabled);
  assert.equal(cases.length, 91);
  for (const { comment, doc, patch, expected, error } of cases) {
    const name = comment ?? error ?? JSON.stringify(patch);
    const made = await key.post('/api/Tasks', { Name: 'Suite', CustomFields: { doc } });
    assert.equal(made.status, 201, `${name}: ${made.text}`);
    const reply = await key.patch(`/api/Tasks/${made.json.ID}`, patch.map(inside));
    if (error !== undefined) {
      assert.ok([400, 409].includes(reply.status), `${name}: ${reply.status} ${reply.text}`);
      const after = await key.get(`/api/Tasks/${made.json.ID}`);
      assert.equal(after.text, made.text, `${name}: all or nothing`);
    } else {
      assert.equal(reply.status, 200, `${name}: ${reply.text}`);
      if (expected !== undefined) assert.deepEqual(reply.json.CustomFields.doc, expected, name);
    }
  }
});

onBothEngines('patches beyond the limits are refused with what the limit is', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_PATCH_OPERATIONS: '100', MDS_PATCH_DEPTH: '10' });
  const key = await app.key(await app.account());
  const { ID } = (await key.post('/api/Tasks', { Name: 'Limits' })).json;
  const test = { op: 'test', path: '/Name', value: 'Limits' };
  assert.equal((await key.patch(`/api/Tasks/${ID}`, Array(100).fill(test))).status, 200);
  const many = await key.patch(`/api/Tasks/${ID}`, Array(101).fill(test));
  assert.equal(many.status, 400);
  assert.match(many.json.detail, /100/);
  const deep = await key.patch(`/api/Tasks/${ID}`, [{ op: 'test', path: '/CustomFields/a'.repeat(20), value: 1 }]);
  assert.equal(deep.status, 400);
  assert.match(deep.json.detail, /10/);
});

/** The suite's documents lie below CustomFields here; malformed operations stay as they are. */
function inside(operation: { [member: string]: Json }): { [member: string]: Json } {
  const moved = { ...operation };
  for (const member of ['path', 'from']) {
    const pointer = moved[member];
    if (typeof pointer === 'string' && (pointer === '' || pointer.startsWith('/'))) {
      moved[member] = `/CustomFields/doc${pointer}`;
    }
  }
  return moved;
}
