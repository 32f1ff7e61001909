/** The service itself judges the demo data: each record is what a POST of its writable fields would have made. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fieldsOf, type RecordTypeName, recordType, recordTypeNames } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import { recordSchema } from '../records/schema.ts';
import type { Found, RecordFields } from '../records/store.ts';
import { createRecord } from '../records/writes/create.ts';
import { type DemoAccount, demoAccount, firms, NOW } from './testing/demo-account.ts';

// A meter reading in the millions, divided by a ten-thousandth, is no longer exact to six places.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false, multipleOfPrecision: 4 });

/** Given by the moment of a write or by a login, not by what is written. */
const ofTheMoment = ['CreatedOn', 'UpdatedOn', 'CreatedBy', 'UpdatedBy', 'LastLoginOn'];

for (const firm of firms) {
  for (const size of ['tiny', 'demo'] as const) {
    describe(`${firm}, ${size}`, () => {
      const account = demoAccount({ firm, size });
      for (const type of recordTypeNames) {
        it(`${type} answer to the schema of a record`, () => {
          const validate = ajv.compile(recordSchema(recordType(type)));
          for (const record of account[type]) {
            assert.ok(validate(record), `${record.ID}: ${JSON.stringify(validate.errors)}`);
          }
        });

        it(`${type} are what the service would make of them: states, stamps, rules and derived fields`, () => {
          for (const record of account[type]) {
            const made = timeless(asTheServiceMakesIt(account, type, record));
            const given = timeless(record);
            // The text tells at once whether they are the same, order of the fields included; the fields tell what differs.
            if (JSON.stringify(made) === JSON.stringify(given)) continue;
            assert.deepEqual(made, given);
            assert.deepEqual(Object.keys(made), Object.keys(given));
            assert.fail(`${type} ${record.ID}: fields within a list are not in their order`);
          }
        });
      }
    });
  }
}

function asTheServiceMakesIt(account: DemoAccount, name: RecordTypeName, record: RecordFields): RecordFields {
  const type = recordType(name);
  const body = Object.fromEntries(
    Object.entries(record).filter(([field]) => fieldsOf(type)[field]!.readOnly === undefined),
  );
  const change = createRecord(type, body, { kind: 'person', id: null, name: null, email: 'somebody@example.com' });
  if (change instanceof Problem) assert.fail(`${name} ${record.ID}: ${JSON.stringify(change)}`);
  const decision = change.decide(undefined, foundIn(account), { now: NOW, id: record.ID as number });
  if (decision.decision !== 'write') assert.fail(`${name} ${record.ID}: ${JSON.stringify(decision)}`);
  return decision.fields;
}

/** What a change sees of the account at the time the record was made: what is deleted now was there then. */
function foundIn(account: DemoAccount): Found {
  return {
    alive: (type, id) => account[type][id - 1] !== undefined,
    record: (type, id) => ({ id, version: 1, text: JSON.stringify(account[type][id - 1]) }),
    ancestors: () => [],
    taken: () => false,
    another: () => true,
    account: () => ({ currency: 'GBP' }),
  };
}

function timeless(record: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !ofTheMoment.includes(field)));
}
