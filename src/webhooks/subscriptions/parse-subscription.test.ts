import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { networks } from '../../../tests/support/sending.ts';
import { AccountScope } from '../../accounts/account.ts';
import type { Caller } from '../../accounts/caller.ts';
import { permissionsOf } from '../../accounts/roles.ts';
import type { Area } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { parsePatch } from '../../lib/json-patch.ts';
import { Problem } from '../../problems.ts';
import { createAddressGuard } from '../delivery/send/address-guard.ts';
import { parseSubscription, patchSubscription } from './parse-subscription.ts';
import { type Subscription, stringifySubscription } from './subscription.ts';

const guard = createAddressGuard({ allow: new BlockList() });
const caller = callerWith('WorkOrders', 'Forms', 'Webhooks');
const minimal = { entityType: 'Tasks', action: 'Completed', targetUrl: 'https://hooks.example/a' };
const forms = { entityType: 'Forms', action: 'Submitted', targetUrl: 'https://hooks.example/a' };

test('three fields are enough; the others are empty', () => {
  const none = { name: null, filterEntityType: null, filterConditionEntityID: null, patience: null };
  const expected = { ...minimal, ...none, headers: {}, includeOwn: true };
  assert.deepEqual(read(minimal), expected);
  const nulls = { ...none, headers: null, includeOwn: null };
  assert.deepEqual(read({ ...minimal, ...nulls }), expected);
});

test('everything comes back as it was sent, type and action in their own case', () => {
  const wishes = {
    entityType: 'workorders',
    action: 'CREATED',
    targetUrl: 'https://Hooks.Example:8443/a?b=c#d',
    name: 'Größe 🛠',
    headers: { 'X-Secret': 's' },
    filterEntityType: 'board',
    filterConditionEntityID: '007',
    includeOwn: false,
    patience: '90m',
  };
  assert.deepEqual(read(wishes), { ...wishes, entityType: 'WorkOrders', action: 'Created' });
  const numbered = { ...wishes, filterConditionEntityID: 12_345_678 };
  assert.deepEqual(read(numbered), { ...numbered, entityType: 'WorkOrders', action: 'Created' });
});

