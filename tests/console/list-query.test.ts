// The address of a list in the console and the chips above it say the same, and the service understands it so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceChip } from '../../console/src/records/list/ask-next.ts';
import { chipSentence } from '../../console/src/records/list/chip-words.ts';
import { createChip, type FilterCondition, filterInputOfChip } from '../../console/src/records/list/conditions.ts';
import { parseListQuery } from '../../console/src/records/list/read-query.ts';
import { localDay, resolveRelativeValues, startOfDay } from '../../console/src/records/list/relative.ts';
import { viewsOf } from '../../console/src/records/list/views.ts';
import { stringifyListQuery, stringifyPageRequest } from '../../console/src/records/list/write-query.ts';
import { recordType } from '../../src/catalogue/index.ts';
import { Problem } from '../../src/problems.ts';
import { planRecordList } from '../../src/records/lists/planning.ts';
import { describeType } from '../../src/records/type-description.ts';

const type = describeType(recordType('WorkOrders'));
const reading = { locale: 'en-GB', timeZone: 'Europe/London', nameOf: (of: string, id: number) => `${of} ${id}` };
const meaning = { now: Date.parse('2026-03-29T12:00:00Z'), timeZone: 'Europe/London', me: () => 7 };

/** What the service would do, so that two queries can be told to mean the same. */
function planned(query: string) {
  const plan = planRecordList('WorkOrders', query);
  return plan instanceof Problem ? plan.detail : plan;
}

const chips: [query: string, says: string[]][] = [
  ['Status=Open&Status=InProgress', ['Status is Open or In progress']],
  ['Status=Cancelled+ne&extFilter=true', ['Status is not Cancelled']],
  ['AssetID=4+ne&extFilter=true', ['Asset is not Assets 4, or empty']],
  ['contains=Name:boiler', ['Name contains boiler']],
  ['contains=Name:a:b&contains=Name:c', ['Name contains a:b', 'Name contains c']],
  ['Name=boiler&fuzzy=true', ['Name contains boiler']],
  ['Name=boiler&Name=lift&fuzzy=true', ['Name contains boiler or lift']],
  ['DueOn=@now+lt&extFilter=true', ['Due before now']],
  ['DueOn=2026-01-01+ge&extFilter=true', ['Due on or after 1 Jan 2026']],
  ['DueOn=@today-7d+ge&DueOn=@today+lt&extFilter=true', ['Due on or after 7 days ago and before today']],
  ['CompletedOn=null', ['Completed is empty']],
  ['CompletedOn=null+ne&extFilter=true', ['Completed has a value']],
  ['Description=null&extFilter=true', ['Description is empty']],
  ['Description=', ['Description is “”']],
  ['AssetID=4', ['Asset is Assets 4']],
  ['AssignedEmployeeID=@me', ['Assigned is me']],
  ['AssetID=4&AssetID=null', ['Asset is Assets 4 or empty']],
  ['Deleted=true', ['Deleted also']],
  ['Deleted=false+ne&extFilter=true', ['Deleted only']],
  ['TotalCost=100+gt&TotalCost=2500.5+le&extFilter=true', ['Total cost more than 100 and at most 2,500.5']],
  ['Priority=High+ge&extFilter=true', ['Priority at least High']],
  ['Name=go+ne', ['Name is go ne']],
  ['Name=go+ne+eq&Status=Open+ne&extFilter=true', ['Name is go ne', 'Status is not Open']],
  ['Name=100%25+_%5C', ['Name is 100% _\\']],
  ['Name=%F0%9F%94%A7+%D7%9E%D7%A2%D7%9C%D7%99%D7%AA', ['Name is 🔧 מעלית']],
  ['Nmae=boiler', ['Nmae “boiler” cannot be read']],
  ['Status=null+lt&extFilter=true', ['Status “null lt” cannot be read']],
];

for (const [query, says] of chips) {
  test(`?${query} is ${says.join('; ')}, and written again means the same`, () => {
    const read = parseListQuery(type, query);
    assert.deepEqual(
      read.chips.map((chip) => chipSentence(type, chip, reading)),
      says,
    );
    const written = stringifyListQuery(type, read);
    assert.deepEqual(parseListQuery(type, written), read);
    const [before, after] = [
      resolveRelativeValues(type, read, meaning),
      resolveRelativeValues(type, parseListQuery(type, written), meaning),
    ];
    assert.deepEqual(planned(stringifyPageRequest(type, after)), planned(stringifyPageRequest(type, before)));
    // One contained text is the same condition, by whichever parameter it is asked.
    if (!query.includes('@')) assert.deepEqual(planned(`${query}&take=50`), planned(stringifyPageRequest(type, read)));
  });
}

test('a text that ends in an operator gets eq as soon as something is compared, and only then', () => {
  const plain = parseListQuery(type, 'Name=go+ne');
  assert.equal(stringifyListQuery(type, plain), 'Name=go+ne');
  const both = { ...plain, chips: [...plain.chips, { is: 'none', field: 'Status', values: ['Open'] } as const] };
  assert.equal(stringifyListQuery(type, both), 'Name=go+ne+eq&Status=Open+ne&extFilter=true');
});

test('order, page, search and names in any case are read, and what the page itself decides is left out', () => {
  const read = parseListQuery(
    type,
    'status=Open&ORDERBY=priority+desc,DueOn&Take=25&skip=50&search=lift&ui.cols=Name&fields=ID',
  );
  assert.deepEqual(read, {
    chips: [{ is: 'any', field: 'Status', values: ['Open'] }],
    search: 'lift',
    order: [
      { field: 'Priority', descending: true },
      { field: 'DueOn', descending: false },
    ],
    take: 25,
    skip: 50,
  });
  assert.equal(stringifyListQuery(type, read), 'Status=Open&search=lift&orderby=Priority+Desc,DueOn&take=25&skip=50');
});

