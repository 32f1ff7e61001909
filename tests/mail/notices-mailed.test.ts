// Notices about subscriptions that fail, from settling to a mail server that is real.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noLog } from '../../src/lib/log.ts';
import type { Clock } from '../../src/lib/time.ts';
import { createMail, type Mail } from '../../src/mail/mail.ts';
import { sendAlertEmails } from '../../src/mail/notices.ts';
import { sendDue, startMailSending } from '../../src/mail/sending.ts';
import { createSmtp } from '../../src/mail/smtp.ts';
import { Problem, Unanswerable } from '../../src/problems.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { databaseUrl, onEitherEngine } from '../support/app.ts';
import { MAIL_FROM, startMailServer } from '../support/mail-server.ts';
import { ADMIN, person, setPassword, signedIn } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';
import { longestTurns } from '../support/turns.ts';
import { allSettled, type Shown, startWebhookApp } from '../support/webhooks.ts';

const HOUR = 3_600_000;

onEitherEngine(
  'whoever looks after a subscription is told that it fails or is off: once a day, and of what is still so',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const environment = { DATABASE_URL: url };
    const { app, account, receiver, subscribe, task, settled } = await startWebhookApp(t, engine, environment);
    const owner = await app.key(account, { submitter: 'ops@example.com' });
    const server = await startMailServer(t);
    let late = 0;
    const clock = { now: () => Date.now() + late };
    const parts = partsOf(app.shard, server.url, clock);
    const told = async () => {
      const before = server.arrived.length;
      // As several processes would, at once.
      await Promise.all([sendAlertEmails(parts), sendAlertEmails(parts)]);
      await sendDue(parts);
      return server.arrived.slice(before);
    };
    receiver.answer(({ response }) => void response.writeHead(410).end());
    const { id } = await subscribe(
      { action: 'Created', name: 'Stock <b>', targetUrl: `${receiver.url}/hook?token=s3cret` },
      owner,
    );
    const gone = async (deliveries: number) => {
      await task();
      for (let n = 0; n < 400; n++) {
        const { json } = await owner.get(`/api/Webhooks/${id}/Deliveries?state=failed`);
        if (json.length === deliveries) return;
        await sleep(20);
      }
      assert.fail('it was never refused');
    };
    assert.deepEqual(await told(), [], 'all is well');
    await gone(1);
    await app.shard.accounts.setFrozen(account, true);
    assert.deepEqual(await told(), [], 'a copy that waits to be thawed writes to nobody');
    await app.shard.accounts.setFrozen(account, false);
    const [letter, ...more] = await told();
    assert.deepEqual([letter?.to, more.length], [['ops@example.com'], 0]);
    assert.equal(letter!.subject, `Test firm: webhook subscription ${id} (Stock <b>) is switched off`);
    assert.match(letter!.text, /410 Gone/);
    assert.ok(letter!.html.includes('(Stock &#60;b&#62;)'), letter!.html);
    assert.ok(letter!.text.includes(new URL(receiver.url).host) && !letter!.raw.includes('s3cret'), letter!.text);

    assert.deepEqual(await told(), [], 'it is said once');
    late = 25 * HOUR;
    assert.deepEqual(await told(), [], 'nor the day after, when there is nothing new');
    late = 0;
    assert.equal((await owner.send('POST', `/api/Webhooks/${id}/Reactivate`)).status, 200);
    await gone(2);
    late = 23 * HOUR;
    assert.deepEqual(await told(), [], 'and no more than once a day');
    late = 25 * HOUR;
    assert.equal((await told()).length, 1, 'then that it is off again');

    late = 0;
    receiver.answer(({ response }) => void response.writeHead(200).end());
    const failing = await subscribe({ action: 'Created', targetUrl: 'https://127.0.0.1:9/' });
    await Promise.all(Array.from({ length: 10 }, () => task()));
    await settled(failing.id, (found) => found.length === 10 && allSettled(found));
    const [warning] = await told();
    assert.deepEqual(warning?.to, ['admin@example.com']);
    assert.match(warning!.subject, / is failing$/);
    assert.match(warning!.text, /10 deliveries in a row have failed/);

    const before = Date.now();
    await fillWithTroubles(url, before);
    const [longest] = await longestTurns(() => parts.store.troubles(before, 500));
    assert.ok(longest! < 20, `${longest} ms at a stretch, of what is over`);
    const other = await app.account('Another firm');
    await subscribe({ action: 'Updated', targetUrl: 'https://127.0.0.1:9/' }, await app.key(other));
    await runSql(url, `UPDATE subscriptions SET active = FALSE, deactivate_reason = 'x' WHERE action = 'Updated'`);
    await runSql(url, `UPDATE subscription_periods SET state = 'off', why = 'x' WHERE began_on > ${before}`);
    const found = new Set<string>();
    for (let look = 0; look < 3; look++) {
      for (const trouble of await parts.store.troubles(Date.now(), 500)) found.add(trouble.account.id);
    }
    assert.ok(found.has(other.id), 'behind more than are looked at in one go');
  },
);

