/** Random patches against a plain model of RFC 6902, and patches as large as a body can carry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from './json.ts';
import { applyPatch, type PatchResult, parsePatch } from './json-patch.ts';
import { formatPointer, type Pointer } from './json-pointer.ts';

const LIMITS = { operations: 10_000, depth: 128 };

function apply(document: Json, operations: Json): PatchResult {
  const parsed = parsePatch(operations, LIMITS);
  assert(parsed.ok, JSON.stringify(parsed));
  return applyPatch(document, parsed.patch);
}

// The model rebuilds the document from scratch at every step, by recursion, and throws where an operation is in error.

type Wish = { op: string; path: Pointer; from: Pointer; value: Json };

function perform(document: Json, { op, path, from, value }: Wish): Json {
  switch (op) {
    case 'add':
      return add(document, path, value);
    case 'remove':
      return remove(document, path);
    case 'replace':
      get(document, path);
      return path.length === 0 ? value : add(remove(document, path), path, value);
    case 'copy':
      return add(document, path, get(document, from));
    case 'move': {
      const moved = get(document, from);
      const [start, end] = [`${formatPointer(from)}/`, `${formatPointer(path)}/`];
      if (start === end) return document;
      assert(!end.startsWith(start));
      return add(remove(document, from), path, moved);
    }
    default:
      assert.deepEqual(get(document, path), value);
      return document;
  }
}

function get(document: Json, path: Pointer): Json {
  return path.reduce((here, token) => {
    const child = children(here).get(token);
    return child === undefined ? fail() : child;
  }, document);
}

function add(document: Json, path: Pointer, value: Json): Json {
  const [token, ...rest] = path;
  if (token === undefined) return value;
  if (rest.length > 0) return rebuilt(document, token, [add(get(document, [token]), rest, value)]);
  if (!Array.isArray(document)) return rebuilt(document, token, [value]);
  const end = token === '-' || token === String(document.length);
  return end ? [...document, value] : rebuilt(document, token, [value, get(document, [token])]);
}

function remove(document: Json, path: Pointer): Json {
  const [token, ...rest] = path;
  if (token === undefined) return fail();
  const child = get(document, [token]);
  return rebuilt(document, token, rest.length === 0 ? [] : [remove(child, rest)]);
}

/** A new container with `token` standing for the values given: none, one, or in an array several. */
function rebuilt(container: Json, token: string, values: Json[]): Json {
  if (Array.isArray(container)) return container.flatMap((item, index) => (String(index) === token ? values : [item]));
  const members = children(container).set(token, values[0] ?? null);
  if (values.length === 0) members.delete(token);
  return Object.fromEntries(members);
}

function children(container: Json): Map<string, Json> {
  return typeof container === 'object' && container !== null ? new Map(Object.entries(container)) : fail();
}

function fail(): never {
  throw new Error('the operation is in error');
}

const TOKENS = ['a', 'b', '0', '1', '-', '__proto__', 'constructor', '~/'];
const token = fc.constantFrom(...TOKENS);
const path = fc.array(token, { maxLength: 3 });
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Json>(null, 1, 'text', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(token, tie('value')), { maxLength: 3 }).map((members) => Object.fromEntries(members) as Json),
  ),
}));
const document = fc.record({ a: value, b: value, list: fc.array(value, { maxLength: 4 }) }).map((made) => made as Json);
const op = fc.constantFrom('add', 'add', 'remove', 'replace', 'move', 'copy', 'copy', 'test');
const wish = fc.record({ op, path, from: path, value });
type Aim = [number, number, string];
const aim: fc.Arbitrary<Aim> = fc.tuple(fc.nat(), fc.nat(), token);

function written({ op, path, from, value }: Wish): Json {
  return { op, path: formatPointer(path), from: formatPointer(from), value };
}

/** Turned towards places that the document has: random paths alone would hardly ever meet one. */
function aimed(document: Json, one: Wish, [first, second, last]: Aim): Wish {
  const places = [...pointers(document, [])];
  const from = places[first % places.length]!;
  const near = places[second % places.length]!;
  if (one.op === 'test') return { ...one, path: from, value: get(document, from) };
  return { ...one, from, path: one.op === 'remove' || one.op === 'replace' ? near : [...near, last] };
}

function* pointers(value: Json, here: Pointer): Generator<Pointer> {
  yield here;
  if (typeof value !== 'object' || value === null) return;
  for (const [token, child] of Object.entries(value)) yield* pointers(child, [...here, token]);
}

/** Those wishes that can be granted one after the other, and the document before and after each. */
function granted(document: Json, wishes: [Wish, Aim][]): { possible: Wish[]; states: [Json, ...Json[]] } {
  const possible: Wish[] = [];
  const states: [Json, ...Json[]] = [document];
  for (const [random, aim] of wishes) {
    const current = states.at(-1)!;
    const one = [aimed(current, random, aim), random].find((either) => canDo(current, either));
    if (one === undefined) continue;
    possible.push(one);
    states.push(perform(current, one));
  }
  return { possible, states };
}

