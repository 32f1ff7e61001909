// Import is a door like the API: what a file says is judged by the same rules, and refused with the line and what is wrong.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRowJudge } from '../src/cli/account-file/judge.ts';
import { readAccountFile } from '../src/cli/account-file/read.ts';
import { CommandFailure } from '../src/cli/command.ts';
import { seedAccount } from '../src/cli/seed.ts';
import { sha256 } from '../src/lib/ids.ts';
import type { Json } from '../src/lib/json.ts';
import { type AuditEntry, personActor } from '../src/people/audit.ts';
import { NO_SECRET, type User } from '../src/people/person.ts';
import { changeUser, createUser, personAuthor } from '../src/people/user-records.ts';
import { Problem } from '../src/problems.ts';
import { columnIndexOf, type RowKind } from '../src/storage/transfer/account-rows.ts';
import { writeRows } from './support/account-file.ts';
import { createTestAccount, onBothEngines } from './support/app.ts';
import { altered, alteredRow, each, exported, openShard, readAltered } from './support/exported-account.ts';

const OTHER_HASH = sha256('other').toString('hex');
const PREVIOUS = { previous_secret_hash: OTHER_HASH, previous_valid_until: 5 };
const EARLIER = JSON.stringify([{ hash: OTHER_HASH, validUntil: 5 }]);

