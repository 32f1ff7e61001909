import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordType } from '../catalogue/index.ts';
import { type EntityTags, parseEntityTags } from './etag.ts';
import { parseRecordID, readRecord } from './read.ts';

for (const [text, id] of [
  ['1', 1],
  ['9007199254740991', 9_007_199_254_740_991],
  ...['0', '-1', '+1', '01', '1.0', '1e3', ' 1', '', 'abc', '9007199254740992', '99999999999999999', '１'].map(
    (text) => [text, undefined],
  ),
] as [string, number | undefined][]) {
  it(`a path that ends in ${JSON.stringify(text)} names ${id === undefined ? 'no record' : `record ${id}`}`, () => {
    assert.equal(parseRecordID(text), id);
  });
}

describe('reading a record', () => {
  const record = { id: 3, version: 7, text: '{}' };
  const store = { read: async (_type: string, id: number) => (id === 3 ? record : undefined) };
  const read = (id: number, header?: string) =>
    readRecord(
      store,
      recordType('Tasks'),
      id,
      header === undefined ? {} : { ifNoneMatch: parseEntityTags('If-None-Match', header) as EntityTags },
    );

  it('gives its text and version', async () => assert.deepEqual(await read(3), { outcome: 'found', record }));

  it('is a 404 for an id that is not there, whatever the client has', async () => {
    for (const header of [undefined, '*', '"7"']) {
      const outcome = await read(4, header);
      assert.ok(outcome.outcome === 'refused' && outcome.problem.status === 404);
    }
  });

  it('sends nothing to a client that has this version, and the record to one that has another', async () => {
    assert.equal((await read(3, '"6", W/"7"')).outcome, 'not modified');
    assert.equal((await read(3, '*')).outcome, 'not modified');
    assert.equal((await read(3, '"6"')).outcome, 'found');
  });
});
