import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, recordTypes } from '../../catalogue/index.ts';
import { createSampleRecord, SAMPLE_RECORD_ID } from './sample-record.ts';

const NOW = Date.parse('2026-01-31T09:30:00Z');

test('a sample has every field of its type in order, an id no record has, and the state its action leads to', () => {
  for (const type of recordTypes) {
    for (const action of type.events) {
      const record = JSON.parse(createSampleRecord(type.name, action, 'ann@example.com', NOW).text);
      const what = `${type.name} ${action}`;
      assert.deepEqual(Object.keys(record), Object.keys(fieldsOf(type)), what);
      assert.equal(record.ID, SAMPLE_RECORD_ID);
      assert.equal(record.UpdatedBy, 'ann@example.com');
      assert.equal(record.CreatedOn, '2026-01-31T09:30:00.000Z');
      for (const [name, field] of Object.entries(fieldsOf(type))) {
        if (!field.nullable) assert.notEqual(record[name], null, `${what}: ${name}`);
      }
      if (type.states?.moves[action]) {
        assert.equal(record.Status, action);
        const stamp = type.states.stamps[action]?.field;
        if (stamp) assert.match(record[stamp], /^2026-01-31/, what);
      }
    }
  }
});