/** Kind, what is put in, what the refusal says. */
const bad: [RowKind, Record<string, Json>, RegExp][] = [
  ['subscriptions', { target_url: 'ftp://example.com/x' }, /targetUrl must begin with https/],
  ['subscriptions', { target_url: 'http://example.com/x' }, /targetUrl must begin with https/],
  ['subscriptions', { target_url: 'https://user:pw@example.com/' }, /must not hold a user name/],
  ['subscriptions', { target_url: 'https://exa mple.com' }, /targetUrl is not a URL/],
  ['subscriptions', { target_url: `https://example.com/${'x'.repeat(3_000)}` }, /at most 2000/],
  ['subscriptions', { entity_type: 'Nothing' }, /entityType must be one of/],
  ['subscriptions', { entity_type: 'workorders' }, /must be written WorkOrders/],
  ['subscriptions', { action: 'Exploded' }, /action must be one of/],
  ['subscriptions', { sealed_headers: '[1]' }, /headers must be an object/],
  ['subscriptions', { sealed_headers: '{' }, /headers is no JSON/],
  ['subscriptions', { sealed_headers: '{"X-A":"a\\nb"}' }, /printable ASCII/],
  ['subscriptions', { sealed_headers: '{"Host":"x"}' }, /reserved/],
  ['subscriptions', { filter_entity_type: null }, /sent together/],
  ['subscriptions', { filter_value: 77 }, /is compared as 77/],
  ['subscriptions', { name: 'x'.repeat(201) }, /at most 200 characters/],
  ['subscriptions', { id: 99 }, /beyond the counter/],
  ['subscriptions', { integration_id: 'int_nobody' }, /integration int_nobody, which does not exist/],
  ['subscriptions', { active: false }, /contradict/],
  ['subscription_periods', { subscription: 99 }, /subscription 99, which does not exist/],
  ['subscription_periods', { state: 'asleep' }, /a state or a time that cannot be/],
  ['subscription_periods', { state: 'off', why: 'x' }, /subscription \d+ is on, but was off in its last period/],
  ['subscription_periods', { why: 'x'.repeat(1_001) }, /a reason that is too long/],
  ['delivery_hours', { subscription: 99 }, /subscription 99, which does not exist/],
  ['delivery_hours', { place: 768 }, /of an hour that cannot be/],
  ['delivery_hours', { ok: -1 }, /a count that cannot be/],
  ['delivery_hours', { recent_ms: '1;2' }, /a time that cannot be/],
  ['key_use', { integration_id: 'int_nobody' }, /integration int_nobody, which does not exist/],
  ['key_use', { last_used_on: -5 }, /time that cannot be/],
  ['key_use', { previous_calls: -1 }, /counted what cannot be/],
  ['integrations', { name: 'Evil\u001b[2J' }, /control character/],
  ['integrations', { role: 'God' }, /role that does not exist/],
  ['integrations', { areas: 'Tasks,Nothing' }, /area that does not exist/],
  ['integrations', { submitter: 'nobody' }, /no e-mail address/],
  ['integrations', { secret_hash: '00ff' }, /no SHA-256/],
  ['integrations', { previous_secret_hash: OTHER_HASH }, /half of a previous secret/],
  ['integrations', { earlier_secrets: EARLIER }, /half of a previous secret/],
  [
    'integrations',
    { ...PREVIOUS, earlier_secrets: '[{"hash":"00ff","validUntil":5}]' },
    /earlier secrets that are none/,
  ],
  ['integrations', { created_on: -5 }, /time that cannot be/],
  ['integrations', { role: 'God\nacc_1 has arrived' }, /role that does not exist: God\\u000aacc_1 has arrived/],
  ['integrations', { api_key: 'int_console_acc_other' }, /passes for the built-in integration/],
  ['deliveries', { state: 'lost' }, /state that does not exist/],
  ['deliveries', { cause: 'whim' }, /cause that does not exist/],
  ['deliveries', { webhook_id: 'x' }, /webhook-id/],
  ['deliveries', { attempts: 10_001 }, /after 10001 attempts/],
  ['subscriptions', { down_since: 5 }, /its endpoint contradicts itself/],
  ['subscriptions', { down_since: 5, next_try_on: 6 }, /its endpoint contradicts itself/],
  ['subscriptions', { patience_ms: 5 }, /\/patience must be/],
  ['deliveries', { log: '{]' }, /log that is none/],
  ['deliveries', { settled_on: null }, /times contradict/],
  [
    'deliveries',
    { state: 'waiting', settled_on: null, due_on: 5, attempts: 1, change_seq: 99 },
    /is to tell is not there/,
  ],
  ['deliveries', { subscription: 55 }, /does not exist/],
  ['deliveries', { last_error: 'gremlins' }, /no known kind/],
  ['changes', { text: '{"a":1}' }, /has a record that/],
  ['changes', { content_hash: OTHER_HASH }, /hash that is not/],
  ['changes', { type: 'Gadgets' }, /record type that does not exist/],
  ['changes', { record_id: 12 }, /is about record 12/],
  ['changes', { submitter: 'me' }, /no e-mail address/],
  ['changes', { filter_value: 3 }, /filter value 3/],
  ['changes', { events: 'Deleted' }, /an event that is none of/],
  ['changes', { by_kind: 'ghost' }, /made by nobody/],
  ['changes', { approved_by: '7' }, /approved by somebody who is nobody/],
  ['changes', { before: '{"Nmae":1}' }, /values before that are none/],
  ['changes', { before: null, text: null }, /says nothing of what has changed/],
  ['changes', { before: '{"":7}' }, /values before that are none/],
  ['changes', { version: 999 }, /about version 999 of Boards \d+, which has come to/],
  ['changes', { version: 1 }, /changes end with/],
  ['Boards', { version: 2 ** 32 }, /version/],
  ['proposals', { state: 'maybe' }, /state that does not exist/],
  ['proposals', { state: 'approved', decided_on: 5 }, /is approved, but not by anybody or without a change/],
  ['proposals', { id: 700 }, /beyond the counter/],
  ['proposals', { type: 'Gadgets' }, /record type that does not exist/],
  ['proposals', { place: 2 }, /no place in its plan/],
  ['proposals', { decided_on: 5 }, /times contradict/],
  ['proposals', { write: '7' }, /no JSON/],
  ['proposals', { write: '{}' }, /asks for something else than what it says/],
  ['proposals', { write: '{"id":1,"delete":true}' }, /asks for something else than what it says/],
  ['proposals', { operation: 'delete', record_id: 1, base_version: 1 }, /half of what it was proposed on/],
  [
    'proposals',
    { operation: 'delete', record_id: 1, base_version: 1, base: '{}', write: '{"id":2,"delete":true}' },
    /asks for something else than what it says/,
  ],
  ['proposals', { outcome: '{"changed":7}' }, /outcome that is none/],
  ['record_counters', { type: 'Gadgets' }, /record type that does not exist/],
  ['record_counters', { last_id: -1 }, /whole number/],
  ['idempotency_keys', { key: 'a b' }, /no Idempotency-Key/],
  ['idempotency_keys', { type: 'Proposals', text: '{"id":9}' }, /shows no proposal/],
  ['idempotency_keys', { integration_id: 'int_x' }, /int_x, which does not exist/],
  ['Tasks', { Name: '' }, /\/Name must be text of 1 to/],
  ['Tasks', { Name: 5 }, /\/Name must be text/],
  ['Tasks', { Colour: 'red' }, /is not a field of a task/],
  ['Tasks', { Status: 'Asleep' }, /\/Status must be one of/],
  ['Tasks', { Status: 'Completed' }, /\/CompletedOn must not be null for Completed/],
  ['Tasks', { AssetID: 900 }, /points at Assets 900/],
  ['Tasks', { ID: 0 }, /\/ID/],
  ['Tasks', { ID: 7_000 }, /beyond the counter/],
  ['Tasks', { ID: 2 }, /2 is there twice/],
  ['Tasks', { UpdatedOn: 'yesterday' }, /\/UpdatedOn must be a timestamp/],
  ['Tasks', { UpdatedOn: '2026-01-01T00:00:00Z' }, /\/UpdatedOn should be "2026-01-01T00:00:00.000Z"/],
  ['Tasks', { CreatedBy: null }, /\/CreatedBy must be/],
  ['Tasks', { CustomFields: { big: 'x'.repeat(300_000) } }, /at most 262144 are allowed/],
  ['Tasks', { version: 0 }, /version/],
  ['WorkOrders', { TotalCost: 1_000 }, /\/TotalCost should be 0/],
  ['Employees', { DisplayName: 'Somebody else' }, /\/DisplayName should be/],
  ['Locations', { ParentLocationID: 2 }, /points at Locations 2, which does not come before it/],
];

