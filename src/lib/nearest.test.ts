import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from './nearest.ts';

const names = [
  'ID',
  'Name',
  'Title',
  'Location',
  'LocationID',
  'CreatedOn',
  'CreatedBy',
  'UpdatedOn',
  'ManufacturerPartNumber',
];

const meant: [string, string][] = [
  ['name', 'Name'],
  ['Nmae', 'Name'],
  ['Nam', 'Name'],
  ['Names', 'Name'],
  ['titel', 'Title'],
  ['created_on', 'CreatedOn'],
  ['createdAt', 'CreatedOn'],
  ['UPDATEDNO', 'UpdatedOn'],
  ['locationid', 'LocationID'],
  ['Locaton', 'Location'],
  ['ManufacturrPartNum', 'ManufacturerPartNumber'],
  ['i', 'ID'],
];

for (const [word, name] of meant) {
  test(`"${word}" suggests ${name}`, () => assert.equal(nearest(word, names), name));
}

for (const word of ['', 'xyz', 'Price', 'no', 'completely different', 'n'.repeat(1_000_000)]) {
  test(`"${word.slice(0, 30)}" suggests nothing`, () => assert.equal(nearest(word, names), undefined));
}

test('of equally near names the first is suggested', () => {
  assert.equal(nearest('CreatedXX', names), 'CreatedOn');
  assert.equal(nearest('CreatedXX', names.toReversed()), 'CreatedBy');
});

test('without candidates there is no suggestion', () => assert.equal(nearest('Name', []), undefined));

test('one slip in a name of three letters or more always leads back to it', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('insert', 'omit', 'exchange', 'swap'), (name, place, slip) => {
      const at = place % (name.length - 1);
      const slips = {
        insert: `${name.slice(0, at)}z${name.slice(at)}`,
        omit: name.slice(0, at) + name.slice(at + 1),
        exchange: `${name.slice(0, at)}z${name.slice(at + 1)}`,
        swap: name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
      };
      assert.equal(nearest(slips[slip as keyof typeof slips].toUpperCase(), [name]), name);
    }),
  );
});