/** As of endpoints that fail and recover all the time, and more than are looked at once of those that were switched off long ago. */
async function fillWithTroubles(url: string, now: number): Promise<void> {
  const of = (n: number) =>
    url.startsWith('sqlite:')
      ? `(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${n}) SELECT n FROM n) AS numbers`
      : `(SELECT n FROM generate_series(1, ${n}) AS n) AS numbers`;
  const same = 'account, integration_id, entity_type, target_url, created_on, sealed_headers';
  const like = `FROM (SELECT ${same} FROM subscriptions LIMIT 1) AS s CROSS JOIN`;
  await runSql(
    url,
    `INSERT INTO subscriptions (id, action, ${same}) SELECT 20000 + n, 'Moved', ${same} ${like} ${of(60)}`,
  );
  await runSql(
    url,
    `INSERT INTO subscriptions (id, action, active, deactivate_reason, ${same})
      SELECT 30000 + n, 'Gone', FALSE, 'x', ${same} ${like} ${of(6_000)}`,
  );
  await runSql(
    url,
    `INSERT INTO subscription_periods (subscription, began_on, state, why)
      SELECT key, ${now} - (1000 - n) * CAST(60000 AS bigint), CASE n % 2 WHEN 1 THEN 'warned' ELSE 'on' END, 'x'
      FROM subscriptions CROSS JOIN ${of(1_000)} WHERE action = 'Moved'`,
  );
  await runSql(
    url,
    `INSERT INTO subscription_periods (subscription, began_on, state, why)
      SELECT key, 1, 'off', 'x' FROM subscriptions WHERE action = 'Gone'`,
  );
}