for (const [kind, changes, message] of bad) {
  const [[column, value]] = Object.entries(changes) as [[string, Json]];
  test(`refused: ${kind} with ${column} ${JSON.stringify(value).slice(0, 40)}`, async (t) => {
    const { account, rows } = await exported(t);
    await assert.rejects(readAltered(t, account, altered(rows, kind, changes)), (failure: Error) => {
      assert.ok(failure instanceof CommandFailure, String(failure.stack));
      assert.match(failure.message, message);
      assert.match(failure.message, /Nothing was imported/);
      // What is known only at the end stands in no line.
      if (!/does not exist\.|last period\.|changes end with/.test(failure.message))
        assert.match(failure.message, /line \d+/);
      return true;
    });
  });
}

test('refused: a nested reference to a record that is not there, and lines that stand in the wrong order', async (t) => {
  const { account, rows } = await exported(t);
  const order = rows.findIndex(
    ({ kind, values }) => kind === 'PurchaseOrders' && /"ProductID":\d/.test(String(values[1])),
  );
  const [version, text] = rows[order]!.values;
  const dangling = {
    kind: 'PurchaseOrders',
    values: [version!, String(text).replace(/"ProductID":\d+/, '"ProductID":800')],
  } as const;
  await assert.rejects(
    readAltered(t, account, rows.with(order, dangling)),
    /points at Products 800, which does not exist/,
  );
  await assert.rejects(readAltered(t, account, rows.toReversed()), /which it should come before/);
});

