import { describe, it } from 'node:test';
import type { JsonObject } from '../lib/json.ts';
import { AccountInMemory } from './testing/account-in-memory.ts';
import { expectOutcome, type Scenario, scenarios, set } from './testing/scenarios.ts';

const given = '2026-01-30T08:00:00.000Z';
const other = '2026-01-29T08:00:00.000Z';
const task = { Name: 'Grease the rails' };

scenarios('a stamp that is cleared alone moves back', [
  {
    name: 'CompletedOn of a task: to Open',
    type: 'Tasks',
    given: { ...task, Status: 'Completed' },
    patch: [{ op: 'remove', path: '/CompletedOn' }],
    expect: { fields: { Status: 'Open', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'CancelledOn of a task: to Open',
    type: 'Tasks',
    given: { ...task, Status: 'Cancelled' },
    patch: set({ CancelledOn: null }),
    expect: { fields: { Status: 'Open', CancelledOn: null }, events: ['Updated'] },
  },
  {
    name: 'CompletedOn of a work order: to Open',
    type: 'WorkOrders',
    given: { ...task, Status: 'Completed' },
    patch: set({ CompletedOn: null }),
    expect: { fields: { Status: 'Open', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'CompletedOn of a job: to InProgress, which sets StartedOn',
    type: 'Jobs',
    given: { ...task, Status: 'Completed' },
    patch: set({ CompletedOn: null }),
    expect: { fields: { Status: 'InProgress', CompletedOn: null, StartedOn: '2026-01-31T09:31:00.000Z' }, events: [] },
  },
  {
    name: 'CancelledOn of a job: to Scheduled',
    type: 'Jobs',
    given: { ...task, Status: 'Cancelled' },
    patch: set({ CancelledOn: null }),
    expect: { fields: { Status: 'Scheduled', CancelledOn: null }, events: [] },
  },
  {
    name: 'CompletedOn of a route: to InProgress',
    type: 'Routes',
    given: { ...task, Status: 'Completed' },
    patch: set({ CompletedOn: null }),
    expect: { fields: { Status: 'InProgress', CompletedOn: null }, events: [] },
  },
  {
    name: 'CancelledOn of a route: to Planned',
    type: 'Routes',
    given: { ...task, Status: 'Cancelled' },
    patch: set({ CancelledOn: null }),
    expect: { fields: { Status: 'Planned', CancelledOn: null }, events: [] },
  },
  {
    name: 'StartedOn does not move: it is an ordinary field',
    type: 'Tasks',
    given: { ...task, Status: 'InProgress' },
    patch: set({ StartedOn: null }),
    expect: { fields: { Status: 'InProgress', StartedOn: null }, events: ['Updated'] },
  },
]);

const contradictions: Scenario[] = [
  ['an open task is not completed', {}, { Status: 'Open', CompletedOn: given }, ['/CompletedOn']],
  ['a task in progress is not completed', {}, { Status: 'InProgress', CompletedOn: given }, ['/CompletedOn']],
  ['a completed task has a moment', {}, { Status: 'Completed', CompletedOn: null }, ['/CompletedOn']],
  ['completed is not cancelled', {}, { Status: 'Completed', CancelledOn: given }, ['/CancelledOn']],
  ['two stamps of different states', {}, { CompletedOn: given, CancelledOn: given }, ['/CancelledOn']],
  ['reopened, yet completed', { Status: 'Completed' }, { Status: 'Open', CompletedOn: other }, ['/CompletedOn']],
  [
    'still completed, yet cleared',
    { Status: 'Completed' },
    { Status: 'Completed', CompletedOn: null },
    ['/CompletedOn'],
  ],
  ['begun at no time', {}, { Status: 'InProgress', StartedOn: null }, ['/StartedOn']],
].map(([name, more, write, at]) => ({
  name: name as string,
  type: 'Tasks',
  given: { ...task, ...(more as JsonObject) },
  patch: set(write as JsonObject),
  expect: { refused: 'invalid_record', at: at as string[] },
}));

scenarios('a Status and a stamp that contradict each other are refused', [
  ...contradictions,
  {
    name: 'in a new record too',
    type: 'Tasks',
    body: { ...task, Status: 'Open', CompletedOn: given },
    expect: { refused: 'invalid_record', at: ['/CompletedOn'] },
  },
]);

scenarios('a Status and a stamp that agree', [
  {
    name: 'the stamp given is kept',
    type: 'Tasks',
    given: task,
    patch: set({ Status: 'Completed', CompletedOn: '2026-01-30T09:00:00+01:00' }),
    expect: { fields: { Status: 'Completed', CompletedOn: given }, events: ['Updated', 'Completed'] },
  },
  {
    name: 'reopening clears the stamp, and may say so',
    type: 'Tasks',
    given: { ...task, Status: 'Completed' },
    patch: set({ Status: 'Open', CompletedOn: null }),
    expect: { fields: { Status: 'Open', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'the stamp of a record already in that state is changed like any field',
    type: 'Tasks',
    given: { ...task, Status: 'Completed' },
    patch: set({ CompletedOn: other }),
    expect: { fields: { Status: 'Completed', CompletedOn: other }, events: ['Updated'] },
  },
  {
    name: 'nulls in a new record say nothing',
    type: 'Tasks',
    body: { ...task, Status: 'Completed', CompletedOn: null, CancelledOn: null },
    expect: {
      fields: { Status: 'Completed', CompletedOn: '2026-01-31T09:30:00.000Z' },
      events: ['Created', 'Completed'],
    },
  },
  {
    name: 'work that is resumed keeps the moment it began',
    type: 'WorkOrders',
    given: { ...task, Status: 'InProgress', StartedOn: given },
    after: [set({ Status: 'OnHold' })],
    patch: set({ Status: 'InProgress' }),
    expect: { fields: { Status: 'InProgress', StartedOn: given }, events: ['Updated'] },
  },
  {
    name: 'an employee leaves today unless the write says when',
    type: 'Employees',
    given: { FirstName: 'Ada', LastName: 'Berg' },
    patch: set({ Status: 'Terminated', TerminatedOn: '2026-03-31' }),
    expect: { fields: { Status: 'Terminated', TerminatedOn: '2026-03-31' }, events: ['Updated'] },
  },
  {
    name: 'a leaving date known in advance is kept while the employee is active, and when they leave',
    type: 'Employees',
    given: { FirstName: 'Ada', LastName: 'Berg', TerminatedOn: '2026-03-31' },
    after: [set({ Status: 'OnLeave' })],
    patch: set({ Status: 'Terminated' }),
    expect: { fields: { Status: 'Terminated', TerminatedOn: '2026-03-31' }, events: ['Updated'] },
  },
  {
    name: 'whoever comes back may have a new leaving date at once',
    type: 'Employees',
    given: { FirstName: 'Ada', LastName: 'Berg', Status: 'Terminated' },
    patch: set({ Status: 'Active', TerminatedOn: '2027-03-31' }),
    expect: { fields: { Status: 'Active', TerminatedOn: '2027-03-31' }, events: ['Updated'] },
  },
]);

describe('a whole record sent back', () => {
  it('speaks of what it changes only: a reopened task loses the stamp it was read with', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', { ...task, Status: 'Completed' });
    const value = { ...account.record('Tasks', id), Status: 'Open' };
    const outcome = account.patch('Tasks', id, [{ op: 'replace', path: '', value }]);
    expectOutcome(outcome, { fields: { Status: 'Open', CompletedOn: null }, events: ['Updated'] });
  });
});
