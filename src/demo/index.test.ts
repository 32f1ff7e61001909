import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  type Field,
  fieldsOf,
  isScalar,
  type RecordTypeName,
  recordType,
  recordTypeNames,
} from '../catalogue/index.ts';
import { fold } from '../lib/fold.ts';
import { countRecords, demoFirms, demoRecords, scaledSize, sizes } from './index.ts';
import { demoAccount, firms, NOW, referencesOf } from './testing/demo-account.ts';

/**
 * What the fixed seed and moment give. Docs cite these records: whoever changes them on purpose puts the new hash here,
 * which the failing test prints.
 */
const hashes = {
  'harbour tiny': '2c79aa363e2e598c85188002891e4910f7655557a76d578977aa5621fc1746f1',
  'harbour demo': '1a703f4607372e68ea9f73c19ac1e291bb3e7564d144e31fcfa8ef74e555fa73',
  'ridgeway tiny': '744c8cab82e5ddee0403644c62a5f2fb74829acf35b52c6e2a01fcef98f415f9',
  'ridgeway demo': '8c4c957731a3473988b05b3976fabf49abbaae58676efe8a953cd801e383467f',
};

function hashOf(options: Parameters<typeof demoRecords>[0]): string {
  const hash = createHash('sha256');
  for (const { type, records } of demoRecords(options)) hash.update(type).update(JSON.stringify(records));
  return hash.digest('hex');
}

describe('demo records', () => {
  for (const [name, expected] of Object.entries(hashes)) {
    it(`are the same bytes for the same input: ${name}`, () => {
      const [firm, size] = name.split(' ') as ['harbour', 'tiny'];
      assert.equal(hashOf({ firm, size, now: NOW }), expected);
      assert.equal(hashOf({ firm, size, now: NOW }), expected, 'a second time in the same process');
    });
  }

  it('differ with the seed, the moment and the firm', () => {
    const other = new Set([
      hashOf({ firm: 'harbour', size: 'tiny', now: NOW }),
      hashOf({ firm: 'harbour', size: 'tiny', now: NOW + 1 }),
      hashOf({ firm: 'harbour', size: 'tiny', now: NOW, seed: 2 }),
      hashOf({ firm: 'ridgeway', size: 'tiny', now: NOW }),
    ]);
    assert.equal(other.size, 4);
  });

  it('are as many as their size says, numbered from 1, in batches of at most 500', () => {
    for (const [size, counts] of [
      ['tiny', sizes.tiny],
      ['demo', sizes.demo],
      ['tiny', { ...sizes.tiny, Tasks: 0 }],
      ['tiny', scaledSize('tiny', 1_234)],
    ] as const) {
      const last: Partial<Record<RecordTypeName, number>> = {};
      let total = 0;
      for (const { type, records } of demoRecords({ firm: 'harbour', size, counts, now: NOW })) {
        assert.ok(records.length > 0 && records.length <= 500);
        for (const record of records) {
          assert.equal(record.ID, (last[type] ?? 0) + 1);
          last[type] = record.ID;
        }
        total += records.length;
      }
      assert.equal(total, countRecords(counts));
      for (const type of recordTypeNames) assert.equal(last[type] ?? 0, counts[type], type);
    }
    assert.equal(
      countRecords(sizes.load),
      20_000 + 500 + 20_000 + 2_000 + 2_500 + 100_000 + 25_000 + 1_250_000 + 150_000 + 24,
    );
  });

  it('are as many in proportion where another number of tasks is wanted', () => {
    assert.deepEqual(scaledSize('load', 60_000), {
      ...sizes.load,
      Locations: 1_200,
      Vendors: 30,
      Products: 1_200,
      Employees: 120,
      Users: 150,
      Assets: 6_000,
      Jobs: 1_200,
      Routes: 300,
      WorkOrders: 15_000,
      Tasks: 60_000,
      Forms: 6_000,
      PurchaseOrders: 3_000,
    });
    assert.deepEqual(scaledSize('load', 10), { ...sizes.tiny, Tasks: 10 }, 'a firm has some of everything');
    assert.deepEqual(scaledSize('demo', sizes.demo.Tasks), sizes.demo);
  });

  it('are given lazily', () => {
    const batches = demoRecords({ firm: 'harbour', size: 'load', now: NOW });
    assert.equal(batches.next().value?.records.length, 500);
    batches.return();
  });

  it('make the admin of the account user 1, by the address it already has', () => {
    for (const firm of firms) {
      const { Users } = demoAccount({ firm, size: 'tiny' });
      const { Email, FirstName, LastName, Role, Status, Deleted } = Users[0]!;
      assert.deepEqual(
        { Email, Name: `${FirstName} ${LastName}`, Role, Status, Deleted },
        {
          Email: demoFirms[firm].adminEmail,
          Name: demoFirms[firm].adminName,
          Role: 'Admin',
          Status: 'Active',
          Deleted: false,
        },
      );
    }
    const { Users, Boards } = demoAccount({ firm: 'harbour', size: 'tiny', adminEmail: 'ops@example.com' });
    assert.equal(Users[0]!.Email, 'ops@example.com');
    assert.equal(Boards[0]!.CreatedBy, 'ops@example.com');
  });
});

