import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogue, type RecordTypeName } from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { AccountInMemory } from '../testing/account-in-memory.ts';
import { expectOutcome, set } from '../testing/scenarios.ts';

/** Every state with the states a write may move it to. Written out here once more, so that the catalogue is held against it. */
const moves = {
  WorkOrders: {
    Open: ['InProgress', 'OnHold', 'Completed', 'Cancelled'],
    InProgress: ['Open', 'OnHold', 'Completed', 'Cancelled'],
    OnHold: ['InProgress', 'Open', 'Completed', 'Cancelled'],
    Completed: ['Open', 'InProgress'],
    Cancelled: ['Open'],
  },
  Tasks: {
    Open: ['InProgress', 'Completed', 'Cancelled'],
    InProgress: ['Open', 'Completed', 'Cancelled'],
    Completed: ['Open'],
    Cancelled: ['Open'],
  },
  Jobs: {
    Scheduled: ['InProgress', 'Completed', 'Cancelled'],
    InProgress: ['OnHold', 'Completed', 'Cancelled'],
    OnHold: ['InProgress', 'Completed', 'Cancelled'],
    Completed: ['InProgress'],
    Cancelled: ['Scheduled'],
  },
  Forms: { Draft: ['Submitted', 'Dismissed'], Submitted: [], Dismissed: ['Draft'] },
  PurchaseOrders: {
    Draft: ['PendingApproval', 'Sent', 'Cancelled'],
    PendingApproval: ['Approved', 'Draft', 'Cancelled'],
    Approved: ['Sent', 'Cancelled'],
    Sent: ['Completed', 'Cancelled'],
    PartiallyFulfilled: ['Completed'],
    Completed: [],
    Cancelled: ['Draft'],
  },
  Routes: {
    Planned: ['InProgress', 'Cancelled'],
    InProgress: ['Completed', 'Cancelled'],
    Completed: ['InProgress'],
    Cancelled: ['Planned'],
  },
  Employees: { Active: ['OnLeave', 'Terminated'], OnLeave: ['Active', 'Terminated'], Terminated: ['Active'] },
  Users: { Invited: ['Active', 'Disabled'], Active: ['Disabled'], Disabled: ['Active'] },
  FormTemplates: { Draft: ['Published'], Published: ['Archived'], Archived: ['Published'] },
} as const satisfies { [Name in RecordTypeName]?: Record<string, readonly string[]> };
type Stateful = keyof typeof moves;

/** The moves that are told to subscribers, beside Updated where the type has it. */
const events: { readonly [Name in Stateful]?: readonly string[] } = {
  WorkOrders: ['Completed', 'Cancelled'],
  Tasks: ['Completed', 'Cancelled'],
  Jobs: ['Completed'],
  Forms: ['Submitted'],
  PurchaseOrders: ['Sent', 'Completed', 'PartiallyFulfilled'],
};
const toldOfUpdates: readonly string[] = ['WorkOrders', 'Tasks', 'PurchaseOrders', 'Employees', 'Users'];
const toldOfCreation: readonly string[] = [...toldOfUpdates, 'Jobs'];

/** The stamp each state sets. */
const stamps: { readonly [Name in Stateful]?: { readonly [state: string]: string } } = {
  WorkOrders: { InProgress: 'StartedOn', Completed: 'CompletedOn', Cancelled: 'CancelledOn' },
  Tasks: { InProgress: 'StartedOn', Completed: 'CompletedOn', Cancelled: 'CancelledOn' },
  Jobs: { InProgress: 'StartedOn', Completed: 'CompletedOn', Cancelled: 'CancelledOn' },
  Routes: { InProgress: 'StartedOn', Completed: 'CompletedOn', Cancelled: 'CancelledOn' },
  Forms: { Submitted: 'SubmittedOn' },
  PurchaseOrders: { Approved: 'ApprovedOn', Sent: 'SentOn', Completed: 'CompletedOn', Cancelled: 'CancelledOn' },
  Employees: { Terminated: 'TerminatedOn' },
};
const stampsThatMove: readonly string[] = ['CompletedOn', 'CancelledOn', 'SubmittedOn', 'SentOn'];

const minute = 60_000;

function inState(type: Stateful, state: string): JsonObject {
  return { ...bodies[type]?.(state), Status: state };
}

const bodies: { readonly [Name in Stateful]: (state: string) => JsonObject } = {
  WorkOrders: () => ({ Name: 'Lift stuck' }),
  Tasks: () => ({ Name: 'Grease the rails' }),
  Jobs: () => ({ Name: 'Roof' }),
  Forms: () => ({ Name: 'Check', FormTemplateID: 1 }),
  PurchaseOrders: (state) => ({
    VendorID: 1,
    Lines: [{ Quantity: 5, QuantityReceived: state === 'Completed' ? 5 : state === 'PartiallyFulfilled' ? 2 : 0 }],
  }),
  Routes: () => ({ Name: 'Round' }),
  Employees: () => ({ FirstName: 'Ada', LastName: 'Berg' }),
  Users: () => ({ Email: 'ada@example.com' }),
  FormTemplates: () => ({ Name: 'Fire doors' }),
};

