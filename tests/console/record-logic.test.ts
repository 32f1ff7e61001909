// What the console makes of a record without a page: its groups, its columns, what was typed as a patch, and two people's work as one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerLines as answerLines, withAnswer } from '../../console/src/forms/answers.ts';
import { findPartialDates, PARTIAL_DATE } from '../../console/src/parts/half-date.ts';
import { formatNumberForInput, parseNumber } from '../../console/src/parts/numbers.ts';
import { createCurlCommand } from '../../console/src/records/curl.ts';
import type { VersionedRecord } from '../../console/src/records/data/record-data.ts';
import { listItemFields } from '../../console/src/records/items.ts';
import { fieldLabel } from '../../console/src/records/labels.ts';
import { defaultColumns, resolveColumns, selectableColumns } from '../../console/src/records/list/columns.ts';
import { NO_PENDING_ROWS, pendingRowsText, updatePendingRows } from '../../console/src/records/list/live-rows.ts';
import { draftSinceSent } from '../../console/src/records/record/drafts.ts';
import { fieldGroupsOf, OTHER_GROUP } from '../../console/src/records/record/groups.ts';
import { historyLinesOf } from '../../console/src/records/record/history-lines.ts';
import { mergeDraft } from '../../console/src/records/record/merge.ts';
import { createDraftPatch, type DraftValues } from '../../console/src/records/record/patch.ts';
import { diffRows } from '../../console/src/records/row-changes.ts';
import { formatValue } from '../../console/src/records/values.ts';
import { recordType, recordTypes } from '../../src/catalogue/index.ts';
import { type Json, wellFormed } from '../../src/lib/json.ts';
import { applyPatch, parsePatch } from '../../src/lib/json-patch.ts';
import { describeType } from '../../src/records/type-description.ts';

const orders = describeType(recordType('PurchaseOrders'));
const work = describeType(recordType('WorkOrders'));

test('every field of every type stands in exactly one group, and none in Other', () => {
  for (const type of recordTypes.map(describeType)) {
    const groups = fieldGroupsOf(type);
    assert.equal(
      groups
        .find(({ name }) => name === OTHER_GROUP)
        ?.fields.map(({ name }) => name)
        .join() ?? '',
      '',
      type.name,
    );
    const placed = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
    assert.deepEqual([...placed].sort(), type.fields.map(({ name }) => name).sort(), type.name);
  }
});

test('a field that the groups do not know yet is shown under Other', () => {
  const field = { ...work.fields[1]!, name: 'Novelty' };
  const groups = fieldGroupsOf({ ...work, fields: [...work.fields, field] });
  assert.deepEqual(groups.at(-2), { name: OTHER_GROUP, fields: [field] });
});

test('the first columns of every type are fields of it, and no two columns are called alike', () => {
  for (const type of recordTypes.map(describeType)) {
    assert.deepEqual(
      defaultColumns(type).filter((name) => !selectableColumns(type).includes(name)),
      [],
      type.name,
    );
    const labels = selectableColumns(type).map(fieldLabel);
    const twice = labels.filter((label, n) => labels.indexOf(label) !== n);
    assert.deepEqual(twice, [], type.name);
  }
  assert.deepEqual(resolveColumns(work, 'name,Nonsense,DueOn'), ['Name', 'DueOn']);
  assert.deepEqual(resolveColumns(work, null), defaultColumns(work));
});

test('only what differs goes out, and of a list only the cells, each guarded by its row', () => {
  const line = (Line: number, QuantityReceived: number) => ({
    Line,
    Description: `Line ${Line}`,
    Quantity: 5,
    QuantityReceived,
  });
  const base = { Name: 'Filters', VendorID: 3, Lines: [line(1, 0), line(2, 0), line(3, 0)] };
  const draft = {
    Name: 'Filters',
    VendorID: null,
    Lines: [line(1, 0), line(3, 5), { Line: 4, Description: 'Seals', Quantity: 2, QuantityReceived: null }],
  };
  const patch = createDraftPatch(orders, base, draft);
  assert.deepEqual(patch, [
    { op: 'replace', path: '/VendorID', value: null },
    { op: 'test', path: '/Lines/2/Line', value: 3 },
    { op: 'replace', path: '/Lines/2/QuantityReceived', value: 5 },
    { op: 'test', path: '/Lines/1/Line', value: 2 },
    { op: 'remove', path: '/Lines/1' },
    { op: 'add', path: '/Lines/-', value: { Line: 4, Description: 'Seals', Quantity: 2 } },
  ]);
  const { QuantityReceived: _, ...added } = draft.Lines[2]!;
  assert.deepEqual(applied(base, patch as unknown as Json), {
    Name: 'Filters',
    VendorID: null,
    Lines: [line(1, 0), line(3, 5), added],
  });
});

