import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from './duration.ts';

const read: [string, number][] = [
  ['500ms', 500],
  ['30s', 30_000],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['0s', 0],
  ['007s', 7000],
  ['9007199254740991ms', Number.MAX_SAFE_INTEGER],
];

for (const [text, milliseconds] of read) {
  test(`${text} is ${milliseconds} ms`, () => assert.equal(parseDuration(text), milliseconds));
}

const unreadable = [
  '',
  '24',
  'h',
  '-1h',
  '+1h',
  '1.5h',
  '1 h',
  ' 1h',
  '1h ',
  '1h\n',
  '1H',
  '1h30m',
  '1w',
  '1e3s',
  '٣s',
  '9007199254740992ms',
  '99999999999999d',
];

for (const text of unreadable) {
  test(`${JSON.stringify(text)} is no duration`, () => assert.equal(parseDuration(text), undefined));
}
