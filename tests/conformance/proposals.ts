/** Proposals, and the change that fulfils one: both or neither. */
import assert from 'node:assert/strict';
import type { IdempotencyKey } from '../../src/accounts/idempotency.ts';
import { listableProposals, type NewProposal, PROPOSAL_LIFETIME_MS } from '../../src/approvals/proposal.ts';
import { serializeProposal } from '../../src/approvals/serialize-proposal.ts';
import { MAX_PENDING_PROPOSALS, type ProposalStore } from '../../src/approvals/store.ts';
import { type AuditEntry, listableAudit } from '../../src/people/audit.ts';
import { Problem } from '../../src/problems.ts';
import type { Listing } from '../../src/records/lists/plan.ts';
import { planList } from '../../src/records/lists/planning.ts';
import type { Change } from '../../src/records/store.ts';
import { integration } from './accounts.ts';
import { type Fixture, newAccount, type Part } from './fixture.ts';
import { create, creation, fieldsAt, made, patching } from './samples.ts';

const proposer = (id: string) => ({ kind: 'assistant', id, name: 'Fix-it', email: 'ann@example.com' }) as const;

function proposing(more: Partial<NewProposal> = {}): NewProposal {
  return {
    type: 'Tasks',
    recordID: 1,
    operation: 'patch',
    write: { id: 1, patch: [{ op: 'replace', path: '/Name', value: 'b' }] },
    base: { version: 1, values: { Name: 'a', Deleted: false } },
    reason: 'because',
    by: proposer('int_1'),
    outcome: { changed: [] },
    ...more,
  };
}

/** An account, and a key of it that proposes. */
async function withKey(fixture: Fixture) {
  const account = await newAccount(fixture);
  const given = integration();
  await fixture.shard.accounts.createIntegration(account, given);
  return { account, by: proposer(given.id) };
}

function fulfilling(change: Change, proposal: number, on = 2_000): Change {
  const by = JSON.stringify({ kind: 'person', id: '7', name: 'Dana', email: 'dana@example.com' });
  return {
    ...change,
    fulfils: { proposal, on, by, comment: 'good', outcome: '{"effect":"x"}', audit: entry(proposal, on) },
  };
}

function entry(proposal: number, on: number): AuditEntry {
  const by = { kind: 'person', id: '7', name: 'Dana', email: 'dana@example.com' } as const;
  const about = `Proposals/${proposal}`;
  return { on, what: 'proposal.approved', by, address: '10.0.0.1', about, detail: { comment: 'good' } };
}

/** Their ids; what is answered says them, too. */
async function add(
  store: ProposalStore,
  proposals: readonly NewProposal[],
  title: string | null,
  now: number,
  once?: IdempotencyKey,
) {
  const plan = title === null ? null : { title, size: proposals.length };
  const ready = proposals.map((one, n) => serializeProposal(one, { plan, order: n + 1, now }));
  const answer = (first: number) => JSON.stringify(ready.map((_, n) => first + n));
  const added = await store.add(ready, { now, once, answer });
  return added instanceof Problem ? added : (JSON.parse(added.text) as number[]);
}