test('every view that is there from the start is a query the service takes', () => {
  for (const { name, query } of viewsOf('WorkOrders')) {
    const read = parseListQuery(type, query);
    assert.deepEqual(
      read.chips.filter((chip) => chip.is === 'unread'),
      [],
      name,
    );
    assert.equal(
      typeof planned(stringifyPageRequest(type, resolveRelativeValues(type, read, meaning))),
      'object',
      name,
    );
  }
});

test('now, today and me are what they mean for the person, also on the day the clock changes', () => {
  const asked = parseListQuery(type, 'DueOn=@now+lt&DueOn=@today-1d+ge&AssignedEmployeeID=@me&extFilter=true');
  assert.deepEqual(resolveRelativeValues(type, asked, meaning).chips, [
    {
      is: 'range',
      field: 'DueOn',
      to: { value: '2026-03-29T12:00:00.000Z', inclusive: false },
      from: { value: '2026-03-28T00:00:00.000Z', inclusive: true },
    },
    { is: 'any', field: 'AssignedEmployeeID', values: ['7'] },
  ]);
  assert.equal(localDay('Pacific/Auckland', meaning.now), '2026-03-30');
  assert.equal(startOfDay('2026-03-30', 'Europe/London'), '2026-03-29T23:00:00.000Z');
});

test('where the person is nobody of that kind, what is theirs matches nothing', () => {
  const asked = parseListQuery(type, 'AssignedEmployeeID=@me');
  const [chip] = resolveRelativeValues(type, asked, { ...meaning, me: () => undefined }).chips;
  assert.deepEqual(chip, { is: 'any', field: 'AssignedEmployeeID', values: ['0'] });
});

test('a filter takes the place of the one it was made from; deleted ones are shown in one way at a time', () => {
  const chipsOf = (query: string) => parseListQuery(type, query).chips;
  const [open, also] = chipsOf('Status=Open&Deleted=true');
  const [onHold] = chipsOf('Status=OnHold');
  const [only] = chipsOf('Deleted=false+ne&extFilter=true');
  assert.deepEqual(replaceChip([open!, also!], onHold!, 0), [onHold, also]);
  assert.deepEqual(replaceChip([open!], onHold!, 'new'), [open, onHold]);
  assert.deepEqual(replaceChip([open!, also!], only!, 'new'), [open, only]);
});

test('a filter by day that is opened again shows the day it was made with, wherever the person is', () => {
  const due = type.fields.find(({ name }) => name === 'DueOn')!;
  const answer = { values: [], text: '', from: '2026-03-30', to: '2026-04-02' };
  for (const timeZone of ['Pacific/Auckland', 'Europe/London', 'America/New_York']) {
    const times = { timeZone, locale: 'en-GB' };
    for (const condition of ['since', 'before', 'between'] as const) {
      const chip = createChip(due, condition, answer, times)!;
      const again = filterInputOfChip(chip, due, times)!;
      assert.deepEqual(createChip(due, again.condition, again.answer, times), chip, `${condition} in ${timeZone}`);
    }
  }
});

test('a filter by number is typed and shown as the person writes it; the address keeps the plain number', () => {
  const named = (name: string) => type.fields.find((one) => one.name === name)!;
  const asked = (name: string, typed: string, locale: string, condition: FilterCondition = 'atLeast') => {
    const answer = { values: [], text: typed, from: typed, to: typed };
    const chip = createChip(named(name), condition, answer, { locale, timeZone: 'UTC' });
    return (
      chip && { chip, query: stringifyListQuery(type, { chips: [chip], search: '', order: [], take: 50, skip: 0 }) }
    );
  };
  const read: [locale: string, typed: string, plain: string, shown: string, again: string][] = [
    ['de', '1.500', '1500', '1.500', '1500'],
    ['de', '1,5', '1.5', '1,5', '1,5'],
    ['de', '-1.500,25', '-1500.25', '-1.500,25', '-1500,25'],
    ['en-US', '1,500', '1500', '1,500', '1500'],
    ['en-US', '1.5', '1.5', '1.5', '1.5'],
    ['en-US', '0.0001', '0.0001', '0.0001', '0.0001'],
  ];
  for (const [locale, typed, plain, shown, again] of read) {
    const { chip, query } = asked('LabourCost', typed, locale)!;
    assert.equal(query, `LabourCost=${plain}+ge&extFilter=true`, `${locale} ${typed}`);
    assert.equal(chipSentence(type, chip, { ...reading, locale }), `Labour cost at least ${shown}`);
    const opened = filterInputOfChip(chip, named('LabourCost'), { locale, timeZone: 'UTC' })!;
    assert.deepEqual([opened.condition, opened.answer.text], ['atLeast', again]);
    assert.equal(asked('LabourCost', typed, locale, 'any')!.query, `LabourCost=${plain}`);
    const both = `LabourCost=${plain}+ge&LabourCost=${plain}+le&extFilter=true`;
    assert.equal(asked('LabourCost', typed, locale, 'between')!.query, both);
  }
  assert.equal(asked('LabourMinutes', '1.500', 'de')!.query, 'LabourMinutes=1500+ge&extFilter=true');
  for (const typed of ['', 'many', '1.50,0', '15,00,0'])
    assert.equal(asked('LabourCost', typed, 'de'), undefined, typed);
  assert.equal(asked('LabourMinutes', '1,5', 'de'), undefined, 'not whole');
  assert.equal(asked('Name', '1.500', 'de', 'any')!.query, 'Name=1.500', 'a text is left alone');
});
