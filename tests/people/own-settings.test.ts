import assert from 'node:assert/strict';
import { createUser } from '../../src/people/user-records.ts';
import { onEitherEngine, startApp } from '../support/app.ts';
import { ADMIN, browser, firm, person, signedIn } from '../support/people.ts';

onEitherEngine(
  'anybody chooses the own names, zone and language, and nothing else of the own record',
  async (engine, t) => {
    const app = await startApp(t, engine);
    assert.deepEqual((await browser(app.url).get('/Setup')).json, { needed: true });
    const { account, home } = await firm(app);
    assert.deepEqual((await browser(app.url).get('/Setup')).json, { needed: false });
    await person(app, account, 'rita@example.com', { Role: 'ReadOnly' });
    const rita = await signedIn(app, 'rita@example.com');
    const chosen = { FirstName: 'Rita', LastName: 'Moss', TimeZone: 'Europe/Oslo', Locale: 'nb-NO' };
    assert.equal((await rita.post(`${home}/Me`, chosen)).status, 204);
    const me = (await rita.get(`${home}/Me`)).json;
    assert.deepEqual([me.person.name, me.person.timeZone, me.person.locale], ['Rita Moss', 'Europe/Oslo', 'nb-NO']);
    assert.equal(me.account.demo, false);
    const history = (await rita.get(`${home}/Users/${me.person.id}/History`)).json;
    assert.equal(history[0].by.email, 'rita@example.com');

    const more = await rita.post(`${home}/Me`, { Role: 'Admin' });
    assert.deepEqual([more.status, more.json.errors[0].pointer], [400, '/Role']);
    const unknown = await rita.post(`${home}/Me`, { TimeZone: 'Mars/Olympus', Locale: '???' });
    assert.deepEqual(
      unknown.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/TimeZone', '/Locale'],
    );
    assert.equal((await rita.get(`${home}/Me`)).json.role, 'ReadOnly');
  },
);

onEitherEngine(
  'everybody is told whom to ask: the first twenty admins, and whether the account is frozen',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, home, admin } = await firm(app);
    await app.account('Another');
    const author = { kind: 'system', id: null, name: null, email: ADMIN } as const;
    const emails = Array.from({ length: 24 }, (_, n) => `admin${n}@example.com`);
    for (const Email of emails) {
      const named = emails.indexOf(Email) < 2 ? { FirstName: 'Ann', LastName: 'Reed' } : {};
      await createUser(app.shard.records(account), { Email, Status: 'Active', Role: 'Admin', ...named }, author);
    }
    const me = async () => (await admin.get(`${home}/Me`)).json;
    const namesakes = ['Ann Reed (admin0@example.com)', 'Ann Reed (admin1@example.com)'];
    assert.deepEqual((await me()).admins, [ADMIN, ...namesakes, ...emails.slice(2, 19)]);
    assert.equal((await me()).account.frozen, false);
    await app.shard.accounts.setFrozen(account, true);
    assert.equal((await me()).account.frozen, true);
  },
);