onEitherEngine(
  'of what somebody looked after who is gone the admins are told, and of what was set up in the console',
  async (engine, t) => {
    const { app, account, receiver, subscribe, task } = await startWebhookApp(t, engine);
    const server = await startMailServer(t);
    const clock = { now: () => Date.now() };
    const parts = partsOf(app.shard, server.url, clock);
    const { store, mail } = parts;
    receiver.answer(({ response }) => void response.writeHead(410).end());
    await setPassword(app, account, ADMIN);
    const admin = await signedIn(app, ADMIN);
    const home = `/${account.id}`;
    const managing = { Role: 'Manager', CompanySettings: true };
    const leaverID = await person(app, account, 'leaver@example.com', managing);
    const disabledID = await person(app, account, 'disabled@example.com', managing);
    for (const Email of ['mistyped@stranger.example', 'unsure@stranger.example']) {
      const invited = await admin.post(`${home}/Invitations`, { Email, Role: 'Admin' });
      if (Email.startsWith('mistyped')) await admin.delete(`${home}/Invitations/${invited.json.user.ID}`);
    }
    for (let n = 1; n < 8; n++) await person(app, account, `admin${n}@example.com`, { Role: 'Admin' });
    const wishes = { entityType: 'Tasks', action: 'Created', targetUrl: receiver.url };
    const leaver = await signedIn(app, 'leaver@example.com');
    assert.equal((await leaver.post(`${home}/Webhooks`, { ...wishes, action: 'nonsense' })).status, 400);
    const listed = (await admin.get(`${home}/Integrations`)).json.map(({ name }: Shown) => name);
    assert.ok(!listed.includes('Web console'), 'what is refused leaves nothing behind');
    const made: Record<string, number> = {
      leaver: (await subscribe(wishes, await app.key(account, { submitter: 'LEAVER@example.com' }))).id,
      disabled: (await subscribe(wishes, await app.key(account, { submitter: 'disabled@example.com' }))).id,
      stranger: (await subscribe(wishes, await app.key(account, { submitter: 'ops@integrator.example' }))).id,
      console: (await admin.post(`${home}/Webhooks`, wishes)).json.id,
    };
    assert.equal((await admin.delete(`${home}/Users/${leaverID}`)).status, 204);
    const disabling = [{ op: 'replace', path: '/Status', value: 'Disabled' }];
    assert.equal((await admin.patch(`${home}/Users/${disabledID}`, disabling)).status, 200);
    await task();
    for (const id of Object.values(made)) {
      while ((await admin.get(`${home}/Webhooks/${id}/Deliveries?state=failed`)).json.length === 0) await sleep(20);
    }
    const tried = async (first: Error) => {
      let letters = 0;
      const queue: Mail['queue'] = async (...letter) => {
        if (letters++ === 0) throw first;
        return mail.queue(...letter);
      };
      const failures: unknown[] = [];
      await sendAlertEmails({
        ...parts,
        mail: { ...mail, queue },
        onFailure: (failure) => failures.push(failure),
      });
      assert.deepEqual(failures, [first]);
      return letters;
    };
    const busy = new Unanswerable(new Problem('overloaded', 'Try again in a second.'));
    assert.equal(await tried(busy), 1, 'an account that takes no letter now is not waited for with each');
    assert.equal(await tried(new Error('no room')), 4);
    const stop = new AbortController();
    const nothing = Promise.withResolvers<[]>();
    const waiting = { ...store, troubles: () => nothing.promise };
    const sending = startMailSending({ ...parts, store: waiting, everyMs: 10, noticesMs: 10 }, stop.signal);
    for (let n = 0; n < 500 && server.arrived.length < 3; n++) await sleep(10);
    assert.equal(server.arrived.length, 3, 'letters do not wait for notices, nor anybody for one that fails');
    stop.abort();
    nothing.resolve([]);
    await sending;
    await sendAlertEmails(parts);
    await sendDue(parts);
    const toldOf = (id: number) =>
      server.arrived.filter(({ subject }) => subject.includes(` ${id} is `)).map(({ to }) => to.join());
    const admins = [ADMIN, ...[1, 2, 3, 4].map((n) => `admin${n}@example.com`)].join();
    for (const whose of ['leaver', 'disabled', 'console']) assert.deepEqual(toldOf(made[whose]!), [admins], whose);
    const { json } = await admin.get(`${home}/Me`);
    assert.ok(!json.admins.join().includes('stranger'), `nobody is to ask who has not come in: ${json.admins}`);
    assert.deepEqual(toldOf(made.stranger!), ['ops@integrator.example'], 'a mailbox that is no user of the firm');
  },
);

onEitherEngine('a notice that is one letter too many for its account is mailed the day after', async (engine, t) => {
  const { app, receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const server = await startMailServer(t);
  let late = 0;
  const clock = { now: () => Date.now() + late };
  const parts = partsOf(app.shard, server.url, clock, 1);
  receiver.answer(({ response }) => void response.writeHead(410).end());
  const made = [await subscribe({ action: 'Created' }), await subscribe({ action: 'Created' })];
  await task();
  for (const { id } of made) await settled(id, (found) => found.length === 1 && allSettled(found));
  const told = async () => {
    const before = server.arrived.length;
    await Promise.all([sendAlertEmails(parts), sendAlertEmails(parts)]);
    await sendDue(parts);
    const subjects = server.arrived.slice(before).map(({ subject }) => subject);
    return subjects.map((subject) => made.findIndex(({ id }) => subject.includes(` ${id} `))).filter((n) => n >= 0);
  };
  const first = await told();
  assert.equal(first.length, 1, 'an account has so many letters a day');
  assert.deepEqual(await told(), []);
  late = 25 * HOUR;
  assert.deepEqual([...first, ...(await told())].sort(), [0, 1], 'the other one is not forgotten');
  assert.deepEqual(await told(), []);
});

/** What sends notices and letters of a shard; whatever fails, fails the test. */
function partsOf({ mail: store, accounts }: Shard, serverUrl: string, clock: Clock, mostADay?: number) {
  const mail = createMail({
    storeOf: () => store,
    clock,
    random: randomBytes,
    ...(mostADay !== undefined && { mostADay }),
  });
  const smtp = createSmtp({ url: serverUrl, from: MAIL_FROM });
  const onFailure = (failure: unknown) => {
    throw failure;
  };
  return { store, accounts, mail, clock, onFailure, log: noLog, smtp };
}