test('rows in another order are written as a whole list', () => {
  const [one, two] = [
    { Line: 1, Quantity: 1 },
    { Line: 2, Quantity: 1 },
  ];
  const patch = createDraftPatch(orders, { Lines: [one, two] }, { Lines: [two, one] });
  assert.deepEqual(patch, [{ op: 'replace', path: '/Lines', value: [two, one] }]);
  const inserted = createDraftPatch(orders, { Lines: [one, two] }, { Lines: [{ Line: 3, Quantity: 1 }, one, two] });
  assert.equal(inserted[0]?.op, 'replace');
});

test('what only one side changed is kept from both; what both changed is left to choose', () => {
  const base = {
    Name: 'Lift stuck',
    DueOn: '2026-11-12T17:00:00.000Z',
    Category: null,
    AssignedEmployeeID: 1,
    Priority: 'Low',
  };
  const theirs = {
    ...base,
    DueOn: '2026-11-14T12:00:00.000Z',
    AssignedEmployeeID: 2,
    Priority: 'High',
    UpdatedOn: 'later',
  };
  const yours = { DueOn: '2026-11-13T09:00:00.000Z', Category: 'Lifts', Priority: 'High' };
  const { draft, conflicts, theirs: alone, yours: own } = mergeDraft(work, base, theirs, yours, true);
  assert.deepEqual(draft, { Category: 'Lifts' });
  assert.deepEqual(conflicts, [{ field: 'DueOn', was: base.DueOn, theirs: theirs.DueOn, yours: yours.DueOn }]);
  assert.deepEqual(
    alone.map(({ field }) => field),
    ['Priority', 'AssignedEmployeeID'],
  );
  assert.deepEqual(own, [{ field: 'Category', was: null, now: 'Lifts' }]);
});

test('two people who receive different lines of one order do not meet; on the same line they do', () => {
  const line = (Line: number, QuantityReceived: number) => ({ Line, QuantityReceived });
  const base = { Lines: [line(1, 0), line(2, 0)] };
  const theirs = { Lines: [line(1, 5), line(2, 0), line(3, 0)] };
  const apart = mergeDraft(orders, base, theirs, { Lines: [line(1, 0), line(2, 7)] }, true);
  assert.deepEqual(apart.conflicts, []);
  assert.deepEqual(apart.draft, { Lines: [line(1, 5), line(2, 7), line(3, 0)] });
  assert.deepEqual(mergeDraft(orders, base, theirs, { Lines: [line(1, 4), line(2, 0)] }, true).conflicts.length, 1);
});

test("a row that each added under the same number is kept from both; one of one's own is not written twice", () => {
  const line = (Line: number, Description: string) => ({ Line, Description, Unit: 'ea' });
  const base = { Lines: [line(1, 'Pump')] };
  const yours = { Lines: [line(1, 'Pump'), line(2, 'Valve'), line(3, 'Hose')] };
  const theirs = { Lines: [line(1, 'Pump'), line(2, 'Cable')], UpdatedBy: 'joe@example.com' };
  const both = mergeDraft(orders, base, theirs, yours, true);
  const Lines = [line(1, 'Pump'), line(2, 'Cable'), line(4, 'Valve'), line(3, 'Hose')];
  assert.deepEqual([both.draft, both.conflicts], [{ Lines }, []]);
  assert.deepEqual(both.yours, [{ field: 'Lines', was: theirs.Lines, now: Lines }], 'what it adds to theirs');
  const own = mergeDraft(orders, base, theirs, yours, false);
  assert.deepEqual([own.draft, own.conflicts.length], [{}, 1], 'it may be what one wrote before');
  const unfilled = { Lines: [line(1, 'Pump'), { ...line(2, 'Cable'), Unit: null }] };
  assert.deepEqual(mergeDraft(orders, base, theirs, unfilled, true).draft, { Lines: theirs.Lines });
});

