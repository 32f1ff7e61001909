// Admins hear of what could be a way in for somebody who should have none.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../src/lib/json.ts';
import { databaseUrl, onBothEngines, startApp } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { MAIL_FROM, startMailServer } from '../support/mail-server.ts';
import { ADMIN, firm, person } from '../support/people.ts';
import { runCommand } from '../support/service.ts';

onBothEngines(
  'admins get an e-mail when an admin or a key is added, or the address of one changes',
  async (engine, t) => {
    const server = await startMailServer(t);
    const mailing = { MDS_SMTP_URL: server.url, MDS_MAIL_FROM: MAIL_FROM };
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL, ...mailing });
    const { account, admin, home } = await firm(app, 'Pipes & <Sons>');
    const second = 'second@example.com';
    const secondID = await person(app, account, second, { Role: 'Admin' });
    const techID = await person(app, account, 'tech@example.com');
    const key = await app.key(account, { name: 'Fix-it' });
    const both = [ADMIN, second];
    const put = (field: string, value: Json) => [{ op: 'replace', path: `/${field}`, value }];
    const users = `${home}/Users`;

    /** The notices that came of it, without the links. */
    const told = async (act: () => Promise<{ readonly status: number; readonly text: string } | undefined>) => {
      const before = server.arrived.length;
      const reply = await act();
      if (reply !== undefined) assert.ok(reply.status < 300, reply.text);
      const notices = () => server.arrived.slice(before).filter(({ subject }) => !/Invitation/.test(subject));
      for (let n = 0; n < 500 && notices().length === 0; n++) await sleep(20);
      return notices();
    };
    const isTold = async (act: Parameters<typeof told>[0], to: readonly string[], ...words: (string | RegExp)[]) => {
      const [notice, ...more] = await told(act);
      assert.ok(notice !== undefined && more.length === 0, words.join());
      assert.deepEqual(notice.to.toSorted(), to.toSorted(), notice.text);
      for (const word of [...words, ADMIN]) assert.ok(notice.text.match(word), `${word} in ${notice.text}`);
      return notice;
    };

    const made = await isTold(
      () => admin.post(users, { Email: 'third@example.com', Role: 'Admin', Status: 'Active' }),
      both,
      /third@example\.com an admin in the maintenance records of Pipes & <Sons>/,
    );
    assert.match(made.html, /Pipes &#38; &#60;Sons&#62;/);
    const thirdID = (await admin.get(`${users}?Email=third@example.com`)).json[0].ID;
    await isTold(
      () => admin.patch(`${users}/${techID}`, put('Role', 'Admin')),
      [...both, 'third@example.com'],
      'tech@',
    );
    await isTold(
      () => admin.patch(`${users}/${secondID}`, put('Email', 'attacker@example.com')),
      [ADMIN, second, 'third@example.com', 'tech@example.com'],
      /admin second@example\.com to attacker@example\.com/,
    );
    await admin.delete(`${users}/${thirdID}`);
    await admin.patch(`${users}/${techID}`, put('Status', 'Disabled'));
    const others = [ADMIN, 'attacker@example.com'];
    await isTold(() => admin.patch(`${users}/${techID}`, put('Status', 'Active')), others, 'tech@example.com');
    await admin.patch(`${users}/${techID}`, put('Role', 'Manager'));

    const create = { Email: 'proposed@example.com', Role: 'Admin' };
    const { id } = (await key.post('/api/Proposals', { type: 'Users', create, reason: 'r' })).json;
    const { effect } = (await admin.get(`${home}/Proposals/${id}`)).json;
    const approved = () => admin.post(`${home}/Proposals/${id}/Approve`, { effect });
    await isTold(approved, others, 'proposed@', 'approving what Fix-it proposed');
    await isTold(
      () => admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' }),
      others,
      '"ERP"',
      /role Admin/,
    );

    // On the command line, too.
    const run = (...argv: string[]) =>
      runCommand(argv, { DATABASE_URL, MDS_SECRETS_KEY: TEST_KEY, ...mailing }, tmpdir());
    const commanded = async (...argv: string[]) => {
      const [notice] = await told(async () => void (await run(...argv, '--account', account.id)));
      assert.deepEqual(notice?.to.toSorted(), others);
      assert.match(notice!.text, /runs the service/);
    };
    await commanded('keys', 'create', '--name', 'Shell', '--preset', 'Reporting');
    await commanded('people', 'invite', '--email', 'invited@example.com', '--role', 'Admin');

    // What gives nobody more is told to nobody.
    const notices = () => server.arrived.filter(({ subject }) => !/Invitation/.test(subject)).length;
    const before = notices();
    await admin.patch(`${users}/${secondID}`, put('Phone', '1'));
    await admin.post(users, { Email: 'manager@example.com', Role: 'Manager' });
    await sleep(300);
    assert.equal(notices(), before);
  },
);