test('refused: a key that passes for the built-in integration, which is listed nowhere and cannot be revoked', async (t) => {
  const { account, rows } = await exported(t);
  const id = `int_console_${account.id}`;
  const builtIn = { id, api_key: id, secret_hash: NO_SECRET.toString('hex') };
  const one = rows.find(({ kind }) => kind === 'integrations')!;
  await readAltered(t, account, [...rows, alteredRow(one, builtIn)]);
  for (const changes of [
    { secret_hash: OTHER_HASH },
    PREVIOUS,
    { earlier_secrets: EARLIER },
    { api_key: 'key_known' },
    { id: 'int_console_acc_other', api_key: 'int_console_acc_other' },
  ]) {
    await assert.rejects(
      readAltered(t, account, [...rows, alteredRow(one, { ...builtIn, ...changes })]),
      /passes for the built-in integration/,
      JSON.stringify(changes),
    );
  }
});

test('refused, and no fault: lines and headers that export would have written in another way', async (t) => {
  const { account, rows } = await exported(t);
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'odd.jsonl');
  await writeRows(file, account, each(rows));
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const end = JSON.parse(lines.pop()!);
  const written = (...all: string[]) => {
    const body = `${all.join('\n')}\n`;
    writeFileSync(file, `${body}${JSON.stringify({ ...end, sha256: sha256(body).toString('hex') })}\n`);
  };
  for (const name of ['"te\\u0078t":', ' "text":']) {
    written(header, ...lines.map((line) => line.replace(',"text":', `,${name}`)));
    await assert.rejects(readAccountFile(file, createRowJudge()), /was altered or damaged: line \d+ cannot be read/);
  }
  for (const secrets of [null, 7, 'somewhere']) {
    written(JSON.stringify({ ...JSON.parse(header), secrets }), ...lines);
    await assert.rejects(readAccountFile(file, createRowJudge(), 'a passphrase'), /was not written by export/);
  }
});

test('refused: an account whose name would be obeyed by a terminal, or whose id is none', async (t) => {
  const { account, rows } = await exported(t);
  await assert.rejects(readAltered(t, { ...account, name: 'A\u001b[31mB' }, rows), /control character/);
  for (const id of ['importing:acc_1', '', 'a b']) {
    await assert.rejects(readAltered(t, { ...account, id }, rows), /which account it is/, id);
  }
});

test('refused: text that no database keeps, wherever it stands', async (t) => {
  const { account, rows } = await exported(t);
  for (const name of ['a\u0000b', 'a\ud800b']) {
    for (const kind of ['Tasks', 'subscriptions'] as const) {
      const field = kind === 'Tasks' ? 'Name' : 'name';
      await assert.rejects(
        readAltered(t, account, altered(rows, kind, { [field]: name })),
        /U\+0000 or an unpaired surrogate/,
      );
    }
  }
});

const OLDER_FILE = join(import.meta.dirname, 'fixtures/account-format-2.jsonl');

for (const version of [1, 2]) {
  onBothEngines(`a file of format ${version}, from before the log of changes, is still taken`, async (engine, t) => {
    const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'old.jsonl');
    writeFileSync(file, version === 2 ? readFileSync(OLDER_FILE) : formatOne());
    const read = await readAccountFile(file, createRowJudge());
    const { shard } = await openShard(t, engine);
    await shard.importAccount(read.header.account, read.rows());
    assert.deepEqual(await shard.examine(), []);
    const rows = await shard.exportAccount((await shard.accounts.find(read.header.account.id))!, async (snapshot) =>
      Array.fromAsync(snapshot.rows),
    );
    const valuesOf = (kind: 'changes' | 'deliveries', column: never) =>
      rows.filter((row) => row.kind === kind).map(({ values }) => values[columnIndexOf(kind, column)]);
    assert.deepEqual(valuesOf('changes', 'events' as never), ['Updated']);
    assert.match(String(valuesOf('changes', 'text' as never)), /"Name":"A"/);
    const samples = valuesOf('deliveries', 'sample' as never);
    assert.deepEqual([samples.length, samples.filter((sample) => sample !== null).length], [3, 1]);
    await readAltered(t, read.header.account, rows);
  });
}