test('of a list the rows that differ are told, and of each the cells', () => {
  const listed = (type: 'PurchaseOrders' | 'Forms' | 'Employees', name: string) =>
    describeType(recordType(type)).fields.find((field) => field.name === name)!;
  const told = (field: ReturnType<typeof listed>, from: Json | undefined, to: Json) =>
    diffRows(field, from, to).map((change) =>
      change.is === 'order'
        ? [change.is, change.place, ...change.rows]
        : [
            `${change.name} ${change.aside?.value ?? ''} ${change.is}`,
            ...change.cells.map(({ item, ...sides }) => [item.name, ...Object.values(sides)].join(' ')),
          ],
    );
  const line = (Line: number, Description: string, Quantity = 1) => ({ Line, Description, Quantity, Unit: 'ea' });
  const [pump, seal, hose] = [line(1, 'Pump'), line(2, 'Seal'), line(3, 'Hose')];
  const lines = listed('PurchaseOrders', 'Lines');
  assert.deepEqual(told(lines, [pump, seal, hose], [line(1, 'Pump', 900), hose, line(4, 'Valve', 9)]), [
    ['Line 1 Pump changed', 'Quantity 1 900'],
    ['Line 2  removed', 'Description Seal', 'Quantity 1'],
    ['Line 4  added', 'Description Valve', 'Quantity 9'],
  ]);
  assert.deepEqual(told(lines, [pump, seal, hose], [pump, hose, line(2, 'Ring')]), [
    ['Line 2  changed', 'Description Seal Ring'],
    ['order', 2, 'Line 3', 'Line 2'],
  ]);
  assert.deepEqual(told(lines, undefined, [pump]), [['Line 1  there', 'Description Pump', 'Quantity 1']]);
  const answer = (FieldID: string, Value: Json) => ({ FieldID, Label: 'Gas tight', Value });
  assert.deepEqual(
    told(
      listed('Forms', 'Answers'),
      [answer('a', 'Fail'), answer('b', 3)],
      [answer('a', 'Pass'), answer('b', 3), answer('c', false)],
    ),
    [
      ['Gas tight a changed', 'Value Fail Pass'],
      ['Gas tight c added', 'Value false'],
    ],
  );
  // Without a key: the same where all of it is, else by its place.
  const held = (Name: string) => ({ Name, Number: '1' });
  const [gas, lift, crane] = [held('Gas'), held('Lift'), held('Crane')];
  const certifications = listed('Employees', 'Certifications');
  assert.deepEqual(told(certifications, [gas, lift], [gas, crane]), [['Row 2  changed', 'Name Lift Crane']]);
  assert.deepEqual(told(certifications, [gas, lift, lift], [lift, lift]), [['Row 1  removed', 'Name Gas', 'Number 1']]);
});

test('what was typed since something was sent stays, on what it was typed on', () => {
  const base = { record: { Category: null, Description: null, Priority: 'Low' }, etag: '"1"' };
  const sent = { Category: 'Lifts', Priority: 'High' };
  const now = { record: { ...base.record, ...sent }, etag: '"2"' };
  const after = (draft: DraftValues, answered: VersionedRecord = now, met = false) =>
    draftSinceSent({ base, draft }, sent, answered, met);
  assert.equal(after(sent), undefined);
  assert.equal(after({ ...sent, Description: null }), undefined);
  assert.deepEqual(after({ ...sent, Category: null }), { base: now, draft: { Category: null } });
  assert.deepEqual(after({ ...sent, Description: 'Slow' }), { base: now, draft: { Description: 'Slow' } });
  // What the service writes otherwise is still one's own.
  const trimmed = { ...now, record: { ...now.record, Category: 'lifts' } };
  assert.equal(after({ ...sent, Category: 'Lifts, all' }, trimmed)?.base, trimmed);
  // Saved together with somebody's else: where that is in the same field, it has not been seen yet.
  assert.equal(after({ ...sent, Description: 'Slow' }, now, true)?.base, now);
  const theirs = { ...now, record: { ...now.record, Description: 'Theirs' } };
  assert.deepEqual(after({ ...sent, Description: 'Slow' }, theirs, true), {
    base: { record: { ...base.record, ...sent }, etag: '"1"' },
    draft: { Description: 'Slow' },
  });
  // A new row was numbered anew: its old number is somebody else's, and is not taken for one's own.
  const line = (Line: number, Description: string, UnitCost = 0) => ({ Line, Description, UnitCost });
  const [pump, cable, valve] = [line(1, 'Pump'), line(2, 'Cable'), line(2, 'Valve')];
  const order = { record: { Lines: [pump] }, etag: '"1"' };
  const both = { record: { Lines: [pump, cable, { ...valve, Line: 3 }] }, etag: '"3"' };
  const Lines = [pump, { ...valve, UnitCost: 12 }];
  assert.deepEqual(draftSinceSent({ base: order, draft: { Lines } }, { Lines: [pump, valve] }, both, true), {
    base: order,
    draft: { Lines },
  });
});