function canDo(document: Json, one: Wish): boolean {
  try {
    perform(document, one);
    return true;
  } catch {
    return false;
  }
}

test('a random patch gives what the model gives, and leaves document and patch as they were', () => {
  let operations = 0;
  fc.assert(
    fc.property(document, fc.array(fc.tuple(wish, aim), { minLength: 5, maxLength: 25 }), (document, wishes) => {
      const { possible, states } = granted(document, wishes);
      const patch = possible.map(written);
      const before = JSON.stringify([document, patch]);
      const result = apply(frozen(document), frozen(patch));
      assert.deepEqual(result, { ok: true, value: states.at(-1) });
      assert.equal(JSON.stringify([document, patch]), before);
      operations += possible.length;
    }),
    { numRuns: 2000 },
  );
  assert(operations > 10_000, `only ${operations} operations were tried`);
});

test('one impossible operation anywhere fails the whole patch, by its number', () => {
  let tried = 0;
  fc.assert(
    fc.property(document, fc.array(fc.tuple(wish, aim), { minLength: 5 }), fc.nat(), (document, wishes, place) => {
      const { possible, states } = granted(document, wishes);
      const at = place % (possible.length + 1);
      // What parsing refuses already does not get this far.
      const impossible = ([one]: [Wish, Aim]) => !canDo(states[at]!, one) && parsePatch([written(one)], LIMITS).ok;
      const [broken] = wishes.find(impossible) ?? [];
      fc.pre(broken !== undefined);
      const patch = possible.map(written).toSpliced(at, 0, written(broken));
      const before = JSON.stringify(document);
      const result = apply(frozen(document), frozen(patch));
      assert(!result.ok);
      assert.equal(result.operation, at);
      assert.equal(result.reason, broken.op === 'test' ? 'test_failed' : 'invalid');
      assert.equal(JSON.stringify(document), before);
      tried++;
    }),
    { numRuns: 1000 },
  );
  assert(tried > 500, `only ${tried} patches were tried`);
});

function frozen<Value extends Json>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** 256 KiB in one wide object, one long array and one deep chain. */
function largeDocument(): Json {
  const members = Array.from({ length: 4000 }, (_, index) => [`key${index}`, `value number ${index}`]);
  const items = Array.from({ length: 4000 }, (_, index) => ({ index, text: 'some text here' }));
  const chain: Json = JSON.parse(`${'{"a":'.repeat(100)}[0]${'}'.repeat(100)}`);
  return { wide: Object.fromEntries(members), long: items, chain };
}

const tenThousand: [name: string, operation: (index: number) => Json][] = [
  ['replacements in a wide object', (index) => ({ op: 'replace', path: `/wide/key${index % 4000}`, value: index })],
  ['additions to a wide object', (index) => ({ op: 'add', path: `/wide/new${index % 90}`, value: index })],
  [
    'replacements in the items of an array',
    (index) => ({ op: 'replace', path: `/long/${index % 4000}/text`, value: '' }),
  ],
  ['additions to the end of an array', (index) => ({ op: 'add', path: '/long/-', value: index })],
  ['insertions at the front of an array', (index) => ({ op: 'add', path: '/long/0', value: index })],
  ['moves within an array', (index) => ({ op: 'move', from: `/long/${index % 4000}`, path: '/long/0' })],
  [
    'changes at the end of a deep chain',
    (index) => ({ op: 'replace', path: `/chain${'/a'.repeat(100)}/0`, value: index }),
  ],
  ['tests', (index) => ({ op: 'test', path: `/long/${index % 4000}/index`, value: index % 4000 })],
  [
    'copies of small values',
    (index) => ({ op: 'copy', from: `/long/${index % 4000}`, path: `/wide/copy${index % 90}` }),
  ],
];

for (const [name, operation] of tenThousand) {
  // Copying the document at every operation would take over ten seconds.
  test(`10,000 ${name} take well under two seconds on a document of 256 KiB`, () => {
    const document = largeDocument();
    assert(JSON.stringify(document).length > 256 * 1024);
    const patch = Array.from({ length: 10_000 }, (_, index) => operation(index));
    const started = performance.now();
    const result = apply(document, patch);
    const elapsed = performance.now() - started;
    assert(result.ok, JSON.stringify(result));
    assert(elapsed < 2000, `${elapsed} ms`);
  });
}

test('insertions that would push aside a long array again and again are refused in time', () => {
  const document = Array.from({ length: 250_000 }, () => ({}));
  const patch = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/0', value: 1 }));
  const result = apply(document, patch);
  assert(!result.ok);
  assert.equal(result.reason, 'invalid');
  assert.match(result.message, /front of long arrays/);
});
