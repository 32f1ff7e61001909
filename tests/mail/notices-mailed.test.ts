// Notices about subscriptions that fail, from settling to a mail server that is real.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noLog } from '../../src/kernel/log.ts';
import { makeMail } from '../../src/mail/mail.ts';
import { sendNotices } from '../../src/mail/notices.ts';
import { sendDue } from '../../src/mail/sending.ts';
import { makeSmtp } from '../../src/mail/smtp.ts';
import { onBothEngines } from '../support/app.ts';
import { MAIL_FROM, startMailServer } from '../support/mail-server.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

const HOUR = 3_600_000;

onBothEngines(
  'whoever looks after a subscription is told that it fails or is off: once a day, and of what is still so',
  async (engine, t) => {
    const { app, account, receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
    const owner = await app.key(account, { submitter: 'ops@example.com' });
    const server = await startMailServer(t);
    let late = 0;
    const clock = { now: () => Date.now() + late };
    const store = app.shard.mail;
    const mail = makeMail({ storeOf: () => store, clock, random: randomBytes });
    const parts = { store, mail, clock, log: noLog, smtp: makeSmtp({ url: server.url, from: MAIL_FROM }) };
    const told = async () => {
      const before = server.arrived.length;
      // As several processes would, at once.
      await Promise.all([sendNotices(parts), sendNotices(parts)]);
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
  },
);

onBothEngines('a notice that is one letter too many for its account is mailed the day after', async (engine, t) => {
  const { app, receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const server = await startMailServer(t);
  let late = 0;
  const clock = { now: () => Date.now() + late };
  const store = app.shard.mail;
  const mail = makeMail({ storeOf: () => store, clock, random: randomBytes, mostADay: 1 });
  const parts = { store, mail, clock, log: noLog, smtp: makeSmtp({ url: server.url, from: MAIL_FROM }) };
  receiver.answer(({ response }) => void response.writeHead(410).end());
  const made = [await subscribe({ action: 'Created' }), await subscribe({ action: 'Created' })];
  await task();
  for (const { id } of made) await settled(id, (found) => found.length === 1 && allSettled(found));
  const told = async () => {
    const before = server.arrived.length;
    await Promise.all([sendNotices(parts), sendNotices(parts)]);
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
