// Letters with links, from the queue in the database to a mail server that is real.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, noLog } from '../../src/lib/log.ts';
import { createMail } from '../../src/mail/mail.ts';
import { sendDue } from '../../src/mail/sending.ts';
import { createSmtp } from '../../src/mail/smtp.ts';
import { databaseUrl, onEitherEngine, startApp, type TestApp } from '../support/app.ts';
import { MAIL_FROM, MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { ADMIN, browser, firm, PASSWORD, person, tokenOf } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';
import { sharedApp } from '../support/shared-app.ts';

onEitherEngine('an invitation and a reset link arrive by mail and work; the token is in no log', async (engine, t) => {
  const server = await startMailServer(t);
  const { log, lines } = rememberingLog();
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL, MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM }, { log });
  const { account, admin, home } = await firm(app, 'Pipes & <Sons>');
  const id = await person(app, account, 'tech@example.com');
  const invited = await admin.post(`${home}/Invitations`, { Email: 'new@example.com', Role: 'Manager' });
  assert.deepEqual([invited.status, invited.json.mailed], [201, true], invited.text);
  const reset = await admin.post(`${home}/Users/${id}/ResetLink`);
  assert.deepEqual([reset.status, reset.json.mailed], [201, true]);
  await until(() => server.arrived.length === 2);
  await until(async () => (await runSql(DATABASE_URL, 'SELECT letter FROM mail')).length === 0);

  const [invitation, letter] = ['new@example.com', 'tech@example.com'].map(
    (to) => server.arrived.find((one) => one.to.includes(to))!,
  );
  assert.equal(invitation!.subject, 'Invitation to Pipes & <Sons>');
  assert.match(invitation!.raw, /^From: Maintenance <mds@example\.com>/m);
  assert.ok(invitation!.text.includes(invited.json.link), invitation!.raw);
  assert.ok(invitation!.html.includes(`href="${invited.json.link}"`), invitation!.html);
  assert.ok(invitation!.html.includes('Pipes &#38; &#60;Sons&#62;'), 'what a firm is called is no HTML');
  assert.ok(letter!.text.includes(reset.json.link));

  const token = tokenOf(/http\S+#\S+/.exec(invitation!.text)![0]);
  const used = await browser(app.url).post('/Links/Use', { token, password: PASSWORD });
  assert.equal(used.status, 200, used.text);
  const told = JSON.stringify(lines);
  assert.match(told, /letter sent/);
  for (const secret of [token, tokenOf(reset.json.link), MAIL_PASSWORD]) {
    assert.ok(!told.includes(secret), 'nothing secret is in the log');
  }
});

onEitherEngine('a reset that cannot be mailed any more today leaves the link before as it is', async (engine, t) => {
  const server = await startMailServer(t);
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL, MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM });
  const { account, admin, home } = await firm(app);
  const id = await person(app, account, 'tech@example.com');
  const { link } = (await admin.post(`${home}/Users/${id}/ResetLink`)).json;
  await runSql(DATABASE_URL, "UPDATE mail_pace SET letters = 1000000 WHERE about = ''");
  const asked = await browser(app.url).post('/Resets', { email: 'tech@example.com' });
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await browser(app.url).post('/Links/Look', { token: tokenOf(link) })).status, 200, 'it still works');
});

onEitherEngine('a reset that anybody asked for ends none that an admin has made', async (engine, t) => {
  const server = await startMailServer(t);
  const app = await startApp(t, engine, { MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM });
  const { account, admin, home } = await firm(app);
  const id = await person(app, account, 'tech@example.com');
  const made = async () => tokenOf((await admin.post(`${home}/Users/${id}/ResetLink`)).json.link);
  const asked = async (letters: number) => {
    assert.equal((await browser(app.url).post('/Resets', { email: 'tech@example.com' })).status, 202);
    await until(() => server.arrived.length === letters);
    return tokenOf(/http\S+#\S+/.exec(server.arrived.at(-1)!.text)![0]);
  };
  const looks = (tokens: readonly string[]) =>
    Promise.all(tokens.map(async (token) => (await browser(app.url).post('/Links/Look', { token })).status));
  const byAdmin = await made();
  await until(() => server.arrived.length === 1);
  const [first, second] = [await asked(2), await asked(3)];
  assert.deepEqual(await looks([byAdmin, first, second]), [200, 410, 200]);
  const next = await made();
  assert.deepEqual(await looks([byAdmin, second, next]), [410, 410, 200]);
});

onEitherEngine(
  'while the mail server is down letters wait, sealed; when it is back each arrives once',
  async (engine, t) => {
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL });
    const account = await app.account();
    const first = await startMailServer(t);
    await first.stop();
    const { parts, mail, lines, pass } = sending(app, first.url);
    const letter = { ...words('ann@example.com'), text: 'Come in: link#secret-token' };
    assert.equal(await mail.queue({ account, kind: 'invitation', ...letter }), true);
    const kept = await runSql(DATABASE_URL, 'SELECT * FROM mail');
    assert.equal(kept.length, 1);
    assert.doesNotMatch(JSON.stringify(kept), /secret-token|ann@example|Hello/);
    assert.deepEqual(await app.shard.examine(), []);
    assert.equal((await app.shard.secrets.census()).get(app.shard.secrets.current), 1);
    await sendDue(parts);
    await sendDue(parts);
    assert.equal(
      lines.filter(({ message }) => message === 'letter not sent yet').length,
      1,
      'not again before its pause is over',
    );
    const second = await startMailServer(t, first.port);
    pass(20_000);
    await Promise.all([sendDue(parts), sendDue(parts), sendDue({ ...parts })]);
    pass(3_600_000);
    await sendDue(parts);
    assert.deepEqual(
      second.arrived.map(({ to }) => to),
      [['ann@example.com']],
    );
  },
);

