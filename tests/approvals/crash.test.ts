// A process that dies while proposals are approved leaves each of them either waiting and not done, or approved and done once.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, shardsOf } from '../../src/settings.ts';
import { accountLimitsOf, closeShards, openShards } from '../../src/storage/shards.ts';
import { client, createKey, createTestAccount, databaseUrl, onEitherEngine } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { ADMIN, browser, linkFor, PASSWORD } from '../support/people.ts';
import { startService } from '../support/service.ts';

const PROPOSALS = 30;
const ANSWERS_BEFORE_THE_END = 4;

onEitherEngine('kill -9 in the middle of approvals applies nothing twice and nothing by half', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-approvals-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY, MDS_RATE_LIMIT: '0' };
  const { accountID, token, credentials } = await firmIn(environment);
  const first = await startService(environment, folder);
  t.after(() => first.end('SIGKILL'));
  const key = client(first.url, credentials);
  const admin = browser(first.url);
  const entered = await admin.post('/Links/Use', { token, password: PASSWORD });
  assert.equal(entered.status, 200, entered.text);
  if (admin.cookie === '') await admin.post('/Session', { email: ADMIN, password: PASSWORD });
  for (let n = 1; n <= PROPOSALS; n++) {
    const create = { Name: `Task ${n}`, Description: `of proposal ${n}` };
    const proposed = await key.post('/api/Proposals', { type: 'Tasks', create, reason: 'r' });
    assert.equal(proposed.status, 201, proposed.text);
  }
  const seen = await Promise.all(
    Array.from({ length: PROPOSALS }, async (_, n) => (await admin.get(`/${accountID}/Proposals/${n + 1}`)).json),
  );
  let answered = 0;
  const died = Promise.withResolvers<void>();
  const approvals = seen.flatMap((proposal) =>
    // Twice each, at once.
    [1, 2].map(() =>
      admin.post(`/${accountID}/Proposals/${proposal.id}/Approve`, { effect: proposal.effect }).then(
        ({ status }) => {
          if (status === 200 && ++answered === ANSWERS_BEFORE_THE_END)
            died.resolve(first.end('SIGKILL').then(() => {}));
          return status === 200 ? proposal.id : undefined;
        },
        () => undefined,
      ),
    ),
  );
  const told = (await Promise.all(approvals)).filter((one) => one !== undefined);
  await died.promise;

  const second = await startService(environment, folder);
  t.after(() => second.end('SIGKILL'));
  const again = client(second.url, key.credentials);
  const tasks = (await again.get('/api/Tasks?take=1000')).json as { ID: number; Description: string | null }[];
  const kept = (await again.get('/api/Proposals?take=1000')).json as { id: number; state: string; recordID: number }[];
  for (const proposal of kept) {
    const done = tasks.filter(({ Description }) => Description === `of proposal ${proposal.id}`);
    assert.equal(done.length, proposal.state === 'approved' ? 1 : 0, `proposal ${proposal.id} is ${proposal.state}`);
    if (proposal.state === 'approved') assert.equal(proposal.recordID, done[0]!.ID);
    else assert.equal(proposal.state, 'pending');
  }
  const approved = kept.filter(({ state }) => state === 'approved').map((one) => one.id);
  for (const one of told) assert.ok(approved.includes(one), `what was answered is there: ${one}`);
  assert.ok(told.length >= ANSWERS_BEFORE_THE_END);
  assert.equal(new Set(told).size, told.length, 'nobody was told twice');
  assert.equal(tasks.length, approved.length);
  const auditor = browser(second.url);
  await auditor.post('/Session', { email: ADMIN, password: PASSWORD });
  const audit = (await auditor.get(`/${accountID}/Audit?what=proposal.approved&take=1000`)).json as { about: string }[];
  assert.deepEqual(
    audit.map(({ about }) => about).sort(),
    approved.map((id) => `Proposals/${id}`).sort(),
    'the audit log has each of them, once',
  );
});

/** Made before anybody serves it: an account, a key, and a link for its admin. */
async function firmIn(environment: Record<string, string>) {
  const settings = readSettings(environment);
  const shards = await openShards(shardsOf(settings), {
    role: 'tool',
    readerThreads: 1,
    ...accountLimitsOf(settings),
    keys: settings.MDS_SECRETS_KEY,
    poolSize: 2,
    mayCreate: true,
  });
  const shard = [...shards.values()][0]!;
  const account = await createTestAccount(shard, 'Firm');
  const { credentials } = await createKey('', shard, account, {});
  const token = await linkFor(shard, account, ADMIN, 'reset');
  await closeShards(shards);
  return { accountID: account.id, credentials, token };
}