export const proposals: Part = async (t, fixture) => {
  const { shard } = fixture;
  const code = (answer: unknown) => (answer instanceof Problem ? answer.code : 'no problem');

  await t.test('proposals are numbered by account, kept as they are given, and belong to their plan', async () => {
    const account = await newAccount(fixture);
    const store = shard.proposals(account);
    assert.deepEqual(await add(store, [proposing()], null, 1_000), [1]);
    assert.deepEqual(await add(store, [proposing(), proposing({ reason: 'then' })], 'A plan', 1_000), [2, 3]);
    const alone = (await store.find(1, 1_500))!;
    const { id, plan, order, state, createdOn, expiresOn, decidedOn, decidedBy, comment, madeVersion, ...given } =
      alone;
    assert.deepEqual(given, proposing());
    assert.deepEqual(
      [id, plan, order, state, createdOn, expiresOn],
      [1, null, 1, 'pending', 1_000, 1_000 + PROPOSAL_LIFETIME_MS],
    );
    assert.deepEqual([decidedOn, decidedBy, comment, madeVersion], [null, null, null, null]);
    // Of the others of a plan no more than these: what they come to may be megabytes.
    const { type, recordID, operation, write } = proposing();
    const step = { state: 'pending', type, recordID, operation, write, madeVersion: null };
    assert.deepEqual(await store.ofPlan(2, 1_500), [
      { ...step, id: 2, order: 1 },
      { ...step, id: 3, order: 2 },
    ]);
    const [first, second] = await store.these([2, 3], 1_500);
    assert.deepEqual([first!.plan, second!.plan], Array(2).fill({ id: 2, title: 'A plan', size: 2 }));
    assert.equal(second!.reason, 'then');
    assert.equal(await shard.proposals(await newAccount(fixture)).find(1, 0), undefined, 'of another account');
  });

  await t.test('lists follow the rules of lists; one that is over is expired, written down or not', async () => {
    const account = await newAccount(fixture);
    const store = shard.proposals(account);
    await add(store, [proposing()], null, 1_000);
    await add(store, [proposing({ by: proposer('int_2'), recordID: 9 })], null, 5_000);
    await store.settle(
      2,
      { state: 'rejected', by: { kind: 'person', id: '7', name: 'D', email: 'd@example.com' }, comment: 'no' },
      6_000,
    );
    const list = async (query: string, now: number, by?: string) => {
      const listing = planList(listableProposals, query);
      assert.ok(!(listing instanceof Problem));
      const page = await store.list(listing, by, now);
      assert.ok(!(page instanceof Problem));
      const found = await store.these(page.ids, now);
      return [found.map(({ id, state }) => `${id} ${state}`), page.more, page.total];
    };
    assert.deepEqual(await list('take=1&count=true', 6_000), [['2 rejected'], true, 2]);
    assert.deepEqual(await list('orderby=id', 6_000), [['1 pending', '2 rejected'], false, undefined]);
    assert.deepEqual(await list('state=pending', 6_000), [['1 pending'], false, undefined]);
    assert.deepEqual(await list('state=expired', 1_000 + PROPOSAL_LIFETIME_MS), [['1 expired'], false, undefined]);
    assert.deepEqual(await list('type=Tasks&recordID=9', 6_000), [['2 rejected'], false, undefined]);
    assert.deepEqual(await list('', 6_000, 'int_2'), [['2 rejected'], false, undefined]);
    assert.deepEqual(await list('decidedOn=null ne&extFilter=true', 6_000), [['2 rejected'], false, undefined]);
  });

  await t.test(
    'a change fulfils a proposal once: with it the proposal is approved, whoever else tries at once',
    async () => {
      const { account, by } = await withKey(fixture);
      const records = shard.records(account);
      const store = shard.proposals(account);
      const id = await create(records, 'Tasks', { Name: 'a' });
      await add(store, [proposing({ recordID: id, by })], null, 1_000);
      const tries = Array.from({ length: 5 }, (_, n) =>
        records.change(fulfilling(patching('Tasks', id, { Name: `by ${n}` }), 1)),
      );
      const answers = await Promise.all(tries);
      assert.deepEqual(answers.map(code).sort(), ['no problem', ...Array(4).fill('proposal_decided')]);
      const winner = answers.findIndex((answer) => !(answer instanceof Problem));
      assert.equal((await fieldsAt(records, 'Tasks', id)).Name, `by ${winner}`);
      assert.equal((await records.read('Tasks', id))!.version, 2);
      const settled = (await store.find(1, 2_000))!;
      assert.deepEqual(
        [settled.state, settled.recordID, settled.madeVersion, settled.decidedOn, settled.comment, settled.outcome],
        ['approved', id, 2, 2_000, 'good', { effect: 'x' }],
      );
      assert.equal(settled.decidedBy!.name, 'Dana');
    },
  );

  await t.test(
    'the audit log says that it is decided as soon as it is, with the record that came of it, and never else',
    async () => {
      const { account, by } = await withKey(fixture);
      const records = shard.records(account);
      const store = shard.proposals(account);
      const id = await create(records, 'Tasks', { Name: 'a' });
      await add(store, [proposing({ recordID: id, by }), proposing({ recordID: id, by })], 'plan', 1_000);
      const change = fulfilling(patching('Tasks', id, { Name: 'b' }), 1);
      await Promise.all([records.change(change), records.change(change)]);
      const rejection = {
        state: 'rejected',
        by: { kind: 'person', id: '7', name: 'D', email: null },
        comment: 'no',
        audit: { ...entry(2, 3_000), what: 'proposal.rejected' },
      } as const;
      await Promise.all([store.settle(2, rejection, 3_000), store.settle(2, rejection, 3_000)]);
      const page = await shard.people.auditLog(account, planList(listableAudit, 'orderby=id') as Listing);
      assert.ok(!(page instanceof Problem));
      const told = JSON.parse(page.body) as { what: string; about: string; detail: object }[];
      assert.deepEqual(
        told.map(({ what, about, detail }) => [what, about, detail]),
        [
          ['proposal.approved', 'Proposals/1', { comment: 'good', recordID: id, version: 2 }],
          ['proposal.rejected', 'Proposals/2', { comment: 'good' }],
        ],
      );
    },
  );

  await t.test(
    'repeats under one Idempotency-Key propose once and are answered alike; another body is refused',
    async () => {
      const account = await newAccount(fixture);
      const store = shard.proposals(account);
      const once = { integrationID: 'int_1', key: 'the key', fingerprint: 'f' };
      const repeats = await Promise.all(
        Array.from({ length: 5 }, () => add(store, [proposing(), proposing()], 'A plan', 1_000, once)),
      );
      assert.deepEqual(repeats, Array(5).fill([1, 2]));
      assert.equal(
        code(await add(store, [proposing()], null, 1_000, { ...once, fingerprint: 'g' })),
        'idempotency_key_reused',
      );
      assert.deepEqual(await add(store, [proposing()], null, 1_000, { ...once, integrationID: 'int_2' }), [3]);
      const later = 1_000 + 24 * 3_600_000;
      assert.deepEqual(await add(store, [proposing()], null, later, { ...once, fingerprint: 'g' }), [4], 'a day later');
    },
  );

  await t.test('a new record is named by the proposal that made it', async () => {
    const { account, by } = await withKey(fixture);
    const store = shard.proposals(account);
    const write = { create: { Name: 'n' } };
    await add(store, [proposing({ operation: 'create', recordID: null, base: null, write, by })], null, 1_000);
    const { record } = await made(shard.records(account), fulfilling(creation('Tasks', { Name: 'n' }), 1));
    assert.equal((await store.find(1, 2_000))!.recordID, record.id);
  });

  await t.test('where the change is refused or fails, the proposal waits as before', async () => {
    const { account, by } = await withKey(fixture);
    const records = shard.records(account);
    const store = shard.proposals(account);
    await create(records, 'Users', { Email: 'taken@example.com' });
    const id = await create(records, 'Users', { Email: 'own@example.com' });
    await add(store, [proposing({ type: 'Users', recordID: id, by })], null, 1_000);
    const refusing: Change = {
      ...patching('Users', id, {}),
      decide: () => ({ decision: 'refused', problem: new Problem('conflict', 'no') }),
    };
    assert.equal(code(await records.change(fulfilling(refusing, 1))), 'conflict');
    // Found out by the database itself, when all of the change is written.
    const failing = fulfilling(patching('Users', id, { Email: 'taken@example.com' }), 1);
    assert.equal(code(await records.change(failing)), 'value_taken');
    assert.equal((await store.find(1, 2_000))!.state, 'pending');
    assert.equal((await records.read('Users', id))!.version, 1);
  });

  await t.test(
    'one that is over, rejected or unknown, or of a revoked key, keeps the change from being made',
    async () => {
      const { account, by } = await withKey(fixture);
      const records = shard.records(account);
      const store = shard.proposals(account);
      const id = await create(records, 'Tasks', { Name: 'a' });
      await add(store, [proposing({ by }), proposing({ by })], 'plan', 1_000);
      const change = patching('Tasks', id, { Name: 'b' });
      assert.equal(code(await records.change(fulfilling(change, 1, 1_000 + PROPOSAL_LIFETIME_MS))), 'proposal_decided');
      const decided = {
        state: 'rejected',
        by: { kind: 'person', id: '7', name: 'D', email: null },
        comment: 'no',
      } as const;
      assert.equal(await store.settle(2, decided, 2_000), true);
      assert.equal(await store.settle(2, decided, 2_000), false);
      assert.equal(await store.settle(1, decided, 1_000 + PROPOSAL_LIFETIME_MS), false, 'over');
      assert.equal(code(await records.change(fulfilling(change, 2))), 'proposal_decided');
      assert.equal(code(await records.change(fulfilling(change, 3))), 'not_found');
      await add(store, [proposing({ by })], null, 1_000);
      await shard.accounts.revoke(account, by.id, 2_000, 'test');
      assert.equal(code(await records.change(fulfilling(change, 3))), 'forbidden');
      assert.equal((await store.find(3, 2_000))!.state, 'pending');
      assert.equal((await records.read('Tasks', id))!.version, 1);
    },
  );

  await t.test('a change that changes nothing fulfils its proposal all the same', async () => {
    const { account, by } = await withKey(fixture);
    const records = shard.records(account);
    const store = shard.proposals(account);
    const id = await create(records, 'Tasks', { Name: 'a' });
    await add(store, [proposing({ by })], null, 1_000);
    const change: Change = { ...patching('Tasks', id, {}), decide: () => ({ decision: 'unchanged' }) };
    assert.equal((await made(records, fulfilling(change, 1))).outcome, 'unchanged');
    assert.equal((await store.find(1, 2_000))!.state, 'approved');
  });

  await t.test(
    'too many of one integration, or a frozen account, take no more; a plan is taken whole or not',
    async () => {
      const account = await newAccount(fixture);
      const store = shard.proposals(account);
      const many = Array.from({ length: 100 }, () => proposing());
      for (let n = 0; n < MAX_PENDING_PROPOSALS / 100 - 1; n++) await add(store, many, 'plan', 1_000);
      await add(store, many.slice(1), 'plan', 1_000);
      assert.equal(code(await add(store, many.slice(0, 2), 'one too many', 1_000)), 'conflict');
      assert.equal((await add(store, [proposing()], null, 1_000)) instanceof Problem, false);
      assert.equal((await add(store, [proposing({ by: proposer('int_2') })], null, 1_000)) instanceof Problem, false);
      // Those that are over wait no more, written down or not.
      assert.equal(code(await add(store, [proposing()], null, 999 + PROPOSAL_LIFETIME_MS)), 'conflict');
      assert.equal(code(await add(store, [proposing()], null, 1_000 + PROPOSAL_LIFETIME_MS)), 'no problem');
      await shard.accounts.setFrozen(account, true);
      assert.equal(code(await add(store, [proposing({ by: proposer('int_2') })], null, 1_000)), 'account_frozen');
      await shard.accounts.remove(account);
      assert.equal(await store.find(1, 1_000), undefined, 'they go with their account');
    },
  );

  await t.test('what is over is marked, and forgotten later', async () => {
    const account = await newAccount(fixture);
    const store = shard.proposals(account);
    // Long ago, so that nothing of the others is touched.
    await add(store, [proposing()], null, -2 * PROPOSAL_LIFETIME_MS);
    assert.equal(await shard.proposalArchive.expire(-PROPOSAL_LIFETIME_MS, -10 * PROPOSAL_LIFETIME_MS), 1);
    assert.equal((await store.find(1, -PROPOSAL_LIFETIME_MS - 1))!.state, 'expired');
    assert.equal(await shard.proposalArchive.expire(-PROPOSAL_LIFETIME_MS, -10 * PROPOSAL_LIFETIME_MS), 0);
    assert.equal(await shard.proposalArchive.expire(-PROPOSAL_LIFETIME_MS, -PROPOSAL_LIFETIME_MS), 1);
    assert.equal(await store.find(1, 0), undefined);
  });
};
