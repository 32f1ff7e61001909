import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseGrant, type GrantWords } from './chosen-grant.ts';
import { isRefused } from './refused.ts';
import { presets } from './roles.ts';

const granted: [words: GrantWords, role: string, areas: readonly string[]][] = [
  [{ preset: 'Maintenance' }, 'Manager', presets.Maintenance.areas],
  [{ preset: 'full' }, 'Admin', presets.Full.areas],
  [{ preset: 'REPORTING', role: undefined, areas: undefined }, 'ReadOnly', presets.Reporting.areas],
  [{ role: 'technician', areas: ['webhooks', 'assets'] }, 'Technician', ['Assets', 'Webhooks']],
  [{ role: 'ReadOnly', areas: ['Jobs', 'jobs', 'JOBS'] }, 'ReadOnly', ['Jobs']],
];
for (const [words, role, areas] of granted) {
  test(`granted: ${JSON.stringify(words)}`, () => assert.deepEqual(chooseGrant(words), { role, areas }));
}

const refused: [words: GrantWords, message: RegExp][] = [
  [{}, /^Give a preset \(Maintenance, Operations, Reporting, Full\), or both a role and areas\.$/],
  [{ role: 'Admin' }, /both a role and areas/],
  [{ areas: ['Jobs'] }, /both a role and areas/],
  [{ preset: 'Full', role: 'Admin' }, /not both/],
  [{ preset: 'Full', areas: ['Jobs'] }, /not both/],
  [{ preset: 'Maintanance' }, /^"Maintanance" is not a known preset\. Did you mean Maintenance\?$/],
  [
    { preset: 'everything' },
    /^"everything" is not a known preset\. There are Maintenance, Operations, Reporting, Full\.$/,
  ],
  [{ preset: '' }, /not a known preset/],
  [{ preset: 'constructor' }, /not a known preset/],
  [{ role: 'Manger', areas: ['Jobs'] }, /^"Manger" is not a known role\. Did you mean Manager\?$/],
  [{ role: 'Manager', areas: ['Asets'] }, /^"Asets" is not a known area\. Did you mean Assets\?$/],
  [{ role: 'Manager', areas: ['Jobs', 'vendors'] }, /^Vendors is a record type; it belongs to the area Purchasing\.$/],
  [{ role: 'Manager', areas: [] }, /^Name at least one area: WorkOrders, /],
  [{ role: 'Manager', areas: [''] }, /not a known area/],
];
for (const [words, message] of refused) {
  test(`refused: ${JSON.stringify(words)}`, () => {
    const answer = chooseGrant(words);
    assert.ok(isRefused(answer), JSON.stringify(answer));
    assert.match(answer.refused, message);
  });
}
