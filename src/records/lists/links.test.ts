import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../problems.ts';
import { pageHeaders, pageLinks } from './links.ts';
import { planRecordList } from './planning.ts';
import { maxParameters } from './query.ts';

/** The links of an answer, by their relation. */
function linksOf(query: string, more: boolean): Record<string, string> {
  const plan = planRecordList('Tasks', query);
  assert.ok(!(plan instanceof Problem), query);
  const links = pageLinks('/api/Tasks', query, plan, more).split(', ');
  return Object.fromEntries(
    links.map((link) => {
      const [, address, rel] = /^<([^<>\s"]+)>; rel="([a-z]+)"$/.exec(link) ?? assert.fail(link);
      return [rel!, address!];
    }),
  );
}

const scenarios: [query: string, more: boolean, expected: Record<string, string>][] = [
  ['', false, { first: '/api/Tasks?skip=0' }],
  ['', true, { first: '/api/Tasks?skip=0', next: '/api/Tasks?skip=25' }],
  ['take=10&skip=0', true, { first: '/api/Tasks?take=10&skip=0', next: '/api/Tasks?take=10&skip=10' }],
  [
    'take=10&skip=30&Status=Open',
    true,
    {
      first: '/api/Tasks?take=10&Status=Open&skip=0',
      prev: '/api/Tasks?take=10&Status=Open&skip=20',
      next: '/api/Tasks?take=10&Status=Open&skip=40',
    },
  ],
  ['skip=40', false, { first: '/api/Tasks?skip=0', prev: '/api/Tasks?skip=15' }],
  ['skip=5', false, { first: '/api/Tasks?skip=0', prev: '/api/Tasks?skip=0' }],
  ['SKIP=25&a%73setid=5', false, { first: '/api/Tasks?a%73setid=5&skip=0', prev: '/api/Tasks?a%73setid=5&skip=0' }],
  ['sk%69p=25', true, { first: '/api/Tasks?skip=0', prev: '/api/Tasks?skip=0', next: '/api/Tasks?skip=50' }],
  // A page of none leads nowhere, so that no client circles.
  ['take=0&skip=3', true, { first: '/api/Tasks?take=0&skip=0' }],
];

test('links lead to the first, the previous and the next page and keep the other parameters as sent', () => {
  for (const [query, more, expected] of scenarios) assert.deepEqual(linksOf(query, more), expected, query);
});

test('parameters stay as sent, but for bytes a header may not hold', () => {
  const sent = 'orderby=Name+Desc,CreatedOn%20asc&Name=a%2Bb&Name=%c3%a9&&extFilter=true';
  const kept = 'orderby=Name+Desc,CreatedOn%20asc&Name=a%2Bb&Name=%c3%a9&extFilter=true';
  assert.equal(linksOf(sent, true).next, `/api/Tasks?${kept}&skip=25`);
  const unsafe = linksOf('Name=<a> "b"|{c}\\^`#\xc3\xa9', false).first;
  assert.equal(unsafe, '/api/Tasks?Name=%3Ca%3E%20%22b%22%7C%7Bc%7D%5C%5E%60%23%C3%A9&skip=0');
});

test('a link asks for the same list at another place', () => {
  const value = fc.string({ unit: 'binary', maxLength: 8 }).filter((one) => one.isWellFormed() && !one.includes('\0'));
  fc.assert(
    fc.property(value, fc.nat(500), fc.integer({ min: 1, max: 500 }), (name, skip, take) => {
      const query = `Name=${encodeURIComponent(name)}&take=${take}&skip=${skip}`;
      const { next } = linksOf(query, true);
      const plan = planRecordList('Tasks', query);
      const following = planRecordList('Tasks', next!.slice(next!.indexOf('?') + 1));
      assert.deepEqual(following, { ...plan, skip: skip + take });
    }),
  );
});

test('a list with as many parameters as a query may have is followed to its end', () => {
  const query = Array.from({ length: maxParameters }, (_, at) => `ID=${at + 1}`).join('&');
  const { first, next } = linksOf(query, true);
  for (const link of [first!, next!])
    assert.ok(!(planRecordList('Tasks', link.slice(link.indexOf('?') + 1)) instanceof Problem), link);
});

test('the total stands in a header only where it was counted', () => {
  const plan = planRecordList('Tasks', '');
  assert.ok(!(plan instanceof Problem));
  const link = '</api/Tasks?skip=0>; rel="first"';
  assert.deepEqual(pageHeaders('/api/Tasks', '', plan, { more: false, total: undefined }), { Link: link });
  assert.deepEqual(pageHeaders('/api/Tasks', '', plan, { more: false, total: 0 }), {
    Link: link,
    'X-Total-Count': '0',
  });
});