function anAccount(): AccountInMemory {
  const account = new AccountInMemory();
  account.given('FormTemplates', { Name: 'Fire doors' });
  account.given('Vendors', { Name: 'Northfield' });
  return account;
}

const types = Object.keys(moves) as Stateful[];
const statesOf = (type: Stateful) => Object.keys(moves[type]);
const allowedFrom = (type: Stateful, from: string) => (moves[type] as Record<string, readonly string[]>)[from]!;

describe('the moves of every type', () => {
  it('are known for every type that has a Status with moves, and for all its states', () => {
    const declared = Object.values(catalogue).filter((type) => 'states' in type);
    assert.deepEqual(declared.map(({ name }) => name).sort(), [...types].sort());
    for (const type of types) assert.deepEqual(statesOf(type), catalogue[type].fields.Status.values);
  });

  for (const type of types) {
    for (const from of statesOf(type)) {
      for (const to of statesOf(type)) {
        const allowed = allowedFrom(type, from);
        if (to === from) {
          it(`${type}: writing ${from} to a record that is ${from} changes nothing`, () => {
            const account = anAccount();
            const id = account.given(type, inState(type, from));
            expectOutcome(account.patch(type, id, set({ Status: to })), 'unchanged');
          });
        } else if (allowed.includes(to)) {
          it(`${type}: ${from} moves to ${to}, with its stamp and its events`, () => {
            const account = anAccount();
            const id = account.given(type, inState(type, from));
            account.now += minute;
            const expected = [
              ...(toldOfUpdates.includes(type) ? ['Updated'] : []),
              ...(events[type]?.includes(to) ? [to] : []),
            ];
            const outcome = account.patch(type, id, set({ Status: to }));
            expectOutcome(outcome, { fields: { Status: to }, events: expected as never });
            const stamp = stamps[type]?.[to];
            if (stamp !== undefined) assert.match(String(account.record(type, id)[stamp]), /^2026-01-31/);
            for (const [state, lost] of Object.entries(stamps[type] ?? {})) {
              if (state === from && /Completed|Cancelled|Terminated/.test(lost))
                assert.equal(account.record(type, id)[lost], null);
            }
          });
        } else {
          it(`${type}: ${from} does not move to ${to}`, () => {
            const account = anAccount();
            const id = account.given(type, inState(type, from));
            const outcome = account.patch(type, id, set({ Status: to }));
            expectOutcome(outcome, { refused: 'state_not_allowed' });
            assert.ok(outcome.outcome === 'refused');
            const { status, members } = outcome.problem;
            assert.deepEqual([status, members.from, members.to], [409, from, to]);
            assert.deepEqual((members.allowed as string[]).toSorted(), allowed.toSorted());
          });
        }
      }
    }
  }
});

describe('a record created in any state', () => {
  for (const type of types) {
    for (const state of statesOf(type)) {
      it(`${type} in ${state} has that state's stamp and events`, () => {
        const outcome = anAccount().create(type, inState(type, state));
        const expected = [
          ...(toldOfCreation.includes(type) ? ['Created'] : []),
          ...(events[type]?.includes(state) ? [state] : []),
        ];
        expectOutcome(outcome, { fields: { Status: state }, events: expected as never });
        assert.ok(outcome.outcome === 'written');
        for (const [of, stamp] of Object.entries(stamps[type] ?? {})) {
          const moment = stamp === 'TerminatedOn' ? '2026-01-31' : '2026-01-31T09:30:00.000Z';
          assert.equal(outcome.record[stamp], of === state ? moment : null, stamp);
        }
      });
    }
  }
});

describe('a stamp that is set alone is the move itself', () => {
  const given = '2026-01-30T08:00:00.000Z';
  for (const type of types) {
    for (const [to, stamp] of Object.entries(stamps[type] ?? {})) {
      if (!stampsThatMove.includes(stamp)) continue;
      for (const from of statesOf(type)) {
        const allowed = allowedFrom(type, from).includes(to);
        const what = from === to ? 'is changed' : allowed ? `moves it to ${to}` : 'is refused';
        it(`${type}: ${stamp} of a record that is ${from} ${what}`, () => {
          const account = anAccount();
          const id = account.given(type, inState(type, from));
          const outcome = account.patch(type, id, set({ [stamp]: given }));
          const updated = toldOfUpdates.includes(type) ? ['Updated'] : [];
          const told = from !== to && events[type]?.includes(to) ? [to] : [];
          if (from === to || allowed) {
            expectOutcome(outcome, { fields: { Status: to, [stamp]: given }, events: [...updated, ...told] as never });
          } else expectOutcome(outcome, { refused: 'state_not_allowed' });
        });
      }
      it(`${type}: ${stamp} in a new record creates it as ${to}`, () => {
        const { Status: _, ...body } = inState(type, to);
        const outcome = anAccount().create(type, { ...body, [stamp]: given });
        assert.ok(outcome.outcome === 'written', JSON.stringify(outcome));
        assert.deepEqual([outcome.record.Status, outcome.record[stamp]], [to, given]);
      });
    }
  }
});
