// Every version of a record is found again with the bytes it was served with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../lib/json.ts';
import type { RecordFields } from '../store.ts';
import { differingFields } from '../writes/changed.ts';
import { valuesBefore } from './delta.ts';
import { type KeptVersion, keepsText, TEXT_KEPT_EVERY, textOfVersion, versionsBack } from './versions.ts';

/** What a change may do: set fields, or bring a field that no version before it had, as a new program does. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(fc.constantFrom('Name', 'Status', 'Lines', 'CustomFields'), fc.jsonValue()) },
  { weight: 1, arbitrary: fc.constantFrom('Required', 'Flag').map((field) => ({ [`+${field}`]: null })) },
);
const histories = fc.array(step, { minLength: 1, maxLength: 3 * TEXT_KEPT_EVERY });

interface History {
  readonly served: readonly string[];
  readonly kept: readonly KeptVersion[];
}

function live(steps: readonly { readonly [field: string]: unknown }[], completes: boolean): History {
  let fields: RecordFields = { ID: 1, Name: 'a', Status: null, Lines: [], CustomFields: {}, Deleted: false };
  const served = [JSON.stringify(fields)];
  const kept: { version: number; before: string | null; text: string | null }[] = [
    { version: 1, before: null, text: null },
  ];
  for (const change of steps) {
    const [name] = Object.keys(change);
    if (completes && name?.startsWith('+')) {
      // A new program gives the record its field, without a version; what was served is kept.
      kept.at(-1)!.text ??= served.at(-1)!;
      fields = { ...fields, [name.slice(1)]: null };
      continue;
    }
    const given = Object.entries(change).map(([field, value]) => [field.replace('+', ''), value]);
    const after: RecordFields = JSON.parse(JSON.stringify({ ...fields, ...Object.fromEntries(given) }));
    const version = kept.length + 1;
    const text = JSON.stringify(after);
    kept.push({
      version,
      before: valuesBefore(fields, differingFields(fields, after)),
      text: keepsText(version) ? text : null,
    });
    served.push(text);
    fields = after;
  }
  return { served, kept };
}

test('every version of any history has the bytes it was served with, alone and in a row', () => {
  fc.assert(
    fc.property(histories, fc.boolean(), (steps, completes) => {
      const { served, kept } = live(steps, completes);
      const current = { id: 1, version: kept.length, text: served.at(-1)! };
      const back = [...versionsBack(kept.toReversed(), current)];
      assert.deepEqual(
        back.map((found) => found.text()),
        served.toReversed(),
      );
      for (const [n, text] of served.entries()) {
        assert.equal(textOfVersion(n + 1, kept.slice(n, n + TEXT_KEPT_EVERY + 1), current), text);
      }
    }),
    { numRuns: 200 },
  );
});

test('a record that moves on while its log is read leaves nothing out', () => {
  const { served, kept } = live([{ Name: 'b' }, { Name: 'c' }, { Name: 'd' }], false);
  // The record was read before the last two changes were made, the log after them.
  const current = { id: 1, version: 2, text: served[1]! };
  assert.equal(textOfVersion(1, kept, current), served[0]);
});

test('a version is not found across a gap, across damage, or where nothing is known above it', () => {
  const { served, kept } = live([{ Name: 'b' }, { Name: 'c' }, { Name: 'd' }], false);
  const current = { id: 1, version: 4, text: served[3]! };
  assert.equal(textOfVersion(1, [kept[0]!, kept[2]!, kept[3]!], current), undefined);
  assert.equal(textOfVersion(1, [kept[0]!, { ...kept[1]!, before: '{' }, kept[2]!, kept[3]!], current), undefined);
  assert.equal(textOfVersion(1, [kept[0]!, { ...kept[1]!, before: null }, kept[2]!, kept[3]!], current), undefined);
  assert.equal(
    textOfVersion(1, [kept[0]!, { ...kept[1]!, before: '{"Name":olx}' }, ...kept.slice(2)], current),
    undefined,
  );
  assert.equal(textOfVersion(1, [{ version: 1, before: null, text: 'garbage' }], current), undefined);
  assert.equal(textOfVersion(1, kept.slice(0, 3), current), undefined);
  assert.equal(textOfVersion(1, kept, undefined), undefined);
});

test('a version that was loaded, and not made by a change, is found by the change behind it', () => {
  const { served, kept } = live([{ Name: 'b' }, { Name: 'c' }], false);
  assert.equal(textOfVersion(1, kept.slice(1), { id: 1, version: 3, text: served[2]! }), served[0]);
});

test('only what differs is kept, nested values whole', () => {
  const before: { [field: string]: Json } = { ID: 1, Name: 'a', CustomFields: { a: 1, b: [2] }, Notes: null };
  const after = { ...before, CustomFields: { a: 1, b: [3] }, Notes: 'n' };
  assert.equal(valuesBefore(before, differingFields(before, after)), '{"CustomFields":{"a":1,"b":[2]},"Notes":null}');
  assert.equal(valuesBefore(before, differingFields(before, { ...before })), '{}');
});
