import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../problems.ts';
import { etagOf, ifMatchHolds, ifNoneMatchHolds, parseEntityTags } from './etag.ts';

describe('preconditions', () => {
  const cases: [header: string, ifMatchHoldsAt7: boolean, ifNoneMatchHoldsAt7: boolean][] = [
    ['"7"', true, false],
    ['"6"', false, true],
    ['*', true, false],
    [' * ', true, false],
    ['"6", "7"', true, false],
    ['"6","7","8"', true, false],
    ['W/"7"', true, false],
    ['W/"7-gzip"', true, false],
    ['W/"6"', false, true],
    ['W/"7", "7"', true, false],
    ['"a,b", "7"', true, false],
    ['"07"', false, true],
    ['""', false, true],
    ['"7",', true, false],
    [',"6",, ,\t"7" ,', true, false],
  ];
  for (const [header, match, noneMatch] of cases) {
    it(`${header} at version 7`, () => {
      const tags = parseEntityTags('If-Match', header);
      assert.ok(!(tags instanceof Problem));
      assert.deepEqual([ifMatchHolds(tags, 7), ifNoneMatchHolds(tags, 7)], [match, noneMatch]);
    });
  }

  for (const header of ['7', '', '"7', '"7" "8"', 'w/"7"', ',', '*, "7"', '"a b"']) {
    it(`${JSON.stringify(header)} is refused, and the answer says how tags are written`, () => {
      const problem = parseEntityTags('If-Match', header);
      assert.ok(problem instanceof Problem);
      assert.deepEqual([problem.status, problem.code], [400, 'invalid_header']);
      assert.match(problem.detail, /If-Match must be \* or entity tags in quotes/);
    });
  }

  it('a tag is the version in quotes', () => assert.equal(etagOf(12), '"12"'));

  it('a header of 60,000 characters is read in no time', () => {
    const started = performance.now();
    parseEntityTags('If-Match', `${'"7" , '.repeat(10_000)}x`);
    parseEntityTags('If-Match', `"7"${', '.repeat(30_000)}x`);
    assert.ok(performance.now() - started < 500);
  });
});
