// A key that may write users cannot make itself a person who outlives it: administrators are a matter of people.

import assert from 'node:assert/strict';
import type { Json } from '../../src/lib/json.ts';
import { type Client, onBothEngines, type Reply } from '../support/app.ts';
import { callTool } from '../support/assistant.ts';
import { firm, person } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

const put = (field: string, value: Json) => ({ op: 'replace', path: `/${field}`, value });

onBothEngines('a key never makes, changes, demotes or deletes an administrator', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const second = await person(app, account, 'second@example.com', { Role: 'Admin' });
  const manager = await person(app, account, 'manager@example.com', { Role: 'Manager', CompanySettings: true });
  const gone = await person(app, account, 'gone@example.com', { Role: 'Admin' });
  assert.equal((await admin.delete(`${home}/Users/${gone}`)).status, 204);
  const plain = (await key.post('/api/Users', { Email: 'plain@example.com' })).json;
  assert.equal(plain.Status, 'Invited');

  const patches: [number, string, Json][] = [
    [plain.ID, '/Role', 'Admin'],
    [plain.ID, '/CompanySettings', true],
    [gone, '/Deleted', false],
    ...[second, manager].flatMap((id): [number, string, Json][] => [
      [id, '/Role', 'Technician'],
      [id, '/Email', 'attacker@example.com'],
      [id, '/Status', 'Disabled'],
      [id, '/Deleted', true],
    ]),
    [manager, '/CompanySettings', false],
  ];
  const creates: [string, Json][] = [
    ['/Role', 'Admin'],
    ['/CompanySettings', true],
    ['/Status', 'Active'],
    ['/Status', 'Disabled'],
  ];
  const email = 'new@example.com';
  const writes: [string, () => Promise<Reply>, Record<string, Json>][] = [
    ...patches.map(([id, at, value]): (typeof writes)[number] => {
      const patch = [put(at.slice(1), value)];
      return [at, () => key.patch(`/api/Users/${id}`, patch), { id, patch }];
    }),
    ...creates.map(([at, value]): (typeof writes)[number] => {
      const create = { Email: email, [at.slice(1)]: value };
      return [at, () => key.post('/api/Users', create), { create }];
    }),
    ['/Deleted', () => key.delete(`/api/Users/${second}`), { id: second, delete: true }],
    ['/Deleted', () => key.delete(`/api/Users/${manager}`), { id: manager, delete: true }],
  ];
  const before = (await key.get('/api/Users')).json;
  for (const [pointer, write, dryRun] of writes) {
    for (const reply of [await write(), await key.post('/api/Users/DryRun', dryRun)]) {
      const what = `${pointer} ${JSON.stringify(dryRun)}: ${reply.text}`;
      assert.deepEqual([reply.status, reply.json.code], [403, 'person_required'], what);
      assert.deepEqual(reply.json.errors[0].pointer, pointer, what);
    }
  }
  // However it is worded, and also of the last admin: for people that is a 409.
  const whole = { ...(await key.get(`/api/Users/${plain.ID}`)).json, Role: 'Admin' };
  for (const patch of [[{ op: 'replace', path: '', value: whole }], [put('FirstName', 'Admin'), COPIED_ROLE]])
    assert.equal((await key.patch(`/api/Users/${plain.ID}`, patch)).json.code, 'person_required');
  assert.equal((await key.delete('/api/Users/1')).json.code, 'person_required');
  assert.deepEqual((await key.get('/api/Users')).json, before, 'nothing was written');
  const moves = (await key.get(`/api/Users/${second}/Moves`)).json;
  const disabled = moves.find(({ to }: { to: string }) => to === 'Disabled');
  assert.deepEqual([disabled.allowed, disabled.blockers[0].code], [false, 'person_required']);

  // What is no right stays a matter of keys, as an HR system writes it, and so do people without these rights.
  const written = [
    await key.patch(`/api/Users/${second}`, [put('Phone', '1'), put('LastName', 'North')]),
    await key.patch(`/api/Users/${plain.ID}`, [put('Role', 'Manager'), put('Status', 'Active')]),
    await key.patch(`/api/Users/${plain.ID}`, [put('Email', 'plainer@example.com')]),
    await key.delete(`/api/Users/${plain.ID}`),
  ];
  assert.deepEqual(
    written.map(({ status }) => status),
    [200, 200, 200, 204],
  );
  assert.equal((await admin.patch(`${home}/Users/${manager}`, [put('Role', 'Admin')])).status, 200);
});

const COPIED_ROLE = { op: 'copy', from: '/FirstName', path: '/Role' };

onBothEngines('what a key proposes of an administrator is decided by an admin in person', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const direct = await app.key(account);
  const assistant = await app.key(account, { name: 'Fix-it', proposesOnly: true });
  const propose = async (by: Client, Email: string) => {
    const create = { Email, Role: 'Admin' };
    if (by === direct) return (await by.post('/api/Proposals', { type: 'Users', create, reason: 'r' })).json;
    const answer = await callTool(by, 'propose_create', { type: 'Users', fields: create, reason: 'r' });
    return answer.structuredContent.proposals[0];
  };
  for (const by of [direct, assistant]) {
    const Email = `${by.integrationID}@example.com`.toLowerCase();
    const made = await propose(by, Email);
    assert.equal((await by.get(`/api/Proposals/${made.id}`)).json.standing, 'applies');
    const emails = async () => (await direct.get('/api/Users')).json.map((one: { Email: string }) => one.Email);
    assert.ok(!(await emails()).includes(Email), 'nothing is written');
    const { effect } = (await admin.get(`${home}/Proposals/${made.id}`)).json;
    const approved = await admin.post(`${home}/Proposals/${made.id}/Approve`, { effect });
    assert.equal(approved.status, 200, approved.text);
    assert.ok((await emails()).includes(Email));
  }
  // A dry run of a key that only proposes says what approving would do.
  const seen = await assistant.post('/api/Users/DryRun', { create: { Email: 'x@example.com', Role: 'Admin' } });
  assert.equal(seen.status, 200, seen.text);
});