test('history tells old and new, leaves out what a new record does not have, and knows what can be put back', () => {
  const by = { kind: 'person', name: 'Joe', email: 'joe@example.com' };
  const entry = { change: 'c', version: 2, on: '2026-01-01T00:00:00.000Z', by, events: ['Updated'] };
  const changed = [
    { field: 'Name', from: 'Old', to: 'New' },
    { field: 'Status', from: 'Open', to: 'InProgress' },
  ];
  const now = { Name: 'New', Status: 'InProgress' };
  const lines = historyLinesOf(work, { ...entry, changed }, now, true);
  assert.deepEqual(
    lines.map(({ field, from, to, canPutBack }) => [field.name, from, to, canPutBack]),
    [
      ['Name', 'Old', 'New', true],
      ['Status', 'Open', 'InProgress', false],
    ],
  );
  assert.equal(historyLinesOf(work, { ...entry, changed }, { ...now, Name: 'Old' }, true)[0]?.canPutBack, false);
  assert.equal(historyLinesOf(work, { ...entry, changed }, now, false)[0]?.canPutBack, false);
  const first = [
    { field: 'Name', to: 'Old' },
    { field: 'Description', to: null },
  ];
  assert.deepEqual(
    historyLinesOf(work, { ...entry, version: 1, changed: first }, now, true).map(({ field }) => field.name),
    ['Name'],
  );
});

test('values are read by their kind, in the language and time zone of the person', () => {
  const german = { locale: 'de-DE', timeZone: 'Europe/Berlin', nameOf: () => undefined };
  const field = (name: string) => work.fields.find((one) => one.name === name)!;
  assert.equal(formatValue(field('DueOn'), '2026-07-01T22:30:00.000Z', german), '02.07.2026, 00:30');
  assert.equal(formatValue(field('TotalCost'), 1234.5, german), '1.234,50');
  assert.equal(formatValue(field('TotalCost'), 147.6079, german), '147,61', 'a sum has cents');
  assert.equal(
    formatValue({ kind: 'decimal', name: 'UnitCost', places: 4 }, 0.1234, german),
    '0,1234',
    'one piece costs',
  );
  assert.equal(formatValue({ kind: 'decimal', name: 'MeterValue', places: 4 }, 7, german), '7');
  assert.equal(formatValue({ kind: 'int', name: 'ModelYear' }, 2015, german), '2015', 'a year is no amount');
  assert.equal(formatValue({ kind: 'int', name: 'TaskExternalMessagingID' }, 123456, german), '123456');
  assert.equal(formatValue(field('AssetID'), 9, german), '#9');
  assert.equal(formatValue(field('Status'), 'InProgress', german), 'In progress');
  const [, column] = listItemFields(describeType(recordType('Boards')).fields.find(({ name }) => name === 'Columns')!);
  assert.equal(formatValue(column!, 'InProgress', german), 'In progress', 'a code that a list holds as a text');
  assert.equal(formatValue(field('Description'), null, german), '—');
  assert.equal(
    formatValue(field('DueOn'), '2026-07-01T22:30:00.000Z', { ...german, locale: 'no such' }),
    'Jul 2, 2026, 12:30 AM',
  );
});

test('a command for a terminal carries any text, quotes included', () => {
  const text = createCurlCommand('http://localhost:8080', "/api/Tasks?Name=it's", {
    method: 'PATCH',
    headers: { 'If-Match': '"3"' },
    body: '[]',
  });
  assert.equal(
    text,
    `curl -X PATCH -H @key -H 'If-Match: "3"' -d '[]' 'http://localhost:8080/api/Tasks?Name=it'\\''s'`,
  );
});

test('changes of others are counted once each, and only those that alter what the list holds', () => {
  const inView = new Set([1, 2]);
  const one = updatePendingRows(NO_PENDING_ROWS, inView, new Set([1, 3, 4]), new Set([3, 4]), (id) => id !== 4);
  assert.equal(pendingRowsText(one), '1 new, 1 no longer matches');
  const two = updatePendingRows(one, inView, new Set([1, 2, 3]), new Set([1, 3]), () => true);
  assert.equal(pendingRowsText(two), '1 new, 1 no longer matches');
  assert.deepEqual([...two.gone], [2]);
  assert.equal(pendingRowsText(updatePendingRows(two, inView, new Set([2, 3]), new Set([2]), () => true)), '');
});

