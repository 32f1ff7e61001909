import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeUtf8,
  escapePointer,
  type Json,
  MAX_MEMBERS,
  MAX_NESTING,
  nestsDeeperThan,
  parseJson,
  sameJson,
  wellFormed,
} from './json.ts';

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

test('every JSON text without a flaw reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const value: Json = JSON.parse(text);
      const result = parseJson(text);
      assert.equal(result.ok, JSON.stringify(withoutFlaws(value)) === JSON.stringify(value));
      if (result.ok) assert.deepEqual(result.value, value);
    }),
    { numRuns: 500 },
  );
});

test('of duplicate keys the last wins', () => {
  assert.deepEqual(parseJson('{"a":1,"b":2,"a":3}'), { ok: true, value: { a: 3, b: 2 } });
  assert.deepEqual(parseJson('{"a":1e999,"a":3}'), { ok: true, value: { a: 3 } });
});

test('a __proto__ key is an ordinary member and reaches no prototype', () => {
  const result = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}');
  assert(result.ok);
  assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  assert.deepEqual(Object.keys(result.value as object), ['__proto__', 'constructor']);
  assert.equal('polluted' in {}, false);
  assert.deepEqual(parseJson('{"__proto__":{"x":["\\u0000"]}}'), {
    ok: false,
    message: 'a text holds U+0000 or an unpaired surrogate',
    at: '/__proto__/x/0',
  });
});

const refused: [text: string, at: string, message: RegExp][] = [
  ['"\\u0000"', '', /a text holds U\+0000/],
  ['{"a":["x","b\\u0000c"]}', '/a/1', /a text holds U\+0000/],
  ['{"a":"\\ud800"}', '/a', /unpaired surrogate/],
  ['{"a":"\\uDC00\\uD800"}', '/a', /unpaired surrogate/],
  ['{"a":"\ud800"}', '/a', /unpaired surrogate/],
  ['{"a":{"\\u0000":1}}', '/a', /a key holds/],
  ['{"a":[{"\udfff":1}]}', '/a/0', /a key holds/],
  ['1e999', '', /too large/],
  ['[-1e999]', '/0', /too large/],
  ['{"a/b":{"~":9007199254740993}}', '/a~1b/~0', /2\^53/],
  ['9007199254740992', '', /2\^53/],
  ['-9007199254740992', '', /2\^53/],
  ['9007199254740993.0', '', /2\^53/],
  ['[1,1e300]', '/1', /2\^53/],
  ['900719925474099.2e1', '', /2\^53/],
  [nested(MAX_NESTING + 1), '/0'.repeat(MAX_NESTING), /deeper than 128/],
  [`${'{"a":'.repeat(128)}{}${'}'.repeat(128)}`, '/a'.repeat(128), /deeper than 128/],
  // Of one so deep that it is not even made, the place is not known.
  [nested(500_000), '', /deeper than 128/],
];

for (const [text, at, message] of refused) {
  test(`refused with its place named: ${JSON.stringify(text.slice(0, 40))}`, () => {
    const result = parseJson(text);
    assert(!result.ok);
    assert.equal(result.at, at);
    assert.match(result.message, message);
  });
}

const accepted = [
  'null',
  '"\\ud83d\\ude00"',
  '"\ud83d\\ude00"', // half a pair raw, half escaped: together a character
  '"\\\\u0000"', // an escaped backslash, then the letters u0000
  '9007199254740991',
  '-9007199254740991',
  '9.007199254740991e15',
  '0.1234567890123456789',
  '5e-324',
  '1e-999',
  '-0',
  nested(MAX_NESTING),
  `[${nested(127)},${nested(127)}]`,
];