onEitherEngine(
  'a letter that is refused is given up at once, and said so; one that is put off is tried for a day, or while its link lasts',
  async (engine, t) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    const server = await startMailServer(t);
    const { parts, mail, lines, pass } = sending(app, server.url);
    const given = () => lines.filter(({ level }) => level === 'warn');
    server.refuse = { status: 550, words: 'no, not the link#secret-token' };
    await mail.queue({ account, kind: 'invitation', ...words('nobody@example.com') });
    await sendDue(parts);
    assert.deepEqual(
      given().map(({ message, account: of, kind, tries, status }) => [message, of, kind, tries, status]),
      [['letter given up', account.id, 'invitation', 1, 550]],
    );
    assert.ok(!JSON.stringify(lines).includes('secret-token'), 'what the server says may repeat the letter');

    server.refuse = { status: 451, words: 'later' };
    await mail.queue({ account, kind: 'reset', until: parts.clock.now() + 3_600_000, ...words('hour@example.com') });
    for (let minutes = 0; minutes < 52; minutes++) {
      if (minutes === 35) server.refuse = undefined;
      await sendDue(parts);
      pass(60_000);
    }
    assert.deepEqual([server.arrived[0]?.to, lines.at(-1)?.tries], [['hour@example.com'], 9], 'while its link is good');

    server.refuse = { status: 451, words: 'later' };
    await mail.queue({ account, kind: 'notice', ...words('slow@example.com') });
    await sendDue(parts);
    assert.deepEqual([lines.at(-1)?.message, lines.at(-1)?.status], ['letter not sent yet', 451]);
    await server.stop();
    for (let minutes = 0; minutes < 26 * 60 && given().length < 2; minutes += 15) {
      pass(15 * 60_000);
      await sendDue(parts);
    }
    const last = given()[1]!;
    assert.deepEqual([last.message, last.kind], ['letter given up', 'notice']);
    assert.ok((last.tries as number) > 20 && (last.tries as number) < 100, `${last.tries} tries`);
    assert.equal(await app.shard.mail.take(Number.MAX_SAFE_INTEGER, 0), undefined, 'nothing of them is left');
  },
);

onEitherEngine(
  'accounts take turns: many letters of one keep no other waiting for more than one',
  async (engine, t) => {
    const app = await sharedApp(engine);
    const server = await startMailServer(t);
    const { parts, mail, pass } = sending(app, server.url);
    const accounts = [await app.account(), await app.account(), await app.account()];
    for (const [n, letters] of [5, 1, 2].entries()) {
      const account = accounts[n]!;
      for (let i = 0; i < letters; i++)
        await mail.queue({ account, kind: 'reset', ...words(`${'abc'[n]}@example.com`) });
      pass(1);
    }
    await sendDue(parts);
    const whose = server.arrived.map(({ to }) => to[0]![0]!);
    assert.deepEqual(
      [whose.slice(0, 3).sort(), whose.slice(3, 5).sort(), whose.slice(5)],
      [
        ['a', 'b', 'c'],
        ['a', 'c'],
        ['a', 'a', 'a'],
      ],
    );
  },
);

