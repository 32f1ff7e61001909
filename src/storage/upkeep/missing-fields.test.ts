import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sample } from '../../../tests/conformance/samples.ts';
import { fieldsOf, recordType, recordTypeNames } from '../../catalogue/index.ts';
import { defaultOf } from '../../records/writes/defaults.ts';
import { StorageError } from '../storage-error.ts';
import { addMissingFields, BATCH_LIMITS, countInBatch, fieldFingerprints, typesToComplete } from './missing-fields.ts';

test('any field that has a default, or may be null, can be missing: it comes back in its place', () => {
  for (const name of recordTypeNames) {
    const type = recordType(name);
    for (const [field, declaration] of Object.entries(fieldsOf(type))) {
      const value = defaultOf(declaration);
      if (value === undefined) continue;
      const { [field]: _lost, ...older } = { ...sample(name, 7) };
      const whole = addMissingFields(type, JSON.stringify(older))!;
      assert.deepEqual(whole.added, [field]);
      assert.deepEqual(
        Object.entries(whole.fields),
        Object.entries({ ...sample(name, 7), [field]: value }),
        `${name}.${field}`,
      );
      assert.equal(whole.text, JSON.stringify(whole.fields));
    }
    assert.equal(addMissingFields(type, JSON.stringify(sample(name, 7))), undefined, 'a whole record is left as it is');
  }
});

test('a field that can be neither null nor a default is a fault of the version that brings it, and is named', () => {
  const { Name: _lost, ...older } = { ...sample('Tasks', 1) };
  assert.throws(() => addMissingFields(recordType('Tasks'), JSON.stringify(older)), /Tasks.Name has no default/);
  assert.throws(() => addMissingFields(recordType('Tasks'), JSON.stringify(older)), StorageError);
});

test('what this version does not know is kept, behind the rest', () => {
  const { Notes: _lost, ...older } = { ...sample('Tasks', 1, {}), Later: [1] } as Record<string, unknown>;
  const { fields } = addMissingFields(recordType('Tasks'), JSON.stringify(older))!;
  assert.equal(Object.keys(fields).at(-1), 'Later');
  assert.equal(fields.Notes, null);
});

test('items of a list get what they lack; what they hold, null too, stays', () => {
  const answers = [
    { FieldID: 'a', Value: null, Note: 'kept', Flagged: true },
    { FieldID: 'b', Label: 'Whole', Value: 1, Note: null, Flagged: null },
  ];
  const { fields, added } = addMissingFields(
    recordType('Forms'),
    JSON.stringify(sample('Forms', 1, { Answers: answers })),
  )!;
  assert.deepEqual(added, []);
  assert.deepEqual(fields.Answers, [{ FieldID: 'a', Label: '', Value: null, Note: 'kept', Flagged: true }, answers[1]]);
  assert.deepEqual(Object.keys((fields.Answers as object[])[0]!), ['FieldID', 'Label', 'Value', 'Note', 'Flagged']);
});

test('a type is looked through when its fields differ from those noted, and only then', () => {
  assert.deepEqual(
    typesToComplete(undefined).map(({ name }) => name),
    recordTypeNames,
  );
  assert.deepEqual(typesToComplete(JSON.stringify(fieldFingerprints())), []);
  const { Jobs: _unknown, ...others } = fieldFingerprints();
  assert.deepEqual(
    typesToComplete(JSON.stringify({ ...others, Users: 'older' })).map(({ name }) => name),
    ['Jobs', 'Users'],
  );
});

test('a batch ends at so many rows or so many bytes, and a document larger than that is one by itself', () => {
  assert.equal(countInBatch([]), 0);
  assert.equal(countInBatch([10, 10, 10]), 3);
  assert.equal(countInBatch([BATCH_LIMITS.bytes + 1, 10]), 1);
  assert.equal(countInBatch([10, BATCH_LIMITS.bytes, 10]), 2);
});