for (const text of accepted) {
  test(`accepted: ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
  });
}

test('one flaw anywhere in a random value is found, and its place is named', () => {
  const flaws: Json[] = ['\0', 'a\ud800b', '\udc00', 2 ** 53, -1e300];
  const sound = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }).map((value) => withoutFlaws(value as Json));
  fc.assert(
    fc.property(sound, fc.constantFrom(...flaws), fc.infiniteStream(fc.nat()), (value, flaw, choices) => {
      const planted = plant(value, flaw, () => choices.next().value ?? 0);
      const result = parseJson(JSON.stringify(planted.value));
      assert(!result.ok);
      assert.equal(result.at, planted.at);
    }),
    { numRuns: 500 },
  );
});

/** A copy with `flaw` in the place of some value, and the pointer to it. */
function plant(value: Json, flaw: Json, choose: () => number): { value: Json; at: string } {
  if (typeof value !== 'object' || value === null || choose() % 4 === 0) return { value: flaw, at: '' };
  const entries = Object.entries(value);
  const chosen = entries[choose() % Math.max(1, entries.length)];
  if (chosen === undefined) return { value: flaw, at: '' };
  const inner = plant(chosen[1], flaw, choose);
  const changed = entries.map(([key, child]) => [key, key === chosen[0] ? inner.value : child] as const);
  const at = `/${escapePointer(chosen[0])}${inner.at}`;
  return { value: Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed), at };
}

function withoutFlaws(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 0 : value;
  if (Array.isArray(value)) return value.map(withoutFlaws);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [withoutFlaws(key) as string, withoutFlaws(child)]),
  );
}

test('a text that is not JSON is refused with a message and no place', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":}',
    "{'a':1}",
    '[1,]',
    'NaN',
    'Infinity',
    '01',
    '"\t"',
    '\0',
    '1 2',
    '{"a":1}x',
  ]) {
    const result = parseJson(text);
    assert(!result.ok, text);
    assert.notEqual(result.message, '');
    assert.equal('at' in result, false);
  }
});

test('the message for a long broken text is short and can be sent', () => {
  const result = parseJson(`{"a": "${'\u{1f600}'.repeat(100_000)}" x}`);
  assert(!result.ok);
  assert(result.message.length < 200 && result.message.isWellFormed(), result.message);
});

test('one leading byte order mark is tolerated, a second one is not', () => {
  assert.deepEqual(parseJson('\ufeff{"a":1}'), { ok: true, value: { a: 1 } });
  assert.equal(parseJson('\ufeff\ufeff1').ok, false);
});

test('UTF-8 decodes to a text that encodes to the same bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = Buffer.from(text, 'utf8');
      assert.equal(decodeUtf8(bytes), text);
    }),
  );
  const withMark = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  assert.equal(decodeUtf8(withMark), '\ufeffa');
  assert.equal(decodeUtf8(withMark.subarray(3)), 'a');
});

test('bytes that are not UTF-8 decode to nothing', () => {
  const bad = [
    [0xff],
    [0xc3],
    [0xc0, 0x80],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0x61, 0x80],
  ];
  for (const bytes of bad) assert.equal(decodeUtf8(Uint8Array.from(bytes)), undefined, String(bytes));
});

test('a text is well formed without NUL and without unpaired surrogates', () => {
  for (const text of ['', 'abc', '\u0001', '\u{1f600}', '\uffff']) assert.equal(wellFormed(text), true, text);
  for (const text of ['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800']) assert.equal(wellFormed(text), false);
});

test('pointer tokens are escaped', () => {
  assert.equal(escapePointer('a/b~c~1'), 'a~1b~0c~01');
  assert.equal(escapePointer('plain'), 'plain');
});

test('equality ignores the order of keys and nothing else', () => {
  const value = fc.jsonValue({ maxDepth: 3 }).map((json) => json as Json);
  fc.assert(
    fc.property(value, value, (a, b) => {
      assert.equal(sameJson(a, b), canonical(a) === canonical(b));
      assert.equal(sameJson(a, reversed(a)), true);
    }),
    { numRuns: 500 },
  );
});

/** An own, slower definition: the text with sorted keys. */
function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join()}}`;
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, reversed(child)]),
  );
}

test('values that look alike are not the same', () => {
  const different: [Json, Json][] = [
    [1, '1'],
    [null, false],
    [[], {}],
    [{}, null],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, JSON.parse('{"__proto__":{}}')],
    [{ a: 1 }, JSON.parse('{"__proto__":{}}')],
    [{ a: 1 }, { toString: 1 }],
  ];
  for (const [a, b] of different) {
    assert.equal(sameJson(a, b), false);
    assert.equal(sameJson(b, a), false);
  }
  assert.equal(sameJson(0, -0), true);
});

test('nesting is measured exactly, on values of any depth', () => {
  assert.equal(nestsDeeperThan('text', 0), false);
  assert.equal(nestsDeeperThan([], 0), true);
  assert.equal(nestsDeeperThan({ a: [1, { b: 1 }] }, 3), false);
  assert.equal(nestsDeeperThan({ a: [1, { b: [] }] }, 3), true);
  assert.equal(nestsDeeperThan(JSON.parse(nested(200_000)), MAX_NESTING), true);
});

test('a value of absurd depth is refused without being made, however its brackets stand', () => {
  const deep = `{"a":${'[{"a":'.repeat(200_000)}1${'}]'.repeat(200_000)}}`;
  const began = performance.now();
  for (let n = 0; n < 5; n++) {
    const parsed = parseJson(deep);
    assert.ok(!parsed.ok && /nested deeper than 128 levels/.test(parsed.message));
  }
  const looking = performance.now() - began;
  const made = performance.now();
  JSON.parse(deep);
  assert.ok(looking / 5 < (performance.now() - made) / 2, `${looking / 5} ms a text`);
});

test('brackets in texts nest nothing, and a long text of moderate depth says where it is too deep', () => {
  const brackets = JSON.stringify({ a: `${'[{"'.repeat(20_000)}\\`, b: ['{'.repeat(9_000), '\\"['.repeat(9_000)] });
  assert.deepEqual(parseJson(brackets), { ok: true, value: JSON.parse(brackets) });
  const deep = `{"long":"${'x'.repeat(20_000)}","a":${'['.repeat(200)}${']'.repeat(200)}}`;
  const parsed = parseJson(deep);
  assert.ok(!parsed.ok && parsed.at?.startsWith('/a/0/0'));
});

test('an object of more members than any that is kept is refused without being made', () => {
  const object = (count: number) => `{${Array.from({ length: count }, (_, n) => `"key${n}":${n}`).join()}}`;
  assert.ok(parseJson(`[${object(MAX_MEMBERS)},${object(MAX_MEMBERS)}]`).ok);
  const refused = parseJson(`[{"a":1},${object(MAX_MEMBERS + 1)}]`);
  assert.deepEqual(refused, { ok: false, message: 'an object has more than 4096 members', at: '' });
  const colons = JSON.stringify({ ':': ':'.repeat(20_000) });
  assert.deepEqual(parseJson(colons), { ok: true, value: JSON.parse(colons) });
});
