// Secrets of subscriptions move with their account under a passphrase, or stay behind and are said to.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRowJudge } from '../src/cli/account-file/judge.ts';
import { readAccountFile } from '../src/cli/account-file/read.ts';
import { type Passphrase, secretsForFile } from '../src/cli/account-file/secrets.ts';
import type { Json } from '../src/lib/json.ts';
import type { Shard } from '../src/storage/shard.ts';
import { type AccountRow, columnIndexOf, rowColumnsOf } from '../src/storage/transfer/account-rows.ts';
import { parseSigningSecrets } from '../src/webhooks/subscriptions/signing-secrets.ts';
import { writeRows } from './support/account-file.ts';
import { onBothEngines, onEitherEngine } from './support/app.ts';
import { altered, each, exported, openShard } from './support/exported-account.ts';

const PHRASE = 'correct horse battery staple';

/** As export writes it. */
async function fileOf(t: TestContext, passphrase?: string, changes: Record<string, Json> = {}): Promise<string> {
  const { account, rows: made } = await exported(t);
  const rows = altered(made, 'subscriptions', changes);
  const { header, treat } = await secretsForFile(account.id, passphrase);
  const folder = mkdtempSync(join(tmpdir(), 'mds-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'account.jsonl');
  const written = rows.flatMap((row) => treat(row) ?? []);
  await writeRows(file, account, each(written), { secrets: header });
  return file;
}

async function arrived(shard: Shard, file: string, passphrase?: Passphrase): Promise<AccountRow[]> {
  const { header, rows } = await readAccountFile(file, createRowJudge(), passphrase);
  await shard.importAccount(header.account, rows());
  assert.deepEqual(await shard.examine(), []);
  const account = (await shard.accounts.find(header.account.id))!;
  return shard.exportAccount(account, async ({ rows }) => Array.fromAsync(rows));
}

const subscriptionsIn = (rows: readonly AccountRow[]) =>
  rows
    .filter(({ kind }) => kind === 'subscriptions')
    .map(({ values }) => ({
      headers: JSON.parse(values[columnIndexOf('subscriptions', 'sealed_headers')] as string),
      signing: values[columnIndexOf('subscriptions', 'signing_secrets')] as string,
      active: values[columnIndexOf('subscriptions', 'active')],
      reason: values[columnIndexOf('subscriptions', 'deactivate_reason')],
    }));

onEitherEngine('under a passphrase they arrive as they were', async (engine, t) => {
  const { rows } = await exported(t);
  const file = await fileOf(t, PHRASE);
  const text = readFileSync(file, 'utf8');
  const before = subscriptionsIn(rows);
  for (const { signing } of before)
    for (const { secret } of parseSigningSecrets(signing)!) assert.ok(!text.includes(secret));
  const { shard } = await openShard(t, engine);
  assert.deepEqual(subscriptionsIn(await arrived(shard, file, PHRASE)), before);
});

onBothEngines(
  'left out, deliveries get new secrets, and what lacks its headers arrives switched off',
  async (engine, t) => {
    const { rows } = await exported(t);
    const file = await fileOf(t);
    assert.match(readFileSync(file, 'utf8'), /"sealed_headers":"{\\"X-Secret\\":null}","signing_secrets":null/);
    const { shard } = await openShard(t, engine);
    const [filtered, all] = subscriptionsIn(await arrived(shard, file));
    const [before, other] = subscriptionsIn(rows);
    assert.deepEqual([filtered!.headers, filtered!.active], [{}, false]);
    assert.match(String(filtered!.reason), /headers \(X-Secret\) did not come with the account/);
    assert.deepEqual([all!.headers, all!.active, all!.reason], [{}, true, null]);
    assert.ok(parseSigningSecrets(all!.signing));
    assert.notEqual(filtered!.signing, before!.signing);
    assert.notEqual(all!.signing, other!.signing);
  },
);

onEitherEngine('one that was off already says what it lacks, too, beside why it was off', async (engine, t) => {
  const off = { active: false, deactivate_reason: 'The endpoint answered 410.' };
  for (const [phrase, given] of [
    [undefined, undefined],
    [PHRASE, 'leave secrets out'],
  ]) {
    const { shard } = await openShard(t, engine);
    const [filtered] = subscriptionsIn(await arrived(shard, await fileOf(t, phrase, off), given));
    assert.deepEqual([filtered!.headers, filtered!.active], [{}, false]);
    assert.match(
      String(filtered!.reason),
      /^The endpoint answered 410\. The values of its headers( \(X-Secret\))? did not come with the account/,
    );
  }
});

test('a file under a passphrase asks for it, and refuses another', async (t) => {
  const file = await fileOf(t, PHRASE);
  await assert.rejects(
    readAccountFile(file, createRowJudge()),
    /holds secrets under a passphrase: say --passphrase-file/,
  );
  await assert.rejects(readAccountFile(file, createRowJudge(), 'another passphrase'), /not the passphrase of/);
  const { shard } = await openShard(t, 'sqlite');
  const [filtered] = subscriptionsIn(await arrived(shard, file, 'leave secrets out'));
  assert.deepEqual([filtered!.headers, filtered!.active], [{}, false]);
});

test('a secret that was put into the place of another is refused', async (t) => {
  const { account } = await exported(t);
  const file = await fileOf(t, PHRASE);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const header = JSON.parse(lines[0]!);
  const rows = lines.slice(1, -1).map((line): AccountRow => {
    const { kind, ...fields } = JSON.parse(line);
    const at = line.indexOf(',"text":');
    const values = Object.keys(rowColumnsOf(kind)).map((name) =>
      name === 'text' && fields.text !== null ? line.slice(at + 8, -1) : fields[name],
    );
    return { kind, values };
  });
  const at = columnIndexOf('subscriptions', 'signing_secrets');
  const [one, other] = rows.filter(({ kind }) => kind === 'subscriptions') as [AccountRow, AccountRow];
  const swapped = rows.map((row) => (row === one ? { ...row, values: row.values.with(at, other.values[at]!) } : row));
  writeFileSync(file, '');
  await writeRows(file, account, each(swapped), { secrets: header.secrets });
  await assert.rejects(readAccountFile(file, createRowJudge(), PHRASE), /a secret cannot be read/);
});

test('a file of format 3, with headers in clear, is still taken, and one called like the signature renamed', async (t) => {
  const { account, rows } = await exported(t);
  const folder = mkdtempSync(join(tmpdir(), 'mds-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'account.jsonl');
  const older = rows.map((row) => {
    if (row.kind !== 'subscriptions') return row;
    const headers = JSON.parse(row.values[columnIndexOf('subscriptions', 'sealed_headers')] as string);
    const own = 'X-Secret' in headers ? { ...headers, 'Webhook-Signature': 'mine' } : headers;
    return {
      kind: row.kind,
      values: row.values.with(columnIndexOf('subscriptions', 'sealed_headers'), JSON.stringify(own)),
    };
  });
  await writeRows(file, account, each(older), { version: 3 });
  const { shard } = await openShard(t, 'sqlite');
  await assert.rejects(readAccountFile(file, createRowJudge()), /other columns/);
  const { createHash } = await import('node:crypto');
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(0, -1);
  const text = `${lines
    .map((line) =>
      line.startsWith('{"kind":"subscriptions"')
        ? line.replace('"sealed_headers"', '"headers"').replace(/,"signing_secrets":("(?:[^"\\]|\\.)*"|null)/, '')
        : line,
    )
    .join('\n')}\n`;
  const end = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!);
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(file, `${text}${JSON.stringify({ ...end, sha256 })}\n`);
  const [filtered, all] = subscriptionsIn(await arrived(shard, file));
  assert.deepEqual([filtered!.headers, filtered!.active], [{ 'X-Secret': 's', 'X-Signature': 'mine' }, true]);
  assert.ok(parseSigningSecrets(all!.signing));
});
