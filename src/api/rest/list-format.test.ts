import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiateListFormat, prefersEventStream } from './list-format.ts';

const cases: [accept: string | undefined, format: string][] = [
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
  ['image/png', 'json'],
  ['text/*', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv, */*', 'csv'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
  ['text/csv;q=0.5, */*', 'json'],
  ['text/csv, application/json', 'json'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=nonsense', 'json'],
  ['text/csv;q=0.5, application/x-ndjson', 'ndjson'],
  ['application/x-ndjson;q=0.5, text/csv;q=0.6', 'csv'],
];

test('server-sent events are chosen by the same rule', () => {
  for (const [accept, isStream] of [
    [undefined, false],
    ['*/*', false],
    ['text/event-stream', true],
    ['text/event-stream;q=0', false],
    ['text/event-stream, */*;q=0.5', true],
    ['application/json, text/event-stream', false],
    ['application/json, text/event-stream;q=0.1', false],
    ['application/json;q=0.1, text/event-stream', true],
  ] as const) {
    assert.equal(prefersEventStream(accept), isStream, String(accept));
  }
});

test('a stream is chosen where it is named and JSON is not liked better', () => {
  for (const [accept, format] of cases) assert.equal(negotiateListFormat(accept), format, String(accept));
});