onBothEngines('a file of format 5, of which a test had no record of its own, is still taken', async (engine, t) => {
  const { account, rows } = await exported(t);
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'old.jsonl');
  await writeRows(
    file,
    account,
    (async function* () {
      yield* rows;
    })(),
  );
  const lines = readFileSync(file, 'utf8')
    .replace('"version":6', '"version":5')
    .replaceAll(/"sample_record_id":(null|\d+),/g, '')
    .trimEnd()
    .split('\n');
  const end = JSON.parse(lines.pop()!);
  const body = `${lines.join('\n')}\n`;
  writeFileSync(file, `${body}${JSON.stringify({ ...end, sha256: sha256(body).toString('hex') })}\n`);
  const read = await readAccountFile(file, createRowJudge());
  const { shard } = await openShard(t, engine);
  await shard.importAccount(read.header.account, read.rows());
  assert.deepEqual(await shard.examine(), []);
});

/** Which knew no trace of a change. */
function formatOne(): string {
  const lines = readFileSync(OLDER_FILE, 'utf8')
    .replace('"version":2', '"version":1')
    .replaceAll(/"traceparent":(null|"[^"]*"),/g, '')
    .trimEnd()
    .split('\n');
  const end = JSON.parse(lines.pop()!);
  const body = `${lines.join('\n')}\n`;
  return `${body}${JSON.stringify({ ...end, sha256: sha256(body).toString('hex') })}\n`;
}

test('what the service has made itself is taken, demo data included', async (t) => {
  const { account, rows } = await exported(t);
  await readAltered(t, account, rows);
  const { shard } = await openShard(t, 'sqlite');
  const firm = await createTestAccount(shard, 'Demo firm');
  await seedAccount(shard, firm, { firm: 'harbour', size: 'tiny', now: Date.now() }, false);
  await shard.exportAccount(firm, async ({ account, rows }) => {
    await readAltered(t, account, await Array.fromAsync(rows));
  });
});

onBothEngines('names as long as they may be are taken, however many bytes their characters have', async (engine, t) => {
  const { shard } = await openShard(t, engine);
  const firm = await createTestAccount(shard, '🏭'.repeat(200));
  const records = shard.records(firm);
  const made: User[] = [];
  for (const fields of [
    { Email: 'long@example.com', FirstName: '🔧'.repeat(80), LastName: '🔩'.repeat(80) },
    // Who has no name goes by the address.
    { Email: `${'🔑'.repeat(242)}@example.com` },
  ]) {
    const user = await createUser(records, fields, { kind: 'system', id: null, name: null, email: 'a@example.com' });
    assert.ok(!(user instanceof Problem), JSON.stringify(user));
    const changed = await changeUser(records, user.ID, { TimeZone: 'Europe/Berlin' }, personAuthor(user));
    assert.ok(!(changed instanceof Problem), JSON.stringify(changed));
    made.push(user);
  }
  const passkey = {
    id: `pk_${'0'.repeat(16)}`,
    credentialID: Buffer.from([1]),
    publicKey: Buffer.from([1]),
    counter: 0,
    transports: [],
    name: '📱'.repeat(80),
    createdOn: 1,
    lastUsedOn: null,
  };
  const audit = { on: 1, what: 'passkey.added', by: personActor(made[1]!), address: null, about: made[1]!.Email };
  assert.ok(await shard.people.addPasskey(firm, made[0]!.ID, passkey, 9, { audit: audit as AuditEntry }));
  await shard.exportAccount(firm, async ({ account, rows }) => {
    await readAltered(t, account, await Array.fromAsync(rows));
  });
});