onEitherEngine(
  'who has forgotten the password gets a link by mail, a few a day, and the answer does not tell whether there is such a person',
  async (engine, t) => {
    const server = await startMailServer(t);
    const app = await startApp(t, engine, { MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM });
    const account = await app.account();
    await person(app, account, 'out@example.com', { Status: 'Active' });
    const id = (await app.shard.people.withEmail('out@example.com'))[0]!.user.ID;
    const key = await app.key(account);
    await key.patch(`/api/Users/${id}`, [{ op: 'replace', path: '/Status', value: 'Disabled' }]);
    const ask = (email: string) => browser(app.url).post('/Resets', { email });
    const replies = [];
    for (const email of [ADMIN, 'out@example.com', 'stranger@example.com', ADMIN, ADMIN, ADMIN])
      replies.push(await ask(email));
    assert.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(replies[0]!.status, 202);
    await until(() => server.arrived.length === 3);
    assert.deepEqual(new Set(server.arrived.flatMap(({ to }) => to)), new Set([ADMIN]));
    const newest = server.arrived.map(({ text }) => tokenOf(/http\S+#\S+/.exec(text)![0]));
    const looks = await Promise.all(newest.map((token) => browser(app.url).post('/Links/Look', { token })));
    assert.equal(looks.filter(({ status }) => status === 200).length, 1, 'the fourth has not ended the third');
    const often = [];
    for (let n = 0; n < 11; n++) often.push(await ask('stranger@example.com'));
    assert.equal(often.at(-1)!.status, 429, 'for a stranger just as for anybody');
    assert.match(often.at(-1)!.json.detail, /^Too many reset links were asked for\. Try again after /);
  },
);

onEitherEngine(
  'while one firm of a person is being moved, the answer tells nobody, and the link of the other is mailed',
  async (engine, t) => {
    const server = await startMailServer(t);
    const app = await startApp(t, engine, { MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM });
    const moving = await app.account('Moving firm');
    await app.account('Staying firm');
    await person(app, moving, 'only.there@example.com');
    await app.shard.accounts.setFrozen(moving, true);
    const ask = (email: string) => browser(app.url).post('/Resets', { email });
    const replies = [];
    for (const email of ['stranger@example.com', 'only.there@example.com', ADMIN]) replies.push(await ask(email));
    assert.equal(replies[0]!.status, 202);
    assert.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1);
    await until(() => server.arrived.length > 0);
    assert.match(server.arrived[0]!.text, /Staying firm/);
    // What could not be mailed is none of the few letters that the person may have.
    for (let n = 0; n < 2; n++) await ask('only.there@example.com');
    await app.shard.accounts.setFrozen(moving, false);
    await ask('only.there@example.com');
    await until(() => server.arrived.some(({ to }) => to.includes('only.there@example.com')));
  },
);

onEitherEngine(
  'without a mail server nothing is queued, and the answer says that nothing was mailed',
  async (engine, t) => {
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL });
    const { admin, home } = await firm(app);
    const invited = await admin.post(`${home}/Invitations`, { Email: 'new@example.com' });
    assert.deepEqual([invited.status, invited.json.mailed], [201, false]);
    assert.deepEqual(await runSql(DATABASE_URL, 'SELECT letter FROM mail'), []);
    assert.deepEqual(await runSql(DATABASE_URL, 'SELECT about FROM mail_pace'), []);
  },
);

onEitherEngine(
  'one account has so many letters a day and no more, whatever the others have; its letters go with it',
  async (engine, t) => {
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL });
    const [greedy, other] = [await app.account('Greedy'), await app.account('Other')];
    const { mail, pass } = sending(app, 'smtp://127.0.0.1:9', 3);
    const queue = (account: typeof greedy) => mail.queue({ account, kind: 'invitation', ...words('a@example.com') });
    const queued = await Promise.all(Array.from({ length: 8 }, () => queue(greedy)));
    assert.equal(queued.filter(Boolean).length, 3);
    assert.equal(await queue(other), true);
    pass(-1);
    assert.equal(await queue(greedy), false, 'nor from a process whose clock is a little behind');
    pass(23 * 3_600_000);
    assert.equal(await queue(greedy), false);
    pass(2 * 3_600_000);
    assert.equal(await queue(greedy), true);
    await app.shard.accounts.remove(greedy);
    assert.equal((await runSql(DATABASE_URL, 'SELECT letter FROM mail')).length, 1);
  },
);

function words(to: string) {
  return { to, subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };
}

/** The worker's own parts, by a clock that is put forward. */
function sending(app: TestApp, url: string, mostADay?: number) {
  let now = Date.now();
  const clock = { now: () => now };
  const { log, lines } = rememberingLog();
  const smtp = createSmtp({ url, from: MAIL_FROM });
  const storeOf = () => app.shard.mail;
  const mail = createMail({ storeOf, clock, random: randomBytes, ...(mostADay !== undefined && { mostADay }) });
  return {
    parts: { store: app.shard.mail, smtp, clock, log },
    mail,
    lines,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

function rememberingLog() {
  const lines: Record<string, unknown>[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, message, ...fields });
  const line: Log['line'] = (level, message, fields) => void lines.push({ level, message, fields: fields() });
  const log: Log = { ...noLog, info: at('info'), warn: at('warn'), error: at('error'), line };
  return { log, lines };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400; n++) {
    if (await holds()) return;
    await sleep(25);
  }
  assert.fail('it never came to pass');
}
