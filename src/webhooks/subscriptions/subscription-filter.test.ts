import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, recordTypes } from '../../catalogue/index.ts';
import { filterValueOf, findFilterType, NO_RECORD_ID, parseFilterID } from './subscription-filter.ts';

const { WorkOrders, Forms, Assets } = catalogue;

test('a filter type is understood without regard to case, spaces and singular or plural', () => {
  for (const name of ['Boards', 'Board', 'board', 'BOARDS', ' boards ', 'b o a r d']) {
    assert.equal(findFilterType(WorkOrders, name), 'Boards', name);
  }
  for (const name of ['FormTemplates', 'form template', 'Form Templates', 'formtemplate', 'FORM  TEMPLATES']) {
    assert.equal(findFilterType(Forms, name), 'FormTemplates', name);
  }
  for (const name of ['AssetStatuses', 'asset status', 'Asset Statuses', 'AssetStatus', 'asset\u00a0status']) {
    assert.equal(findFilterType(Assets, name), 'AssetStatuses', name);
  }
});

test('another type, or a type that offers no filter, is none', () => {
  for (const name of ['', ' ', 's', 'Boardss', 'Boar', 'FormTemplates', 'WorkOrders', 'board-s', 'constructor']) {
    assert.equal(findFilterType(WorkOrders, name), undefined, name);
  }
  const without = recordTypes.filter(({ webhookFilter }) => webhookFilter === undefined);
  assert.equal(without.length, recordTypes.length - 3);
  for (const type of without) assert.equal(findFilterType(type, 'Boards'), undefined);
});

test('an id is the same as a number and as digits; anything else names no record', () => {
  for (const [given, id] of [
    [7, 7],
    ['7', 7],
    ['007', 7],
    [' 7 ', 7],
    [9007199254740991, 9007199254740991],
    ['9007199254740991', 9007199254740991],
  ] as const) {
    assert.equal(parseFilterID(given), id);
  }
  for (const given of ['seven', '7.0', '7e0', '-7', '0x7', '٧', ' ', '9007199254740993', 7.5, -7, 0, 1e21]) {
    assert.equal(parseFilterID(given), NO_RECORD_ID, String(given));
  }
});

test('a record is compared by the field its type declares', () => {
  assert.equal(filterValueOf(WorkOrders, { ID: 1, BoardID: 7 }), 7);
  assert.equal(filterValueOf(WorkOrders, { ID: 1, BoardID: null }), null);
  assert.equal(filterValueOf(Forms, { FormTemplateID: 3 }), 3);
  assert.equal(filterValueOf(Assets, { AssetStatusID: 4 }), 4);
  assert.equal(filterValueOf(catalogue.Tasks, { ID: 1 }), null);
});
