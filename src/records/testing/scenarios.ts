/** Scenario tables: a record, a write, and what must come of it, events included. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { ProblemCode } from '../../problems.ts';
import { AccountInMemory, type Operations, type TestOutcome } from './account-in-memory.ts';

export interface Scenario {
  readonly name: string;
  readonly type: RecordTypeName;
  /** The record that is there before; without it `body` is created. */
  readonly given?: JsonObject;
  /** Writes that lead to the state of things before the one that is judged. */
  readonly after?: readonly Operations[];
  readonly body?: Json;
  readonly patch?: Operations;
  readonly expect: Expected;
}

export type Expected =
  /** The fields named hold these values, and exactly these events were recorded. */
  | { readonly fields: { readonly [field: string]: Json }; readonly events: readonly Action[] }
  | {
      readonly refused: ProblemCode;
      readonly at?: readonly string[];
      readonly members?: { readonly [name: string]: unknown };
    }
  | 'unchanged';

/** `prepare` fills the account with what the scenarios refer to. */
export function scenarios(
  title: string,
  table: readonly Scenario[],
  prepare?: (account: AccountInMemory) => void,
): void {
  describe(title, () => {
    for (const scenario of table) it(scenario.name, () => play(scenario, prepare));
  });
}

function play(
  { type, given, after = [], body, patch, expect }: Scenario,
  prepare?: (account: AccountInMemory) => void,
) {
  const account = new AccountInMemory();
  prepare?.(account);
  if (given === undefined) return expectOutcome(account.create(type, body!), expect);
  const id = account.given(type, given);
  for (const operations of after) {
    const outcome = account.patch(type, id, operations);
    assert.equal(outcome.outcome, 'written', JSON.stringify(outcome));
  }
  const before = account.record(type, id);
  account.now += 60_000;
  const outcome = account.patch(type, id, patch!);
  expectOutcome(outcome, expect);
  if (outcome.outcome !== 'written') assert.deepEqual(account.record(type, id), before, 'nothing was written');
}

export function expectOutcome(outcome: TestOutcome, expected: Expected): void {
  if (expected === 'unchanged') {
    assert.equal(outcome.outcome, 'unchanged', JSON.stringify(outcome));
  } else if ('refused' in expected) {
    assert.equal(outcome.outcome, 'refused', JSON.stringify(outcome));
    if (outcome.outcome !== 'refused') return;
    assert.equal(outcome.problem.code, expected.refused, outcome.problem.detail);
    if (expected.at)
      assert.deepEqual(
        outcome.problem.errors?.map((fault) => 'pointer' in fault && fault.pointer),
        expected.at,
      );
    if (expected.members) assert.deepEqual(outcome.problem.members, expected.members);
  } else {
    assert.equal(outcome.outcome, 'written', JSON.stringify(outcome));
    if (outcome.outcome !== 'written') return;
    const shown = Object.fromEntries(Object.keys(expected.fields).map((field) => [field, outcome.record[field]]));
    assert.deepEqual(shown, expected.fields);
    assert.deepEqual(outcome.events, expected.events);
  }
}

/** `set({ Name: 'x' })`: one replace operation for each field. */
export function set(fields: { readonly [field: string]: Json }): Operations {
  return Object.entries(fields).map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }));
}