for (const [what, body, pointer, message] of [
  ['no object', [], '', /must be an object/],
  [
    'an unknown entityType',
    { ...minimal, entityType: 'Task' },
    '/entityType',
    /one of WorkOrders, .*Did you mean Tasks\?/,
  ],
  ['an entityType without events', { ...minimal, entityType: 'Boards' }, '/entityType', /one of/],
  ['no entityType', { action: 'Created', targetUrl: minimal.targetUrl }, '/entityType', /one of/],
  ['an entityType of another kind', { ...minimal, entityType: 5 }, '/entityType', /one of/],
  ['an action of another type', { ...minimal, action: 'Submitted' }, '/action', /one of Created, .* for Tasks/],
  ['no action', { entityType: 'Tasks', targetUrl: minimal.targetUrl }, '/action', /one of/],
  ['no targetUrl', { entityType: 'Tasks', action: 'Created' }, '/targetUrl', /is required/],
  ['a targetUrl of another kind', { ...minimal, targetUrl: 5 }, '/targetUrl', /https/],
  ['plain http', { ...minimal, targetUrl: 'http://hooks.example/' }, '/targetUrl', /must begin with https:\/\//],
  ['a scheme in capitals', { ...minimal, targetUrl: 'HTTPS://hooks.example/' }, '/targetUrl', /must begin with/],
  ['a space before the URL', { ...minimal, targetUrl: ' https://hooks.example/' }, '/targetUrl', /must begin with/],
  ['no host', { ...minimal, targetUrl: 'https://' }, '/targetUrl', /is not a URL/],
  ['three slashes', { ...minimal, targetUrl: 'https:///hooks.example/' }, '/targetUrl', /is not a URL/],
  ['a host that is none', { ...minimal, targetUrl: 'https://hooks example/' }, '/targetUrl', /is not a URL/],
  ['a line break in the URL', { ...minimal, targetUrl: 'https://hooks.example/\na' }, '/targetUrl', /is not a URL/],
  ['a backslash in the URL', { ...minimal, targetUrl: 'https://hooks.example\\a' }, '/targetUrl', /is not a URL/],
  ['a port that is none', { ...minimal, targetUrl: 'https://hooks.example:99999/' }, '/targetUrl', /is not a URL/],
  ['a password in the URL', { ...minimal, targetUrl: 'https://a:b@hooks.example/' }, '/targetUrl', /into headers/],
  [
    'a URL that is too long',
    { ...minimal, targetUrl: `https://a.example/${'x'.repeat(2_000)}` },
    '/targetUrl',
    /at most/,
  ],
  ['a loopback address', { ...minimal, targetUrl: 'https://127.0.0.1/' }, '/targetUrl', /leads to a loopback address/],
  ['a loopback address in disguise', { ...minimal, targetUrl: 'https://0x7f.1/' }, '/targetUrl', /loopback/],
  ['an IPv6 embedding', { ...minimal, targetUrl: 'https://[64:ff9b::a00:1]/' }, '/targetUrl', /a private address/],
  ['localhost', { ...minimal, targetUrl: 'https://localhost:8443/' }, '/targetUrl', /loopback/],
  ['a name that is no text', { ...minimal, name: 5 }, '/name', /must be text/],
  ['a name that is too long', { ...minimal, name: '🛠'.repeat(201) }, '/name', /at most 200/],
  ['headers that are no object', { ...minimal, headers: 'X-A: b' }, '/headers', /must be an object/],
  ['a reserved header', { ...minimal, headers: { 'Webhook-ID': 'x' } }, '/headers/Webhook-ID', /is reserved/],
  ['half a filter', { ...minimal, filterEntityType: 'Boards' }, '/filterConditionEntityID', /together with/],
  ['the other half', { ...minimal, filterConditionEntityID: 5 }, '/filterEntityType', /together with/],
  ['a filter that Tasks do not offer', { ...minimal, ...filter('Boards', 5) }, '/filterEntityType', /offers no filter/],
  ['a filter of another type', { ...forms, ...filter('Boards', 5) }, '/filterEntityType', /must be FormTemplates/],
  ['a filter type of another kind', { ...forms, ...filter(5, 5) }, '/filterEntityType', /must be FormTemplates/],
  ['an empty filter id', { ...forms, ...filter('form template', '') }, '/filterConditionEntityID', /must be the ID/],
  ['a filter id of another kind', { ...forms, ...filter('form template', true) }, '/filterConditionEntityID', /the ID/],
  ['includeOwn that is no boolean', { ...minimal, includeOwn: 'no' }, '/includeOwn', /must be true or false/],
  ['warning', { ...minimal, warning: null }, '/warning', /read-only/],
  ['active', { ...minimal, active: true }, '/active', /read-only/],
  ['deactivateReason', { ...minimal, deactivateReason: null }, '/deactivateReason', /read-only/],
  ['id', { ...minimal, id: 5 }, '/id', /read-only/],
  ['createdOn', { ...minimal, createdOn: '2026-01-01' }, '/createdOn', /read-only/],
  [
    'an unknown field',
    { ...minimal, targetURL: 'x' },
    '/targetURL',
    /not a field of a subscription. Did you mean targetUrl/,
  ],
] as const) {
  test(`${what} is a 400 that names it`, () => {
    const problem = read(body as unknown as Json) as Problem;
    assert.ok(problem instanceof Problem, JSON.stringify(problem));
    assert.deepEqual([problem.status, problem.code], [400, 'invalid_subscription']);
    assert.equal(problem.errors!.length, 1, JSON.stringify(problem.errors));
    const [fault] = problem.errors as [{ pointer: string; message: string }];
    assert.equal(fault.pointer, pointer);
    assert.match(fault.message, message);
    assert.ok(problem.detail.includes(fault.message));
  });
}

test('all faults are named at once, and ten thousand stray fields do not make as many', () => {
  const problem = read({ entityType: 'Tasks', action: 'Sent', targetUrl: 'ftp://x', name: 5, actve: 1 }) as Problem;
  assert.deepEqual(pointers(problem), ['/actve', '/action', '/targetUrl', '/name']);
  const many = read({ ...minimal, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, 1])) });
  assert.equal((many as Problem).errors!.length, 50);
});

test('a filter id that no record can have is accepted', () => {
  for (const id of ['soon', 'board-7', 7.5, -1, 0]) {
    assert.ok(!(read({ ...forms, ...filter('FormTemplates', id) }) instanceof Problem), String(id));
  }
});

test('a record type outside the areas of the key is a 403 that names the area', () => {
  const problem = parseSubscription(minimal, callerWith('Assets', 'Webhooks'), guard) as Problem;
  assert.deepEqual([problem.status, problem.code], [403, 'forbidden']);
  assert.match(problem.detail, /area WorkOrders/);
});

test('an operator may allow a network, and then it can be subscribed for', () => {
  const allowing = createAddressGuard({ allow: networks('10.0.0.0/8') });
  const body = { ...minimal, targetUrl: 'https://10.1.2.3:8443/' };
  assert.ok(!(parseSubscription(body, caller, allowing) instanceof Problem));
});

const current: Subscription = {
  id: 5,
  entityType: 'WorkOrders',
  action: 'Updated',
  targetUrl: 'https://10.0.0.1/made-before-the-network-was-forbidden',
  name: 'Sync',
  headers: { 'X-Secret': 's' },
  filterEntityType: 'Board',
  filterConditionEntityID: 7,
  includeOwn: true,
  patience: '3d',
  active: true,
  deactivateReason: null,
  warning: null,
  waiting: { since: 1, nextTry: 2, count: 3 },
  createdOn: Date.parse('2026-01-31T09:30:00Z'),
};
const {
  id: _id,
  active: _active,
  deactivateReason: _reason,
  warning: _warning,
  waiting: _waiting,
  createdOn: _createdOn,
  ...wishes
} = current;

