// What Home works out by itself: the window of its address, the lists behind numbers, the order of one's own work, the words of a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timelineFilter } from '../../console/src/assets/timeline.ts';
import { formatDuration } from '../../console/src/home/format.ts';
import {
  downAssetsLink,
  late,
  plannedConditions,
  preventiveDueConditions,
  unassignedCondition,
  unfinishedConditions,
  workOrdersLink,
} from '../../console/src/home/links.ts';
import { createWorkOrderMovePatch, dueGroupOf } from '../../console/src/home/my-work.ts';
import {
  localDayOf,
  parseFigureWindow,
  parseHours,
  stringifyFiguresQuery,
  stringifyFigureWindow,
} from '../../console/src/home/window.ts';

const nothing = { BoardID: undefined, LocationID: undefined, Type: undefined };

test('a window in an address is read and written, and what nobody could have chosen is as if it was not there', () => {
  const window = { days: 365, grace: 7, BoardID: '3', LocationID: '12', Type: 'Preventive' };
  assert.equal(stringifyFigureWindow(window), 'BoardID=3&LocationID=12&Type=Preventive&ui.days=365&ui.grace=7');
  assert.deepEqual(parseFigureWindow(Object.fromEntries(new URLSearchParams(stringifyFigureWindow(window)))), window);
  assert.equal(stringifyFigureWindow(parseFigureWindow({})), '');
  const strange = { 'ui.days': '7', 'ui.grace': '2', BoardID: '-1', LocationID: ['1', '2'], Type: 'Urgent' };
  assert.deepEqual(parseFigureWindow(strange), { days: 90, grace: 0, ...nothing });
  assert.deepEqual([parseHours({}), parseHours({ 'ui.hours': '168' }), parseHours({ 'ui.hours': '5' })], [24, 168, 24]);
});

test('the window is whole days of the zone, today included, and the same all day long', () => {
  const window = { days: 30, grace: 0, ...nothing };
  const late = Date.parse('2026-11-16T23:30:00Z');
  assert.equal(stringifyFiguresQuery(window, 'UTC', late), 'from=2026-10-18&to=2026-11-17&tz=UTC');
  // It is tomorrow there already.
  assert.equal(stringifyFiguresQuery(window, 'Asia/Tokyo', late), 'from=2026-10-19&to=2026-11-18&tz=Asia%2FTokyo');
  assert.equal(stringifyFiguresQuery(window, 'UTC', late), stringifyFiguresQuery(window, 'UTC', late - 20 * 3_600_000));
  assert.equal(localDayOf(Date.parse('2026-02-28T12:00:00Z'), 'UTC', 1), '2026-03-01');
});

test('the list behind a number is narrowed by the filters, and there is none where they leave nothing', () => {
  assert.equal(
    workOrdersLink('a', nothing, [...unfinishedConditions, unassignedCondition]),
    '/a/WorkOrders?Status=Open&Status=InProgress&Status=OnHold&AssignedEmployeeID=null',
  );
  const filters = { BoardID: '3', LocationID: undefined, Type: 'Preventive' };
  assert.equal(
    workOrdersLink('a', filters, unfinishedConditions.slice(0, 1)),
    '/a/WorkOrders?BoardID=3&Type=Preventive&Status=Open',
  );
  assert.equal(workOrdersLink('a', filters, plannedConditions), '/a/WorkOrders?BoardID=3&Type=Preventive');
  assert.equal(workOrdersLink('a', filters, [['Type', 'Reactive']]), undefined);
  const due = new URLSearchParams(
    workOrdersLink(
      'a',
      nothing,
      preventiveDueConditions('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
    )!.split('?')[1],
  );
  assert.deepEqual(due.getAll('DueOn'), ['2026-01-01T00:00:00.000Z ge', '2026-02-01T00:00:00.000Z lt']);
  assert.deepEqual([due.get('Status'), due.get('extFilter')], ['Cancelled ne', 'true']);
  assert.deepEqual(late(), [['DueOn', '@now lt']]);
  assert.deepEqual(late({ moreThanDays: 30, lessThanDays: null }), [['DueOn', '@now-30d lt']]);
  assert.deepEqual(late({ moreThanDays: 1, lessThanDays: 7 }), [
    ['DueOn', '@now-7d ge'],
    ['DueOn', '@now-1d lt'],
  ]);
});

test('assets that are down are listed by the statuses that mean it', () => {
  const statuses = [
    { AssetStatusID: 3, base: 'Down' },
    { AssetStatusID: 4, base: 'Down' },
    { AssetStatusID: 2, base: 'Degraded' },
  ] as const;
  assert.equal(
    downAssetsLink('a', undefined, statuses, 'Down', null),
    '/a/Assets?AssetStatusID=3&AssetStatusID=4&Criticality=null',
  );
  assert.equal(downAssetsLink('a', '9', statuses, 'Degraded'), '/a/Assets?LocationID=9&AssetStatusID=2');
  assert.equal(downAssetsLink('a', undefined, []), undefined);
});

test('work is late, due today, due within seven days of the zone, or later', () => {
  const now = Date.parse('2026-11-16T22:30:00Z');
  const group = (DueOn: string | null, zone = 'UTC') => dueGroupOf({ DueOn }, now, zone);
  assert.equal(group('2026-11-16T22:29:59.999Z'), 'late');
  assert.equal(group('2026-11-16T22:30:00.000Z'), 'today');
  assert.equal(group('2026-11-16T23:30:00.000Z'), 'today');
  assert.equal(group('2026-11-16T23:30:00.000Z', 'Europe/Berlin'), 'week');
  assert.equal(group('2026-11-23T23:59:00.000Z'), 'week');
  assert.equal(group('2026-11-24T00:00:00.000Z'), 'later');
  assert.equal(group(null), 'later');
});

test('a move is made only from where it was seen to begin, with no more than was said, over nothing that was not seen', () => {
  assert.deepEqual(createWorkOrderMovePatch({ Status: 'Open' }, 'InProgress'), [
    { op: 'test', path: '/Deleted', value: false },
    { op: 'test', path: '/Status', value: 'Open' },
    { op: 'replace', path: '/Status', value: 'InProgress' },
  ]);
  const seen = { Status: 'Open', CompletionNotes: null, LabourMinutes: 20 };
  assert.deepEqual(createWorkOrderMovePatch(seen, 'Completed', { LabourMinutes: 0 }), [
    { op: 'test', path: '/Deleted', value: false },
    { op: 'test', path: '/Status', value: 'Open' },
    { op: 'test', path: '/LabourMinutes', value: 20 },
    { op: 'replace', path: '/Status', value: 'Completed' },
    { op: 'replace', path: '/LabourMinutes', value: 0 },
  ]);
});

test('a time is told in the unit that fits it', () => {
  const told = [12, 900, 8_400, 150_000, 3_600_000, 15_000_000, 4 * 86_400_000 + 43_200_000, -150_000].map((ms) =>
    formatDuration(ms, 'en'),
  );
  assert.deepEqual(told, ['12 ms', '900 ms', '8.4 s', '3 min', '1 h', '4 h 10 min', '4.5 days', '−3 min']);
});

test('the timeline is asked for all kinds, or for some, up to the end of a day', () => {
  assert.equal(timelineFilter(['WorkOrders', 'Forms', 'PurchaseOrders', 'Status', 'Meter'], '', 'UTC'), '');
  assert.equal(timelineFilter(['Status'], '2026-01-31', 'Asia/Tokyo'), 'kinds=Status&until=2026-01-31&tz=Asia%2FTokyo');
});
