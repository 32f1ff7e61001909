/** What holds for lists over any data and any request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomListQuery, randomRecords } from '../../../tests/support/list-arbitraries.ts';
import { recordTypeNames } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import { evaluate } from './evaluate.ts';
import { planFilters } from './filters.ts';
import { pageLinks } from './links.ts';
import type { Condition } from './plan.ts';
import { planRecordList } from './planning.ts';
import { listableRecords } from './properties.ts';
import { parseQuery } from './query.ts';
import { readRequest } from './request.ts';
import { toRanges } from './stretches.ts';

const scenario = fc.constantFrom(...recordTypeNames).chain((type) =>
  randomRecords(type, { max: 40 }).chain((records) =>
    fc.record({
      type: fc.constant(type),
      records: fc.constant(records),
      query: randomListQuery(listableRecords(type), records),
    }),
  ),
);

test('following the next links in any order and page size finds every match exactly once', () => {
  fc.assert(
    fc.property(scenario, fc.integer({ min: 1, max: 9 }), ({ type, records, query }, take) => {
      const { properties } = listableRecords(type);
      const paged = query
        .split('&')
        .filter((part) => !/^(take|skip)=/.test(part))
        .concat(`take=${take}`)
        .join('&');
      const whole = planRecordList(type, paged);
      fc.pre(!(whole instanceof Problem));
      const found: unknown[] = [];
      let next: string | undefined = paged;
      while (next !== undefined) {
        const plan = planRecordList(type, next);
        assert.ok(!(plan instanceof Problem));
        const { page, more } = evaluate(plan, properties, records);
        found.push(...page);
        assert.ok(found.length <= records.length, 'more items than there are');
        next = /<\/x\?([^>]*)>; rel="next"/.exec(pageLinks('/x', next, plan, more))?.[1];
      }
      const all = evaluate({ ...whole, skip: 0, take: records.length }, properties, records);
      assert.deepEqual(found, all.page);
      assert.equal(new Set(found).size, found.length);
    }),
    { numRuns: 300 },
  );
});

test('ne finds exactly what eq does not, and lt, ge and null share out all items', () => {
  fc.assert(
    fc.property(scenario, fc.nat(), ({ type, records }, at) => {
      const { properties } = listableRecords(type);
      const names = [...properties]
        .filter(([, { kind }]) => kind !== 'object' && kind !== 'list')
        .map(([name]) => name);
      const name = names[at % (names.length - 1)]!;
      const held = records.map((record) => record[name]!).find((value) => value !== null && value !== 'null');
      fc.pre(held !== undefined);
      const idsBy = (operator: string, value = encodeURIComponent(String(held))) => {
        const plan = planRecordList(type, `extFilter=true&Deleted=true&take=1000&${name}=${value} ${operator}`);
        assert.ok(!(plan instanceof Problem), (plan as Problem).detail);
        return evaluate(plan, properties, records).page.map(({ ID }) => ID as number);
      };
      const all = records.map(({ ID }) => ID as number);
      const together = (...parts: number[][]) => parts.flat().sort((a, b) => a - b);
      assert.deepEqual(together(idsBy('eq'), idsBy('ne')), all);
      assert.deepEqual(together(idsBy('lt'), idsBy('ge'), idsBy('eq', 'null')), all);
      assert.deepEqual(together(idsBy('gt'), idsBy('le'), idsBy('eq', 'null')), all);
      assert.deepEqual(together(idsBy('eq', 'null'), idsBy('ne', 'null')), all);
    }),
    { numRuns: 300 },
  );
});

test('several bounds and values of one field find as one stretch what they find one by one', () => {
  let several = 0;
  fc.assert(
    fc.property(scenario, ({ type, records, query }) => {
      const listable = listableRecords(type);
      const parameters = parseQuery(query);
      assert.ok(!(parameters instanceof Problem));
      const given = planFilters(readRequest(listable, parameters, []), []);
      // As GraphQL gives them: alternatives of one field, too, of which both must hold.
      const twice = [...given, ...given.map(({ field, anyOf }) => ({ field, anyOf: anyOf.slice(0, 2) }))];
      for (const where of [given, twice]) {
        const found = (by: readonly Condition[]) =>
          evaluate({ where: by, order: [], skip: 0, take: 1000, count: false }, listable.properties, records).page;
        const stretches = toRanges(listable, where);
        assert.deepEqual(found(stretches), found(where), JSON.stringify(where));
        assert.deepEqual(toRanges(listable, stretches), stretches);
        if (stretches.length < where.length && found(where).length > 0) several++;
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(several > 50, `${several} that found something`);
});

test('random requests are mostly valid and mostly find something, or the tests that use them would prove little', () => {
  const counts = { requests: 0, refused: 0, found: 0 };
  fc.assert(
    fc.property(scenario, ({ type, records, query }) => {
      counts.requests++;
      const plan = planRecordList(type, query);
      if (plan instanceof Problem) counts.refused++;
      else if (evaluate({ ...plan, skip: 0, take: 1000 }, listableRecords(type).properties, records).page.length > 0) {
        counts.found++;
      }
    }),
    { numRuns: 400, seed: 1 },
  );
  assert.ok(counts.refused > 0 && counts.refused < 0.15 * counts.requests, JSON.stringify(counts));
  assert.ok(counts.found > 0.4 * counts.requests, JSON.stringify(counts));
});

test('no string makes planning throw, and every refusal names its parameters', () => {
  const names = [
    'take',
    'orderby',
    'Name',
    'ID',
    'DueOn',
    'Status',
    'Required',
    'Deleted',
    'CustomFields',
    'fuzzy',
    'extFilter',
  ];
  const parameter = fc
    .tuple(fc.oneof(fc.constantFrom(...names), fc.string()), fc.string({ unit: 'binary' }), fc.boolean())
    .map(([name, value, encoded]) => `${name}=${encoded ? encodeURIComponent(value.toWellFormed()) : value}`);
  const query = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(parameter).map((all) => all.join('&')),
  );
  fc.assert(
    fc.property(query, (one) => {
      const plan = planRecordList('Tasks', one);
      if (!(plan instanceof Problem)) return;
      assert.equal(plan.status, 400);
      assert.ok(plan.errors!.length > 0);
      for (const error of plan.errors!) assert.ok('parameter' in error && error.message.length > 0);
    }),
    { numRuns: 2000 },
  );
});
