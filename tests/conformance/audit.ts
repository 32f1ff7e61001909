/** The audit log: what is told in it, and how it is listed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { AccountScope } from '../../src/accounts/account.ts';
import { type AuditEntry, type AuditWhat, listableAudit, system } from '../../src/people/audit.ts';
import type { PeopleStore } from '../../src/people/store.ts';
import { Problem } from '../../src/problems.ts';
import type { Listing } from '../../src/records/lists/plan.ts';
import { planList } from '../../src/records/lists/planning.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, made, patching } from './samples.ts';

const hashOf = (text: string) => createHash('sha256').update(`${process.pid} ${text}`).digest();

export const audit: Part = async (t, fixture) => {
  const { shard } = fixture;
  const store = shard.people;

  await t.test('what is done is told in the audit log, and what is not done is not', async () => {
    const account = await newAccount(fixture);
    const records = shard.records(account);
    const entry = (what: AuditWhat, about: string): AuditEntry => ({
      ...{ on: 1, what, by: system, address: null, about },
    });
    const userID = await create(records, 'Users', { Email: 'ann@example.com', Status: 'Active' });
    let sessions = 0;
    const change = (FirstName: string, about: string) =>
      records.change({
        ...patching('Users', userID, { FirstName }),
        remembers: (what, before, after) =>
          entry('person.changed', [about, what, before!.FirstName, after!.FirstName].join(' ')),
      });
    await change('Ann', 'made');
    await records.change({
      ...patching('Users', userID, {}),
      decide: () => ({ decision: 'unchanged' }),
      remembers: () => entry('person.changed', 'unchanged'),
    });
    const session = async (token: string, about: string) => {
      const made = {
        account,
        userID,
        id: `ses_${account.key}_${++sessions}`,
        tokenHash: hashOf(token),
        createdOn: 1,
        confirmedOn: null,
      };
      await store.begin({ ...made, address: '192.0.2.1', device: 'x' }, {}, entry('session.begun', about));
    };
    await session(`${account.id} a`, 'begun');
    await store.confirm(hashOf(`${account.id} a`), account, 2, entry('session.confirmed', 'confirmed'));
    await store.confirm(hashOf('nothing'), account, 2, entry('session.confirmed', 'not there'));
    await store.endOf(account, userID, (ended) => entry('session.ended', `ended ${ended}`));
    await store.endOf(account, userID, (ended) => entry('session.ended', `ended ${ended}`));
    await session(`${account.id} b`, 'begun again');
    await store.end(hashOf(`${account.id} b`), [{ account, audit: entry('session.ended', 'ended') }]);
    await store.end(hashOf(`${account.id} b`), [{ account, audit: entry('session.ended', 'ended twice') }]);
    await store.setPassword(account, userID, 'x', 1, { audit: entry('password.set', 'password') });
    const tokenHash = hashOf(`${account.id} link`);
    const link = { tokenHash, whose: { account, userID }, createdOn: 1, createdBy: 'x', expiresOn: 100 };
    await store.makeLink({ ...link, kind: 'reset' }, entry('link.made', 'link'));
    const audit = entry('password.set', 'by link');
    for (const use of ['a', 'b'])
      await store.useLink(account, tokenHash, 5, account.id + use, { password: 'y', audit });
    await store.withdrawLinks(account, userID, entry('link.withdrawn', 'none'));
    await made(records, patching('Users', userID, { Status: 'Disabled' }));
    await session(`${account.id} c`, 'of who is out');
    await shard.accounts.setFrozen(account, true, entry('account.frozen', 'frozen'));
    await assert.rejects(store.setPassword(account, userID, 'z', 1, { audit: entry('password.set', 'frozen') }));
    await shard.accounts.setFrozen(account, false, entry('account.thawed', 'thawed'));
    assert.deepEqual(
      (await toldIn(store, account)).map(([, about]) => about),
      [
        `made Users/${userID}  Ann`,
        'begun',
        'confirmed',
        'ended 1',
        'begun again',
        'ended',
        'password',
        'link',
        'by link',
        'frozen',
        'thawed',
      ],
    );
  });

  await t.test('the audit log takes entries and lists them by the rules of lists', async () => {
    const account = await newAccount(fixture);
    for (const n of [1, 2, 3]) {
      const entry = {
        on: n * 1_000,
        what: 'key.made',
        by: { ...system, email: 'Ann@Example.com' },
        address: null,
        about: `int_${n}`,
      } as const;
      await store.audit(account, { ...entry, ...(n === 2 && { detail: { name: 'ERP' } }) });
    }
    const list = async (query: string) => {
      const listing = planList(listableAudit, query);
      assert.ok(!(listing instanceof Problem));
      const page = await store.auditLog(account, listing);
      assert.ok(!(page instanceof Problem));
      return { ...page, entries: JSON.parse(page.body) };
    };
    const all = await list('take=2&count=true&orderby=id');
    assert.deepEqual([all.entries.length, all.more, all.total], [2, true, 3]);
    assert.deepEqual(all.entries[1].detail, { name: 'ERP' });
    const asked = async (query: string) => (await list(query)).entries.map(({ about }: { about: string }) => about);
    assert.deepEqual(await asked('about=int_2'), ['int_2']);
    assert.deepEqual(await asked('by=ann&fuzzy=true&orderby=on Desc'), ['int_3', 'int_2', 'int_1']);
    assert.deepEqual(await asked('on=1970-01-01T00:00:02.000Z ge&extFilter=true'), ['int_3', 'int_2']);
    assert.deepEqual(await asked('address=null ne&extFilter=true'), []);
    // In this order only by what they fold to; and what JSON has to escape.
    const [other, written] = ['ﬁona"\\ä@example.com', 'JÖRG.Strauß@Example.com'];
    for (const about of [written, other]) {
      const by = { ...system, email: about };
      await store.audit(account, { on: 4_000, what: 'session.begun', by, address: null, about });
    }
    const named = encodeURIComponent(written);
    for (const name of ['about', 'by']) {
      assert.deepEqual(await asked(`${name}=${named}`), [written], name);
      assert.deepEqual(await asked(`${name}=${named} ne&what=session.begun&extFilter=true`), [other], name);
      assert.deepEqual(await asked(`${name}=${encodeURIComponent('JÖRG.sTRAUß')}&fuzzy=true`), [written], name);
      assert.deepEqual(await asked(`${name}=${encodeURIComponent('jörg.strauss')}&fuzzy=true`), [written], name);
      assert.deepEqual(await asked(`${name}=${encodeURIComponent('FIONA"\\Ä')}&fuzzy=true`), [other], name);
      assert.deepEqual(await asked(`what=session.begun&orderby=${name}`), [other, written], name);
    }
    await store.forget({ sessionsSeen: 0, sessionsMade: 0, links: 0, audit: 2_500, usageHour: 0, ceremonies: 0 });
    assert.deepEqual(await asked('what=key.made'), ['int_3']);
  });
};

/** What it says and of what, the oldest first. */
export async function toldIn(store: PeopleStore, account: AccountScope): Promise<string[][]> {
  const page = await store.auditLog(account, planList(listableAudit, 'orderby=id') as Listing);
  assert.ok(!(page instanceof Problem));
  const entries: { what: string; about: string }[] = JSON.parse(page.body);
  return entries.map(({ what, about }) => [what, about]);
}
