// The guide for receivers says what the code does: its tables are compared with the catalogue and the types.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { recordTypes } from '../src/catalogue/index.ts';
import { USER_AGENT } from '../src/webhooks/delivery/send/http-sender.ts';
import { errorClasses } from '../src/webhooks/delivery/send/outcome.ts';
import { MAX_ATTEMPTS, MAX_FAILURES_IN_A_ROW } from '../src/webhooks/delivery/settle/delivery-decision.ts';
import { deliveryStates } from '../src/webhooks/delivery.ts';
import { DELIVERIES_PER_SECOND, recoverableOutcomes, recoveryStates } from '../src/webhooks/recovery/recovery.ts';
import { startApp } from './support/app.ts';
import { subscribe, webhookEnvironment } from './support/openapi-webhooks.ts';
import { followed } from './support/recoveries.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');

test('the table of events is that of the catalogue', () => {
  const rows = tableUnder('entityType').flatMap(([types = '', actions, filter]) =>
    types.split(', ').map((type) => `${type} | ${actions} | ${filter}`),
  );
  const expected = recordTypes
    .filter(({ events }) => events.length > 0)
    .map(({ name, events, webhookFilter }) => `${name} | ${events.join(', ')} | ${webhookFilter?.entityType ?? ''}`);
  assert.deepEqual(rows, expected);
});

test('every error class and every state of a delivery is explained', () => {
  const classes = tableUnder('error').map(([name = '']) => name.replaceAll('`', ''));
  assert.deepEqual(classes.sort(), [...errorClasses].sort());
  for (const state of deliveryStates) assert.match(guide, new RegExp(`^\\d\\. \\*\\*.*\`${state}\``, 'm'), state);
});

test('numbers and names are those of the code', () => {
  assert.ok(guide.includes(`up to ${MAX_ATTEMPTS - 1} times`));
  assert.ok(guide.includes(`after ${MAX_FAILURES_IN_A_ROW} failed deliveries in a row`));
  assert.ok(guide.includes(`User-Agent: ${USER_AGENT}`));
});

test('every link within the repository leads somewhere', () => {
  const headingsOf = (page: string) =>
    new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text)));
  for (const [, target = ''] of guide.matchAll(/\]\(([^)]+)\)/g)) {
    if (target.startsWith('https://')) continue;
    const [file = '', anchor] = target.split('#');
    const path = join(import.meta.dirname, '../docs', file);
    assert.ok(existsSync(path), target);
    const page = file === '' ? guide : anchor === undefined ? '' : readFileSync(path, 'utf8');
    if (anchor !== undefined) assert.ok(headingsOf(page).has(anchor), target);
  }
});

test('the commands that recover what did not arrive do what the guide says', async (t) => {
  const app = await startApp(t, 'sqlite', webhookEnvironment);
  const key = await app.key(await app.account());
  // The guide speaks of subscription 12.
  for (let n = 1; n <= 12; n++) await subscribe(key);
  const [, section = ''] = guide.split(/^## Recovering what did not arrive$/m);
  const scripts = [...section.split(/^## /m)[0]!.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, script = '']) => script);
  assert.equal(scripts.length, 3);
  for (const command of scripts.flatMap((script) => script.split(/\n(?=curl)/))) {
    const script = Object.entries(key.credentials)
      .reduce((text, [name, value]) => text.replace(`'${name}: ...'`, `'${name}: ${value}'`), command)
      .replace('http://127.0.0.1:8080', app.url);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${script} -s -w '\\n%{http_code}'`]);
    const [body = '', status] = stdout.split(/\n(?=\d+$)/);
    assert.ok(status === '200' || status === '202', `${command}: ${stdout}`);
    const { id } = JSON.parse(body);
    if (id !== undefined) assert.equal((await followed(key, 12, id)).state, 'complete');
  }
});

test('every state of a run, and everything that can be recovered, is explained', () => {
  for (const word of [...recoverableOutcomes, ...recoveryStates]) assert.ok(guide.includes(`\`${word}\``), word);
  assert.ok(
    guide.includes(
      `(${DELIVERIES_PER_SECOND.usual} where you do not say, ${DELIVERIES_PER_SECOND.most.toLocaleString('en')} at most)`,
    ),
  );
});

/** The rows of the table whose first column is headed so. */
function tableUnder(heading: string): string[][] {
  const lines = guide.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2;
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  assert.ok(start > 1 && end > start, heading);
  return lines.slice(start, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