/** By the patch the service itself applies. */
function applied(record: Json, operations: Json): Json {
  const read = parsePatch(operations, { operations: 100, depth: 10 });
  assert.ok(read.ok);
  const result = applyPatch(record, read.patch);
  assert.ok(result.ok);
  return result.value;
}

test('answers stand in the order of the questions; what says nothing any more is left out; what is no longer asked stays', () => {
  const asks = (FieldID: string, Type: string) => ({ FieldID, Label: FieldID, Type, Required: true, Choices: null });
  const questions = [asks('a', 'PassFail'), asks('b', 'Number')];
  const said = (FieldID: string, Value: Json) => ({ FieldID, Label: FieldID, Value, Note: null, Flagged: null });
  const answers = [said('old', 'x'), said('b', 0)];
  assert.deepEqual(
    answerLines(questions, answers).map(({ id, isAnswered, question }) => [id, isAnswered, question !== undefined]),
    [
      ['a', false, true],
      ['b', true, true],
      ['old', true, false],
    ],
  );
  const line = { id: 'a', label: 'A' };
  const more = withAnswer(answers, line, { Value: 'Pass' });
  assert.deepEqual(more, [...answers, { ...said('a', 'Pass'), Label: 'A' }], 'what was said first stays first');
  assert.deepEqual(withAnswer(more, line, { Value: null }), answers);
  assert.equal(withAnswer(answers, line, { Value: ' ' }), answers);
  assert.equal(withAnswer(more, line, { Value: null, Note: 'why' }).length, 3, 'a note says something');
});

test('a number is read as the person writes numbers, and what could be two is left as it was typed', () => {
  const read: readonly (readonly [locale: string, typed: string, number: number])[] = [
    ['en-US', '1500', 1500],
    ['en-US', '1,500', 1500],
    ['en-US', '1,234,567.25', 1_234_567.25],
    ['en-US', '1.500', 1.5],
    ['en-US', '1,5', 1.5],
    ['en-US', '0,125', 0.125],
    ['en-US', '12 500.5', 12_500.5],
    ['en-US', ' -.5 ', -0.5],
    ['en-US', '1.', 1],
    ['de', '1.500', 1500],
    ['de', '1.500,5', 1500.5],
    ['de', '1,500', 1.5],
    ['de', '1.5', 1.5],
    ['fr', '1\u202f500,5', 1500.5],
    ['fr', '1 500.5', 1500.5],
    ['fr', '1\u00a0500', 1500],
    ['de-CH', "1'500.5", 1500.5],
    ['de-CH', '1’500', 1500],
    ['es', '1.500', 1500],
    ['en-IN', '1,00,000', 100_000],
    ['en-IN', '100,000', 100_000],
    ['sv', '\u22121,5', -1.5],
    ['ar-EG', '١٬٥٠٠٫٥', 1500.5],
    ['ar-EG', '1.5', 1.5],
  ];
  for (const [locale, typed, number] of read) assert.equal(parseNumber(typed, locale), number, `${locale} ${typed}`);
  const unread: readonly (readonly [locale: string, typed: string])[] = [
    ['en-US', '1,00,000'],
    ['en-US', '1500,000'],
    ['en-US', '1,500,00'],
    ['en-US', '1.500,5'],
    ['en-US', '1.5.0'],
    ['fr', '1.500'],
    ['de-CH', '1,500'],
    ['en-US', '1e3'],
    ['en-US', '0x10'],
    ['en-US', '-'],
    ['en-US', ','],
    ['en-US', '12 pieces'],
    ['en-US', '9'.repeat(400)],
  ];
  for (const [locale, typed] of unread) assert.equal(parseNumber(typed, locale), typed, `${locale} ${typed}`);
  assert.equal(parseNumber(' ', 'en-US'), null);
  for (const locale of ['en-US', 'de', 'de-AT', 'de-CH', 'fr', 'en-IN', 'ar-EG', 'fa', 'sv', 'es', 'mr', 'he']) {
    for (const number of [0, 1.5, -1.234, 1234, 1234.567, -1_234_567.0001, 0.1, 1e-7, 1e21]) {
      assert.equal(parseNumber(formatNumberForInput(number, locale), locale), number, `${locale} ${number}`);
    }
  }
});

test('half a date is nothing that a record may hold', () => {
  assert.deepEqual(
    findPartialDates({ CustomFields: { lastService: '0000-00-00' }, Answers: [{ Value: PARTIAL_DATE }] }),
    ['/Answers/0/Value'],
  );
  assert.equal(wellFormed(PARTIAL_DATE), false);
});
