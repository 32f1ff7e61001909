import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Json, MAX_NESTING } from './json.ts';
import { applyPatch, type PatchResult, parsePatch } from './json-patch.ts';

const LIMITS = { operations: 10_000, depth: 128 };

/** Patch and document are frozen to the last leaf, so whatever would change them throws. */
function patched(
  document: Json,
  operations: Json,
  maxNodes?: number,
): PatchResult | { ok: false; at: string; message: string } {
  const parsed = parsePatch(frozen(operations), LIMITS);
  return parsed.ok ? applyPatch(frozen(document), parsed.patch, maxNodes) : parsed;
}

function frozen<Value extends Json>(value: Value): Value {
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'object' && next !== null) waiting.push(...Object.values(Object.freeze(next)));
  }
  return value;
}

type Case = { comment?: string; doc: Json; patch: Json; expected?: Json; error?: string; disabled?: boolean };

function suite(file: string): Case[] {
  const cases: Case[] = JSON.parse(readFileSync(new URL(import.meta.resolve(`json-patch-test-suite/${file}`)), 'utf8'));
  return cases.filter((one) => one.disabled !== true);
}

test('the public suite is there in full', () => {
  assert.equal(suite('tests.json').length, 75);
  assert.equal(suite('spec_tests.json').length, 16);
});

for (const { comment, doc, patch, expected, error } of [...suite('tests.json'), ...suite('spec_tests.json')]) {
  test(`suite: ${comment ?? error ?? JSON.stringify(patch).slice(0, 80)}`, () => {
    const result = patched(doc, patch);
    if (error !== undefined) assert.equal(result.ok, false);
    else assert.deepEqual(result, { ok: true, value: expected ?? doc });
  });
}

const done: [name: string, document: Json, patch: Json, expected: Json][] = [
  ['- appends', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
  ['- is an ordinary key of an object', { '-': 1 }, [{ op: 'replace', path: '/-', value: 2 }], { '-': 2 }],
  [
    'copying and moving to - append',
    [1, 2],
    [
      { op: 'copy', from: '/0', path: '/-' },
      { op: 'move', from: '/0', path: '/-' },
    ],
    [2, 1, 1],
  ],
  ['01 is an ordinary key of an object', { '01': 1 }, [{ op: 'remove', path: '/01' }], {}],
  ['the root can be replaced by any value', { a: 1 }, [{ op: 'replace', path: '', value: null }], null],
  ['the root can be moved out of itself', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '' }], { b: 1 }],
  ['the root can be copied into itself', { a: 1 }, [{ op: 'copy', from: '', path: '/b' }], { a: 1, b: { a: 1 } }],
  ['the root moved onto itself stays', { a: 1 }, [{ op: 'move', from: '', path: '' }], { a: 1 }],
  ['the root can be tested', { a: [1], b: 2 }, [{ op: 'test', path: '', value: { b: 2, a: [1] } }], { a: [1], b: 2 }],
  ['a root that is no container can be tested', 'text', [{ op: 'test', path: '', value: 'text' }], 'text'],
  [
    'a move to a place with the same beginning is no move into itself',
    { a: 1, ab: {} },
    [{ op: 'move', from: '/a', path: '/ab/c' }],
    { ab: { c: 1 } },
  ],
  [
    'a value can be moved to its own parent',
    { a: { b: { c: 1 } } },
    [{ op: 'move', from: '/a/b', path: '/a' }],
    { a: { c: 1 } },
  ],
  [
    'a move within an array counts places after the removal',
    [1, 2, 3],
    [{ op: 'move', from: '/0', path: '/2' }],
    [2, 3, 1],
  ],
  ['-0 equals 0', { a: 0 }, [{ op: 'test', path: '/a', value: -0 }], { a: 0 }],
  [
    'copies live apart',
    { a: { n: 1 } },
    [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/a/n', value: 2 },
      { op: 'add', path: '/b/m', value: 3 },
    ],
    { a: { n: 2 }, b: { n: 1, m: 3 } },
  ],
  ['members of other operations are ignored', { a: 1 }, [{ op: 'remove', path: '/a', from: 7, value: {} }], {}],
];

