import assert from 'node:assert/strict';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { allCommands } from '../../src/cli/index.ts';
import { listableAudit } from '../../src/people/audit.ts';
import { Problem } from '../../src/problems.ts';
import { planList } from '../../src/records/lists/planning.ts';
import { readSettings } from '../../src/settings.ts';
import { MAX_PERIODS } from '../../src/storage/webhooks/subscriptions/active-periods.ts';
import { databaseUrl, onBothEngines, onEitherEngine } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { EVERYTHING, followed, recover } from '../support/recoveries.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, type Shown, startWebhookApp } from '../support/webhooks.ts';

/** What the command gives, and what a person reads. */
async function typed(environment: Record<string, string>, line: string): Promise<{ result: Shown; text: string }> {
  const asked = readCommandLine(line.split(' '), await allCommands());
  assert.ok('command' in asked);
  const { command, given } = asked;
  const result = await command.run(given, {
    settings: readSettings(environment),
    talkative: false,
    json: true,
    rest: [],
  });
  return { result: JSON.parse(JSON.stringify(result)), text: command.show!(result as never) };
}

onEitherEngine(
  'an operator sees the subscriptions of all keys, without their secrets, and why something did not arrive',
  async (engine, t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY };
    const { app, account, client, receiver, subscribe, task, settled } = await startWebhookApp(t, engine, environment);
    const other = await app.key(account, { name: 'Another key' });
    const secret = { headers: { Authorization: 'Bearer hush' }, targetUrl: `${receiver.url}/hook?token=hush` };
    const first = await subscribe({ name: 'Invoicing', ...secret, action: 'Created' });
    const second = await subscribe({ action: 'Created', targetUrl: 'https://127.0.0.1:9/' }, other);
    const record = await task();
    await settled(first.id, allSettled);
    const mds = (line: string) => typed(environment, `${line} --account ${account.id}`);

    const list = await mds('webhooks list');
    assert.deepEqual(
      list.result.map(({ id, integration, headers }: Shown) => [id, integration, headers]),
      [
        [first.id, 'Test key', ['Authorization']],
        [second.id, 'Another key', []],
      ],
    );
    const show = await mds(`webhooks show --id ${first.id}`);
    assert.equal(show.result.health.hours.at(-1).ok + show.result.health.hours.at(-2).ok, 1);
    assert.match(show.text, /1 ok, 0 failed/);
    for (const { text, result } of [list, show]) assert.ok(!`${text}${JSON.stringify(result)}`.includes('hush'));

    const { text, result } = await mds(`webhooks why --id ${second.id} --record ${record}`);
    assert.equal(result[0].steps.at(-1).step, 'sent');
    assert.match(text, /^yes {2}changed {2}Version 1, on .*\nyes {2}event /);
    assert.match(text, /\nNO {3}sent {5}Attempt 1.*\n.*listens/);
    const tested = await mds(`webhooks test --id ${first.id}`);
    assert.deepEqual([tested.result.cause, tested.result.state], ['test', 'succeeded']);
    assert.match(tested.text, /succeeded: answered 200/);
    await assert.rejects(mds('webhooks show --id 999'), /has no subscription 999/);
    await assert.rejects(mds(`webhooks why --id ${first.id}`), /either --record or --webhook-id/);

    const counted = await mds(`webhooks recover --id ${second.id} --since 2026-01-01T00:00:00Z --dry-run`);
    assert.deepEqual(counted.result, { total: 1, by: { failed: 1, dropped: 0, missed: 0 } });
    assert.equal(counted.text, '1 events: 1 failed, 0 dropped, 0 missed');
    const begun = await mds(`webhooks recover --id ${second.id} --since 2026-01-01T00:00:00Z --what failed`);
    assert.deepEqual([begun.result.id, begun.result.what], [1, ['failed']]);
    await assert.rejects(mds(`webhooks recover --id ${first.id} --since yesterday`), /--since must be a time/);
    assert.equal((await client.get('/api/Webhooks')).json.length, 1);
  },
);