for (const firm of firms) {
  for (const size of ['tiny', 'demo'] as const) {
    describe(`every record of ${firm}, ${size}`, () => {
      const account = demoAccount({ firm, size });
      const emails = new Set(account.Users.map((user) => user.Email));

      it('has every field of its type, in the order of the catalogue', () => {
        for (const type of recordTypeNames) {
          const names = Object.keys(fieldsOf(recordType(type)));
          for (const record of account[type]) assert.deepEqual(Object.keys(record), names);
        }
      });

      it('refers only to records that were given before it, and were there when it was made', () => {
        const given = new Map<string, string>();
        for (const { type, records } of demoRecords({ firm, size, now: NOW })) {
          for (const record of records) {
            for (const { field, to, id } of referencesOf(type, record)) {
              const created = given.get(`${to} ${id}`);
              assert.ok(created !== undefined, `${type} ${record.ID} ${field} ${id} is not there yet`);
              assert.ok(created <= (record.CreatedOn as string), `${type} ${record.ID} is older than ${to} ${id}`);
            }
            given.set(`${type} ${record.ID}`, record.CreatedOn as string);
          }
        }
      });

      it('was made and changed by users of the firm, in the order of the IDs, and not after now', () => {
        const now = new Date(NOW).toISOString();
        for (const type of recordTypeNames) {
          let before = '';
          for (const { ID, CreatedOn, UpdatedOn, CreatedBy, UpdatedBy } of account[type]) {
            assert.ok(emails.has(CreatedBy!) && emails.has(UpdatedBy!), `${type} ${ID} by ${CreatedBy}, ${UpdatedBy}`);
            assert.ok((CreatedOn as string) <= (UpdatedOn as string) && (UpdatedOn as string) <= now, `${type} ${ID}`);
            // Tasks are added to a work order while later ones are made.
            if (type !== 'Tasks')
              assert.ok(before <= (CreatedOn as string), `${type} ${ID} is older than the one before`);
            before = CreatedOn as string;
          }
        }
      });

      it('has values that nobody else has where they are unique', () => {
        for (const type of recordTypeNames) {
          for (const [name, field] of Object.entries(fieldsOf(recordType(type)))) {
            if (field.kind !== 'text' || field.unique === undefined) continue;
            const values = account[type].flatMap((record) => {
              const value = record[name] as string | null;
              return value === null ? [] : [field.unique === 'folded' ? fold(value) : value];
            });
            assert.equal(new Set(values).size, values.length, `${type} ${name}`);
          }
        }
      });

      it('names no address that could be somebody’s', () => {
        for (const type of recordTypeNames) {
          for (const [name, field] of Object.entries(fieldsOf(recordType(type)))) {
            if (!isTextField(field)) continue;
            for (const record of account[type]) {
              const value = (record[name] ?? '') as string;
              if (!/@|https?:/.test(value)) continue;
              assert.match(value, /^(https:\/\/|[a-z.]+@)([a-z-]+\.)*example\.(com|org|net)$/, `${type} ${name}`);
            }
          }
        }
      });
    });
  }
}

function isTextField(field: Field): boolean {
  return isScalar(field) && field.kind === 'text';
}