for (const [name, document, patch, expected] of done) {
  test(name, () => assert.deepEqual(patched(document, patch), { ok: true, value: expected }));
}

const failed: [document: Json, operation: Json][] = [
  [[1, 2, 3], { op: 'replace', path: '/01', value: 0 }],
  [[1, 2, 3], { op: 'remove', path: '/00' }],
  [[1, 2, 3], { op: 'add', path: '/03', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/+1', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/-1', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/1.0', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/ 1', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/length', value: 0 }],
  [[1, 2, 3], { op: 'replace', path: '/3', value: 0 }],
  [[1, 2, 3], { op: 'add', path: '/4', value: 0 }],
  [[1, 2, 3], { op: 'add', path: '/18446744073709551616', value: 0 }],
  [[1, 2, 3], { op: 'remove', path: '/-' }],
  [[1, 2, 3], { op: 'replace', path: '/-', value: 0 }],
  [[1, 2, 3], { op: 'move', from: '/-', path: '/0' }],
  [[1, 2, 3], { op: 'copy', from: '/-', path: '/0' }],
  [[[1]], { op: 'add', path: '/-/0', value: 0 }],
  [{ a: 1 }, { op: 'remove', path: '/b' }],
  [{ a: 1 }, { op: 'replace', path: '/b', value: 0 }],
  [{ a: 1 }, { op: 'move', from: '/b', path: '/b' }],
  [{ a: 'text' }, { op: 'add', path: '/a/0', value: 'x' }],
  [{ a: 'text' }, { op: 'copy', from: '/a/length', path: '/b' }],
  [{ a: null }, { op: 'add', path: '/a/b', value: 0 }],
  ['text', { op: 'add', path: '/a', value: 0 }],
  [{}, { op: 'remove', path: '/constructor' }],
  [{}, { op: 'replace', path: '/toString', value: 0 }],
  [{}, { op: 'copy', from: '/__proto__', path: '/a' }],
  [{}, { op: 'add', path: '/__proto__/polluted', value: 1 }],
  [{}, { op: 'add', path: '/constructor/prototype/polluted', value: 1 }],
  [[], { op: 'add', path: '/__proto__', value: 1 }],
  [[], { op: 'replace', path: '/constructor', value: 1 }],
];

for (const [document, operation] of failed) {
  test(`${JSON.stringify(operation)} cannot be done on ${JSON.stringify(document)}`, () => {
    const result = patched(document, [{ op: 'test', path: '', value: document }, operation]);
    assert(!result.ok && 'reason' in result);
    assert.equal(result.reason, 'invalid');
    assert.equal(result.operation, 1);
    assert.notEqual(result.message, '');
    assert.equal('polluted' in {}, false);
  });
}

test('__proto__ and constructor are ordinary keys', () => {
  const operations: Json = [
    { op: 'add', path: '/__proto__', value: { polluted: 1 } },
    { op: 'add', path: '/__proto__/more', value: 2 },
    { op: 'add', path: '/constructor', value: { prototype: {} } },
    { op: 'add', path: '/constructor/prototype/polluted', value: 3 },
    { op: 'copy', from: '/__proto__', path: '/copied' },
    { op: 'replace', path: '/copied/more', value: 4 },
    { op: 'test', path: '/__proto__', value: { polluted: 1, more: 2 } },
  ];
  const result = patched({}, operations);
  assert(result.ok);
  assert.equal(
    JSON.stringify(result.value),
    '{"__proto__":{"polluted":1,"more":2},"constructor":{"prototype":{"polluted":3}},"copied":{"polluted":1,"more":4}}',
  );
  assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  assert.equal('polluted' in {}, false);
});

test('a failed test is told apart, where the value differs and where it is missing', () => {
  for (const path of ['/a', '/b', '/a/0']) {
    const result = patched({ a: 1 }, [
      { op: 'add', path: '/c', value: 1 },
      { op: 'test', path, value: 2 },
    ]);
    assert(!result.ok && 'reason' in result);
    assert.equal(result.reason, 'test_failed');
    assert.equal(result.operation, 1);
  }
});

test('a document is not copied where nothing changes', () => {
  const document: Json = { a: [1] };
  const parsed = parsePatch([{ op: 'test', path: '/a/0', value: 1 }], LIMITS);
  assert(parsed.ok);
  const result = applyPatch(document, parsed.patch);
  assert(result.ok);
  assert.equal(result.value, document);
});

const LONG = 'x'.repeat(1000);
const refused: [name: string, patch: Json, at: string, message: RegExp][] = [
  ['a patch that is no array', { op: 'add' }, '', /array of operations/],
  [
    'too many operations',
    Array(10_001).fill({ op: 'remove', path: '/a' }),
    '',
    /at most 10000 operations, this one has 10001/,
  ],
  ['an operation that is no object', [[]], '/0', /is an object/],
  ['an operation that is null', [{ op: 'remove', path: '/a' }, null], '/1', /is an object/],
  ['no op', [{ path: '/a' }], '/0', /add, remove, replace, move, copy, test/],
  ['an unknown op', [{ op: 'Add', path: '/a', value: 1 }], '/0/op', /add, remove/],
  ['an op named like an inherited member', [{ op: 'constructor', path: '/a' }], '/0/op', /add, remove/],
  ['an op that is no text', [{ op: ['add'], path: '/a', value: 1 }], '/0/op', /add, remove/],
  ['no path', [{ op: 'remove' }], '/0', /"remove" needs a "path"/],
  ['a path that is no text', [{ op: 'remove', path: 1 }], '/0/path', /JSON pointer/],
  ['a path without a slash', [{ op: 'remove', path: 'a' }], '/0/path', /JSON pointer/],
  ['a path with a bad escape', [{ op: 'remove', path: '/a~2' }], '/0/path', /JSON pointer/],
  ['a path too deep', [{ op: 'remove', path: '/a'.repeat(129) }], '/0/path', /at most 128 levels/],
  ['no from', [{ op: 'copy', path: '/a' }], '/0', /"copy" needs a "from"/],
  ['a bad from', [{ op: 'move', from: 'x', path: '/a' }], '/0/from', /JSON pointer/],
  ['a from too deep', [{ op: 'copy', from: '/a'.repeat(129), path: '/a' }], '/0/from', /at most 128 levels/],
  ['no value', [{ op: 'replace', path: '/a' }], '/0', /"replace" needs a "value"/],
  [
    'a value that reaches too deep',
    [{ op: 'add', path: '/a'.repeat(127), value: [[]] }],
    '/0/value',
    /at most 128 levels/,
  ],
  ['a move into a child', [{ op: 'move', from: '/a', path: '/a/b' }], '/0/path', /into itself/],
  ['a move into a deep child', [{ op: 'move', from: '/a~1b', path: '/a~1b/c/0/-' }], '/0/path', /into itself/],
  ['a move of the root into itself', [{ op: 'move', from: '', path: '/a' }], '/0/path', /into itself/],
  ['a removal of the root', [{ op: 'remove', path: '' }], '/0/path', /whole document/],
];

for (const [name, patch, at, message] of refused) {
  test(`refused before anything is applied: ${name}`, () => {
    const result = parsePatch(frozen(patch), LIMITS);
    assert(!result.ok);
    assert.equal(result.at, at);
    assert.match(result.message, message);
  });
}

test('an operation may reach exactly to the limit of depth', () => {
  assert(parsePatch([{ op: 'add', path: '/a/b', value: [] }], { operations: 1, depth: 3 }).ok);
  assert(!parsePatch([{ op: 'add', path: '/a/b', value: [[]] }], { operations: 1, depth: 3 }).ok);
  assert(parsePatch([{ op: 'remove', path: '/a/b/c' }], { operations: 1, depth: 3 }).ok);
});

test('a result nests as deep as a document may, and no deeper', () => {
  const chain: Json = JSON.parse(`${'{"a":'.repeat(MAX_NESTING - 1)}{}${'}'.repeat(MAX_NESTING - 1)}`);
  const last = '/a'.repeat(MAX_NESTING - 1);
  assert(patched(chain, [{ op: 'add', path: `${last}/a`, value: 1 }]).ok);
  assert(patched(chain, [{ op: 'copy', from: last, path: '/b' }]).ok);
  const result = patched(chain, [
    { op: 'copy', from: last, path: `${last}/a` },
    { op: 'add', path: '/b', value: 1 },
  ]);
  assert(!result.ok && 'reason' in result);
  assert.equal(result.reason, 'invalid');
  assert.equal(result.operation, 0);
  assert.match(result.message, /deeper than 128/);
});

test('moves that stack a document upon itself thousands of levels deep are refused', () => {
  const tower: Json[] = [{ op: 'add', path: '/a', value: {} }];
  for (let round = 0; round < 200; round++) {
    tower.push({ op: 'add', path: '/b', value: JSON.parse(`${'{"c":'.repeat(100)}{}${'}'.repeat(100)}`) });
    tower.push({ op: 'move', from: '/a', path: `/b${'/c'.repeat(100)}/a` }, { op: 'move', from: '/b', path: '/a' });
  }
  const result = patched({}, tower);
  assert(!result.ok);
  assert.match(result.message, /deeper than 128/);
});

test('copies that double the document are refused before they fill the memory', () => {
  const doubling: Json = Array.from({ length: 60 }, () => ({ op: 'copy', from: '', path: '/0' }));
  const result = patched([1], doubling);
  assert(!result.ok && 'reason' in result);
  assert.equal(result.reason, 'invalid');
  assert.match(result.message, /copies more/);

  const texts: Json = Array.from({ length: 10_000 }, () => ({ op: 'copy', from: '/0', path: '/-' }));
  assert.match((patched([LONG.repeat(250)], texts) as { message: string }).message, /copies more/);
});

test('large objects are not copied again and again to be changed', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]));
  const rounds = (count: number): Json =>
    Array.from({ length: count }, () => [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/a/key1', value: 2 },
      { op: 'replace', path: '/b/key1', value: 3 },
    ]).flat();
  assert.deepEqual(patched({ a: members(3_000) }, rounds(8)), {
    ok: true,
    value: { a: { ...members(3_000), key1: 2 }, b: { ...members(3_000), key1: 3 } },
  });
  const result = patched({ a: members(3_000) }, rounds(9));
  assert.ok(!result.ok && /changes copies of large objects too often/.test(result.message));
});