test('a patch changes name, targetUrl, headers and the filter pair', () => {
  assert.deepEqual(patched({ op: 'replace', path: '/name', value: 'Other' }), { ...wishes, name: 'Other' });
  assert.deepEqual(patched({ op: 'remove', path: '/name' }), { ...wishes, name: null });
  assert.deepEqual(patched({ op: 'replace', path: '/targetUrl', value: 'https://b.example/' }), {
    ...wishes,
    targetUrl: 'https://b.example/',
  });
  assert.deepEqual(patched({ op: 'add', path: '/headers/X-More', value: 'm' }), {
    ...wishes,
    headers: { 'X-Secret': 's', 'X-More': 'm' },
  });
  assert.deepEqual(patched({ op: 'remove', path: '/headers' }), { ...wishes, headers: {} });
  const off = [
    { op: 'remove', path: '/filterEntityType' },
    { op: 'replace', path: '/filterConditionEntityID', value: null },
  ];
  assert.deepEqual(patched(...off), { ...wishes, filterEntityType: null, filterConditionEntityID: null });
});

test('what a patch leaves alone is not judged again, and naming a read-only field without changing it is no fault', () => {
  assert.deepEqual(patched(), wishes);
  assert.deepEqual(patched({ op: 'replace', path: '/active', value: true }), wishes);
  assert.deepEqual(patched({ op: 'test', path: '/createdOn', value: '2026-01-31T09:30:00.000Z' }), wishes);
});

for (const [what, operation, code, pointer] of [
  ['the type', { op: 'replace', path: '/entityType', value: 'Tasks' }, 'invalid_subscription', '/entityType'],
  ['the action', { op: 'replace', path: '/action', value: 'Created' }, 'invalid_subscription', '/action'],
  ['active', { op: 'replace', path: '/active', value: false }, 'invalid_subscription', '/active'],
  ['the id', { op: 'remove', path: '/id' }, 'invalid_subscription', '/id'],
  ['a field it does not have', { op: 'add', path: '/url', value: 1 }, 'invalid_subscription', '/url'],
  ['the targetUrl away', { op: 'remove', path: '/targetUrl' }, 'invalid_subscription', '/targetUrl'],
  ['the targetUrl to a private one', url('https://10.0.0.2/'), 'invalid_subscription', '/targetUrl'],
  [
    'a header to a reserved one',
    { op: 'add', path: '/headers/Host', value: 'x' },
    'invalid_subscription',
    '/headers/Host',
  ],
  ['half the filter', { op: 'remove', path: '/filterEntityType' }, 'invalid_subscription', '/filterEntityType'],
  ['what is not there', { op: 'replace', path: '/headers/X-No', value: 'x' }, 'invalid_patch', '/0'],
  ['nothing, when a test fails', { op: 'test', path: '/name', value: 'x' }, 'patch_test_failed', '/0'],
  ['the whole to a text', { op: 'replace', path: '', value: 'x' }, 'invalid_subscription', ''],
] as const) {
  test(`a patch cannot change ${what}`, () => {
    const problem = patched(operation) as Problem;
    assert.ok(problem instanceof Problem, JSON.stringify(problem));
    assert.equal(problem.code, code);
    assert.deepEqual(pointers(problem), [pointer]);
  });
}

test('a subscription is shown with all its fields, in their order', () => {
  assert.equal(
    stringifySubscription(current),
    '{"id":5,"entityType":"WorkOrders","action":"Updated",' +
      '"targetUrl":"https://10.0.0.1/made-before-the-network-was-forbidden","name":"Sync","headers":{"X-Secret":"s"},' +
      '"filterEntityType":"Board","filterConditionEntityID":7,"includeOwn":true,"patience":"3d","active":true,' +
      '"deactivateReason":null,"warning":null,' +
      '"waiting":{"since":"1970-01-01T00:00:00.001Z","nextTry":"1970-01-01T00:00:00.002Z","count":3},' +
      '"createdOn":"2026-01-31T09:30:00.000Z"}',
  );
});

function read(body: Json) {
  return parseSubscription(body, caller, guard);
}

function patched(...operations: JsonObject[]) {
  const parsed = parsePatch(operations, { operations: 100, depth: 10 });
  assert.ok(parsed.ok);
  return patchSubscription(current, parsed.patch, guard);
}

function filter(filterEntityType: Json, filterConditionEntityID: Json): JsonObject {
  return { filterEntityType, filterConditionEntityID };
}

function url(value: string): JsonObject {
  return { op: 'replace', path: '/targetUrl', value };
}

function pointers({ errors = [] }: Problem): string[] {
  return errors.map((fault) => ('pointer' in fault ? fault.pointer : ''));
}

function callerWith(...areas: Area[]): Caller {
  const grant = { role: 'ReadOnly', areas } as const;
  return {
    account: new AccountScope({ shardID: 's1', id: 'acc_1', name: 'Harbour & Pine', key: 1 }),
    integration: {
      id: 'int_1',
      name: 'Sync',
      createdOn: 0,
      createdBy: 'a@b.example',
      submitter: 'a@b.example',
      ...grant,
    },
    apiKey: 'key',
    permissions: permissionsOf(grant),
    webhooks: true,
  };
}
