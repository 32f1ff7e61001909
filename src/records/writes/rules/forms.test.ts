import type { Json, JsonObject } from '../../../lib/json.ts';
import type { AccountInMemory } from '../../testing/account-in-memory.ts';
import { type Scenario, scenarios, set } from '../../testing/scenarios.ts';

/** Template 1 demands two answers, template 2 none, template 3 is deleted. */
function prepare(account: AccountInMemory): void {
  account.given('FormTemplates', {
    Name: 'Fire doors',
    Fields: [
      { FieldID: 'closes', Label: 'Closes by itself', Type: 'YesNo', Required: true },
      { FieldID: 'gap', Label: 'Gap in mm', Type: 'Number', Required: true },
      { FieldID: 'note', Label: 'Remarks', Type: 'Text' },
    ],
  });
  account.given('FormTemplates', { Name: 'Free' });
  account.given('FormTemplates', {
    Name: 'Old',
    Fields: [{ FieldID: 'a', Label: 'A', Type: 'Text', Required: true }],
    Deleted: true,
  });
}

function form(...answers: [string, Json][]): JsonObject {
  return { Name: 'Check', FormTemplateID: 1, Answers: answers.map(([FieldID, Value]) => ({ FieldID, Value })) };
}
const draft = form(['closes', true]);
const ready = form(['closes', false], ['gap', 0]);
const submitted = { ...ready, Status: 'Submitted' };

type Row = Omit<Scenario, 'type'>;
function forms(title: string, rows: readonly Row[]): void {
  scenarios(
    title,
    rows.map((row) => ({ type: 'Forms', ...row })),
    prepare,
  );
}

forms('a form is submitted once every required field is answered', [
  {
    name: 'no and zero are answers',
    given: ready,
    patch: set({ Status: 'Submitted' }),
    expect: { fields: { Status: 'Submitted', SubmittedOn: '2026-01-31T09:31:00.000Z' }, events: ['Submitted'] },
  },
  {
    name: 'by its stamp alone',
    given: ready,
    patch: set({ SubmittedOn: '2026-01-30T00:00:00Z' }),
    expect: { fields: { Status: 'Submitted', SubmittedOn: '2026-01-30T00:00:00.000Z' }, events: ['Submitted'] },
  },
  {
    name: 'with the last answer in the same write',
    given: draft,
    patch: [
      { op: 'add', path: '/Answers/-', value: { FieldID: 'gap', Value: 3, Flagged: true } },
      ...set({ Status: 'Submitted' }),
    ],
    expect: { fields: { Status: 'Submitted', FlaggedCount: 1 }, events: ['Submitted'] },
  },
  {
    name: 'new and submitted in one',
    body: submitted,
    expect: { fields: { Status: 'Submitted', SubmittedOn: '2026-01-31T09:30:00.000Z' }, events: ['Submitted'] },
  },
  {
    name: 'a missing answer',
    given: draft,
    patch: set({ Status: 'Submitted' }),
    expect: { refused: 'invalid_record', at: ['/Answers'] },
  },
  {
    name: 'new without answers: each is named',
    body: { ...form(), Status: 'Submitted' },
    expect: { refused: 'invalid_record', at: ['/Answers', '/Answers'] },
  },
  ...([null, '', '   ', [], {}] as Json[]).map((nothing) => ({
    name: `${JSON.stringify(nothing)} is no answer`,
    given: form(['closes', true], ['gap', nothing]),
    patch: set({ Status: 'Submitted' }),
    expect: { refused: 'invalid_record', at: ['/Answers'] } as const,
  })),
  {
    name: 'a draft may leave everything open',
    body: form(),
    expect: { fields: { Status: 'Draft', FlaggedCount: 0, Answers: [] }, events: [] },
  },
  {
    name: 'a dismissed form too, and it may be taken up again',
    given: draft,
    after: [set({ Status: 'Dismissed' })],
    patch: set({ Status: 'Draft' }),
    expect: { fields: { Status: 'Draft' }, events: [] },
  },
  {
    name: 'another template in the same write asks its own questions',
    given: form(),
    patch: set({ FormTemplateID: 2, Status: 'Submitted' }),
    expect: { fields: { Status: 'Submitted' }, events: ['Submitted'] },
  },
  {
    name: 'a form needs a template',
    body: { Name: 'Check' },
    expect: { refused: 'invalid_record', at: ['/FormTemplateID'] },
  },
  {
    name: 'that is not deleted',
    body: { Name: 'Check', FormTemplateID: 3 },
    expect: { refused: 'invalid_record', at: ['/FormTemplateID'] },
  },
]);

forms('a submitted form is final', [
  {
    name: 'an answer does not change',
    given: submitted,
    patch: [{ op: 'replace', path: '/Answers/0/Value', value: true }],
    expect: { refused: 'conflict', at: ['/Answers'] },
  },
  {
    name: 'nor is one added, removed, flagged or noted',
    given: submitted,
    patch: [{ op: 'replace', path: '/Answers/0/Flagged', value: true }],
    expect: { refused: 'conflict', at: ['/Answers'] },
  },
  {
    name: 'nor does its template',
    given: submitted,
    patch: set({ FormTemplateID: 2 }),
    expect: { refused: 'conflict', at: ['/FormTemplateID'] },
  },
  {
    name: 'it does not go back to Draft by its stamp either',
    given: submitted,
    patch: set({ SubmittedOn: null }),
    expect: { refused: 'state_not_allowed', members: { from: 'Submitted', to: 'Draft', allowed: [] } },
  },
  {
    name: 'writing the same answers is no change',
    given: submitted,
    patch: [{ op: 'replace', path: '/Answers/0/Value', value: false }],
    expect: 'unchanged',
  },
  {
    name: 'it may be graded',
    given: submitted,
    patch: set({ Score: 87.5, Passed: true }),
    expect: { fields: { Score: 87.5, Passed: true, Status: 'Submitted' }, events: [] },
  },
]);

scenarios(
  'a correction is a new form that amends the old one',
  [
    {
      name: 'which stays as it is',
      type: 'Forms',
      body: { ...ready, AmendsFormID: 1 },
      expect: { fields: { AmendsFormID: 1, Status: 'Draft', ID: 2, Number: 'F-000002' }, events: [] },
    },
    {
      name: 'and must be there',
      type: 'Forms',
      body: { ...ready, AmendsFormID: 9 },
      expect: { refused: 'invalid_record', at: ['/AmendsFormID'] },
    },
  ],
  (account) => {
    prepare(account);
    account.given('Forms', submitted);
  },
);

forms('answers are to what the template asks', [
  {
    name: 'an answer to a field that it lacks is refused by its place, with the nearest',
    body: form(['closes', true], ['gapp', 3]),
    expect: { refused: 'invalid_record', at: ['/Answers/1/FieldID'] },
  },
  {
    name: 'in a later write too',
    given: draft,
    patch: [{ op: 'add', path: '/Answers/-', value: { FieldID: 'other', Value: 1 } }],
    expect: { refused: 'invalid_record', at: ['/Answers/1/FieldID'] },
  },
  {
    name: 'and under another template',
    given: draft,
    patch: set({ FormTemplateID: 2 }),
    expect: { refused: 'invalid_record', at: ['/Answers/0/FieldID'] },
  },
  {
    name: 'without answers any template will do',
    given: form(),
    patch: set({ FormTemplateID: 2 }),
    expect: { fields: { FormTemplateID: 2 }, events: [] },
  },
]);