onBothEngines(
  'an operator sees when a subscription was switched off, whatever its neighbours went through, each in a line of its own',
  async (engine, t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY };
    const { account, subscribe } = await startWebhookApp(t, engine, environment);
    const { id } = await subscribe({ name: 'Once' });
    const busy = await subscribe({ name: 'Often\n1  Tasks Created  example.com    (Test key)  on' });
    const period = (of: number, began: string, why: string) => `WITH RECURSIVE n (i) AS (
        SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_PERIODS})
      INSERT INTO subscription_periods (subscription, began_on, state, why)
      SELECT key, ${Date.now()} + ${began}, 'warned', '${why}' FROM subscriptions, n WHERE id = ${of} AND (${began} <> 1 OR i = 1)`;
    await runSql(environment.DATABASE_URL, period(id, '1', 'once'));
    await runSql(environment.DATABASE_URL, period(busy.id, '1 + i', 'again'));
    const mds = (line: string) => typed(environment, `${line} --account ${account.id}`);
    const { result, text } = await mds(`webhooks show --id ${id}`);
    assert.deepEqual(
      result.notices.map(({ why }: Shown) => why),
      ['once'],
    );
    assert.match(text, / warned: once$/m);
    assert.equal((await mds('webhooks list')).text.split('\n').length, 2);
  },
);

onEitherEngine(
  'an operator sees that an endpoint is down, what waits for it, and how far a recovery is',
  async (engine, t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY };
    const { account, client, receiver, subscribe, subscription, task, settled } = await startWebhookApp(
      t,
      engine,
      environment,
    );
    receiver.answer(500);
    const { id } = await subscribe({ action: 'Created', patience: '3d' });
    await task();
    await settled(id, ([first]) => first?.attempts.length === 1);
    const { since, nextTry } = (await subscription(id)).waiting;
    const mds = (line: string) => typed(environment, `${line} --account ${account.id}`);
    const standing = `on, but its endpoint is down since ${since}, and is tried next on ${nextTry}`;
    for (const line of ['webhooks list', `webhooks show --id ${id}`]) {
      const [first = ''] = (await mds(line)).text.split('\n');
      assert.ok(first.endsWith(standing), first);
    }
    assert.equal((await mds('webhooks list')).result[0].waiting.since, since, 'as the API shows it');

    const run = await recover(client, id, { ...EVERYTHING, what: ['missed'] });
    await followed(client, id, run.id);
    const show = await mds(`webhooks show --id ${id}`);
    assert.match(show.text, /\nrecovery 1: complete, 0 of 0 done \(0 delivered, 0 failed, 0 skipped\)/);
    assert.equal(show.result.recoveries[0].state, 'complete');
    for (let n = 2; n <= 7; n++) {
      await followed(client, id, (await recover(client, id, { ...EVERYTHING, what: ['missed'] })).id);
    }
    const all = await mds(`webhooks show --id ${id}`);
    assert.deepEqual(
      all.result.recoveries.map((one: Shown) => one.id),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.equal(all.text.match(/^recovery \d: complete/gm)?.length, 7);
  },
);

onBothEngines(
  'an operator switches a subscription of any key on again, which is remembered, unless its key is revoked',
  async (engine, t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, engine), MDS_SECRETS_KEY: TEST_KEY };
    const started = await startWebhookApp(t, engine, environment);
    const { app, account, receiver, subscribe, subscription, task, settled } = started;
    const { id } = await subscribe({ action: 'Created', headers: { Authorization: 'Bearer hush' } });
    receiver.answer(410);
    await task();
    await settled(id, allSettled);
    assert.equal((await subscription(id)).active, false);
    receiver.answer(200);
    const mds = (line: string) => typed(environment, `${line} --account ${account.id}`);

    const { result, text } = await mds(`webhooks reactivate --id ${id}`);
    assert.deepEqual([result.id, result.active, result.deactivateReason], [id, true, null]);
    assert.match(text, /^\d+ {2}Tasks Created .* on\n.*webhooks recover --account ID --id \d+ --since ISO$/);
    assert.ok(!`${text}${JSON.stringify(result)}`.includes('hush'));
    await task();
    const after = await settled(id, (all) => all.length === 2 && allSettled(all));
    assert.deepEqual(
      after.map(({ state }) => state),
      ['failed', 'succeeded'],
    );

    const other = await app.key(account, { name: 'Another key' });
    const revoked = await subscribe({}, other);
    await app.shard.accounts.revoke(account, other.integrationID, Date.now(), 'The API key was revoked.');
    await assert.rejects(mds(`webhooks reactivate --id ${revoked.id}`), /is revoked: its webhooks are off for good/);
    const listing = planList(listableAudit, 'what=webhook.changed');
    assert.ok(!(listing instanceof Problem));
    const log = await app.shard.people.auditLog(account, listing);
    assert.ok(!(log instanceof Problem));
    assert.deepEqual(
      JSON.parse(log.body).map(({ by, about }: Shown) => [by.kind, about]),
      [['system', `Webhooks/${id}`]],
      'what was refused did not happen',
    );
  },
);