test('no object grows beyond what may be written, and one that was larger may shrink', () => {
  const members = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${from + n}`, n]));
  const adding = (path: string, count: number, from: number) =>
    Object.entries(members(count, from)).map(([key, value]) => ({ op: 'add', path: `${path}/${key}`, value }));
  assert.ok(patched({ a: members(4_000) }, adding('/a', 96, 4_000)).ok);
  const message = 'in the result an object has more than 4096 members';
  const invalid = { ok: false, reason: 'invalid' };
  assert.deepEqual(patched({ a: members(4_000) }, adding('/a', 97, 4_000)), { ...invalid, operation: 96, message });
  const copied = [...adding('/a', 97, 4_000), { op: 'copy', from: '/a', path: '/b' }];
  const refused = patched({ a: members(4_000) }, copied);
  assert.deepEqual(refused, { ...invalid, operation: 97, message: 'an object has more than 4096 members' });
  const large = { a: members(5_000) };
  assert.ok(patched(large, [{ op: 'replace', path: '/a/key1', value: 'one' }]).ok);
  assert.ok(patched(large, [{ op: 'remove', path: '/a/key1' }]).ok);
  assert.ok(!patched(large, adding('/a', 1, 5_000)).ok);
});

test('the limit on copies can be set', () => {
  const copy: Json = [{ op: 'copy', from: '/a', path: '/b' }];
  assert(patched({ a: [1, 2, 3] }, copy, 4).ok);
  assert(!patched({ a: [1, 2, 3] }, copy, 3).ok);
});
