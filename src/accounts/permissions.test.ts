import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Area, areas, type RecordTypeName, recordTypeNames } from '../catalogue/index.ts';
import { AccountScope } from './account.ts';
import type { Caller } from './caller.ts';
import { mayRead, mayUseWebhooks, mayWrite } from './permissions.ts';
import {
  type Grant,
  mayUseWebhooks as grantsWebhooks,
  permissionsOf,
  presets,
  type Role,
  readingOnly,
  roles,
} from './roles.ts';

/** The agreed table, written down a second time: the area of each type and the roles that may write it. */
const expected: Record<RecordTypeName, { area: Area; writers: Role[] }> = {
  WorkOrders: { area: 'WorkOrders', writers: ['Admin', 'Manager', 'Technician'] },
  Tasks: { area: 'WorkOrders', writers: ['Admin', 'Manager', 'Technician'] },
  Boards: { area: 'WorkOrders', writers: ['Admin', 'Manager'] },
  Assets: { area: 'Assets', writers: ['Admin', 'Manager', 'Technician'] },
  AssetStatuses: { area: 'Assets', writers: ['Admin', 'Manager'] },
  Locations: { area: 'Assets', writers: ['Admin', 'Manager'] },
  Forms: { area: 'Forms', writers: ['Admin', 'Manager', 'Technician'] },
  FormTemplates: { area: 'Forms', writers: ['Admin', 'Manager'] },
  PurchaseOrders: { area: 'Purchasing', writers: ['Admin', 'Manager'] },
  Vendors: { area: 'Purchasing', writers: ['Admin', 'Manager'] },
  Products: { area: 'Inventory', writers: ['Admin', 'Manager'] },
  Jobs: { area: 'Jobs', writers: ['Admin', 'Manager'] },
  Routes: { area: 'Jobs', writers: ['Admin', 'Manager', 'Technician'] },
  Employees: { area: 'People', writers: ['Admin', 'Manager'] },
  Users: { area: 'People', writers: ['Admin'] },
};

for (const role of ['Admin', 'Manager', 'Technician', 'ReadOnly'] as const) {
  test(`${role}: every record type under every single area`, () => {
    for (const area of areas) {
      const caller = callerWith({ role, areas: [area] });
      for (const type of recordTypeNames) {
        const { area: needed, writers } = expected[type];
        const inArea = area === needed;
        const read = mayRead(caller, type);
        const write = mayWrite(caller, type);
        assert.equal(read === undefined, inArea, `${role} in ${area} reads ${type}`);
        assert.equal(write === undefined, inArea && writers.includes(role), `${role} in ${area} writes ${type}`);
        if (read) {
          assert.equal(read.status, 403);
          assert.ok(read.detail.includes(`needs the area ${needed}`), read.detail);
        }
        if (write) {
          assert.equal(write.status, 403);
          const missing = write.detail.split(';')[0]!;
          assert.equal(missing.includes(`the area ${needed}`), !inArea, missing);
          assert.equal(missing.includes(`the role ${writers.join(' or ')}`), !writers.includes(role), missing);
        }
      }
    }
  });

  test(`${role}: all areas together open all types and nothing beyond the role`, () => {
    const caller = callerWith({ role, areas });
    for (const type of recordTypeNames) {
      assert.equal(mayRead(caller, type), undefined);
      assert.equal(mayWrite(caller, type) === undefined, expected[type].writers.includes(role), type);
    }
  });
}

test('the webhook permission is the area Webhooks, whatever the role', () => {
  for (const role of roles) {
    assert.equal(mayUseWebhooks(callerWith({ role, areas: ['Webhooks'] })), undefined);
    const refusal = mayUseWebhooks(callerWith({ role, areas: areas.filter((area) => area !== 'Webhooks') }));
    assert.equal(refusal?.status, 403);
    assert.match(refusal?.detail ?? '', /webhook permission/);
  }
});

test('a key that only proposes is sent on where it can get what it wants', () => {
  const caller = callerWith({ role: 'Admin', areas });
  const proposing = {
    ...caller,
    integration: { ...caller.integration, proposesOnly: true as const },
    permissions: readingOnly(caller.integration),
  };
  assert.match(mayWrite(proposing, 'Tasks')?.detail ?? '', /POST \/api\/Proposals/);
  assert.equal(mayUseWebhooks(proposing), undefined);
  const refusal = mayUseWebhooks(proposing, true)?.detail ?? '';
  assert.match(refusal, /webhooks cannot be proposed. A person makes them in the console, or another integration/);
  assert.doesNotMatch(refusal, /Proposals/);
});

test('a refusal tells what the integration has, so that its owner sees what to ask for', () => {
  const refusal = mayWrite(callerWith({ role: 'Technician', areas: ['WorkOrders', 'Forms'] }), 'Users');
  assert.equal(
    refusal?.detail,
    'To write Users the integration needs the area People and the role Admin; ' +
      'it has the role Technician and the areas WorkOrders, Forms.',
  );
});

test('the presets are the agreed ones', () => {
  const all: Area[] = ['WorkOrders', 'Assets', 'Forms', 'Purchasing', 'Inventory', 'Jobs', 'People'];
  assert.deepEqual(presets, {
    Maintenance: { role: 'Manager', areas: ['WorkOrders', 'Assets', 'Forms', 'Inventory', 'Webhooks'] },
    Operations: {
      role: 'Manager',
      areas: ['WorkOrders', 'Forms', 'Purchasing', 'Inventory', 'Jobs', 'People', 'Webhooks'],
    },
    Reporting: { role: 'ReadOnly', areas: all },
    Full: { role: 'Admin', areas: [...all, 'Webhooks', 'Assistant'] },
  });
});

test('the guide says what each preset gives, and what an area holds', () => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  for (const [preset, grant] of Object.entries(presets))
    assert.ok(guide.includes(`| \`${preset}\` | ${grant.role} | ${grant.areas.join(', ')} |\n`), preset);
  for (const area of areas) {
    const types = recordTypeNames.filter((type) => expected[type].area === area);
    if (types.length > 0) assert.ok(guide.includes(`| \`${area}\` | ${types.join(', ')} |\n`), area);
    else assert.match(guide, new RegExp(`\\| \`${area}\` \\| .+ \\|\\n`));
  }
});

function callerWith(grant: Grant): Caller {
  const account = new AccountScope({ shardID: 's1', id: 'acc_1', name: 'Harbour', key: 1 });
  const integration = {
    ...grant,
    id: 'int_1',
    name: 'Sync',
    createdOn: 0,
    createdBy: 'a@example.com',
    submitter: 'a@example.com',
  };
  return { account, integration, apiKey: 'mds_1', permissions: permissionsOf(grant), webhooks: grantsWebhooks(grant) };
}
