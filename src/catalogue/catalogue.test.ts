import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions, areas, type Field, fieldsOf, isIndexed, recordType, recordTypeNames, recordTypes } from './index.ts';

// What the compiler cannot see in a declaration. Everything else (schema, tables, filters, pages) is made from it.

const typesWithFields = recordTypes.map((type) => ({ type, fields: Object.entries(fieldsOf(type)) }));

test('every reference, and every webhook filter, leads to a record type through a field that is there', () => {
  for (const { type, fields } of typesWithFields) {
    for (const [name, field] of fields) {
      if (field.kind !== 'reference') continue;
      assert.ok(recordTypeNames.includes(field.to), `${type.name}.${name}`);
      assert.match(name, /ID$/, `${type.name}.${name} is the ID of another record`);
    }
    if (type.webhookFilter === undefined) continue;
    const { entityType, field } = type.webhookFilter;
    const compared = type.fields[field];
    assert.ok(compared?.kind === 'reference' && compared.to === entityType, `${type.name} is narrowed by ${field}`);
  }
});

test('what is searched are fields that have a text of their own, and an own number from elsewhere', () => {
  for (const { type, fields } of typesWithFields) {
    const declared = new Map(fields);
    assert.equal(new Set(type.search).size, type.search.length, `${type.name} names each field once`);
    assert.ok(type.search.includes('ExternalID'), type.name);
    for (const name of type.search) {
      assert.ok(['text', 'int'].includes(declared.get(name)?.kind ?? 'nothing'), `${type.name}.${name}`);
    }
  }
});

/** Nobody may move there: a receipt does. */
const byRule = new Set(['PurchaseOrders PartiallyFulfilled']);

test('states are those of the field Status, each can be reached, and each stamp is a time that may be empty', () => {
  for (const { states, fields, name } of recordTypes) {
    if (states === undefined) continue;
    const status = fields.Status as Extract<Field, { kind: 'enum' }>;
    assert.equal(status.kind, 'enum', name);
    assert.deepEqual(
      Object.keys(states.moves).sort(),
      [...status.values].sort(),
      `${name} says of every state where it leads`,
    );
    const reached = reachable(states.moves, status.default!);
    const lost = status.values.filter((state) => !reached.has(state) && !byRule.has(`${name} ${state}`));
    assert.deepEqual(lost, [], `${name} begins at ${status.default}`);
    for (const [state, stamp] of Object.entries(states.stamps)) {
      const field = fields[stamp.field];
      assert.ok(status.values.includes(state), `${name}: ${state}`);
      assert.ok(field?.kind === 'timestamp' || field?.kind === 'date', `${name}.${stamp.field} is a time`);
      assert.ok(field.nullable, `${name}.${stamp.field} is empty before the state is entered`);
      if (stamp.clearsTo !== undefined) assert.ok(status.values.includes(stamp.clearsTo), `${name}: ${state}`);
      for (const kept of stamp.keptIn ?? []) assert.ok(status.values.includes(kept), `${name}: ${kept}`);
    }
  }
});

test('what a record is called by, where search looks and what a move asks for are fields that are there', () => {
  for (const { type, fields } of typesWithFields) {
    const byName = new Map(fields);
    assert.ok(type.title.length >= 1 && type.title.length <= 2, type.name);
    for (const name of type.title) {
      const field = byName.get(name);
      if (field?.kind !== 'reference') assert.equal(field?.kind, 'text', `${type.name} is called by ${name}`);
      else {
        const to = recordType(field.to);
        assert.equal(to.fields.Name?.kind, 'text', `${type.name} is called by ${name}`);
        assert.equal(to.area, type.area, `whoever reads ${type.name} may read the name in their title`);
      }
    }
    // One of them is always there.
    assert.ok(
      type.title.some((name) => !byName.get(name)!.nullable || type.numbered),
      type.name,
    );
    assert.ok(type.search.length > 0, type.name);
    for (const name of type.search) assert.match(byName.get(name)?.kind ?? '', /^(text|int)$/, `${type.name}.${name}`);
    for (const [state, asked] of Object.entries(type.states?.asks ?? {})) {
      assert.ok(Object.hasOwn(type.states!.moves, state), `${type.name}: ${state}`);
      for (const name of asked) assert.ok(byName.has(name) && !byName.get(name)!.readOnly, `${type.name}.${name}`);
    }
  }
});

test('a default is a value that the field may hold', () => {
  for (const { type, fields } of typesWithFields) {
    for (const [name, field] of fields) {
      const where = `${type.name}.${name}`;
      if (field.kind === 'enum') {
        assert.equal(new Set(field.values).size, field.values.length, where);
        if (field.default !== undefined) assert.ok(field.values.includes(field.default), where);
      }
      if (field.kind === 'text') assert.ok([...(field.default ?? '')].length <= field.max, where);
      if (field.kind === 'decimal' && field.default !== undefined) {
        assert.ok(field.default >= (field.atLeast ?? -Infinity) && field.default > (field.above ?? -Infinity), where);
      }
      if ('default' in field)
        assert.ok(!field.nullable, `${where}: null is what a nullable field holds when nothing is said`);
    }
  }
});

test('no two fields of a type have one name but for case, and none has the name of a parameter of lists', () => {
  const parameters = ['skip', 'take', 'orderby', 'fuzzy', 'extfilter', 'count'];
  for (const { type, fields } of typesWithFields) {
    const names = fields.map(([name]) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length, type.name);
    assert.deepEqual(
      names.filter((name) => parameters.includes(name)),
      [],
      type.name,
    );
    assert.ok(
      names.every((name) => /^[a-z][a-z0-9]*$/.test(name)),
      type.name,
    );
  }
});

test('every area but those of webhooks and assistants holds a record type, every event has a type, and no text without a limit is indexed', () => {
  const used = new Set(recordTypes.map(({ area }) => area));
  assert.deepEqual(
    areas.filter((area) => !used.has(area)),
    ['Webhooks', 'Assistant'],
  );
  const told = new Set(recordTypes.flatMap(({ events }) => events));
  assert.deepEqual(
    actions.filter((action) => !told.has(action)),
    [],
  );
  for (const name of recordTypeNames) assert.equal(recordType(name).name, name);
  for (const { type, fields } of typesWithFields) {
    // A row of an index of PostgreSQL holds 2,704 bytes; folded, a character may take 18.
    for (const [name, field] of fields) {
      if (field.kind === 'text' && isIndexed(name, field)) assert.ok(field.max <= 254, `${type.name}.${name}`);
    }
  }
});

function reachable(moves: Readonly<Record<string, readonly string[]>>, from: string): Set<string> {
  const seen = new Set([from]);
  for (const state of seen) for (const next of moves[state] ?? []) seen.add(next);
  return seen;
}
