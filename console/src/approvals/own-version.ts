/** From a proposal to what a person would write in its place, and back. */
import {
  type FieldDescription,
  findField,
  type Json,
  type RecordFields,
  type TypeDescription,
} from '../records/description.ts';
import { isSameJson } from '../records/record/same.ts';
import { namedFields } from './describe.ts';
import type { Proposal, ProposalReplacement } from './queries.ts';

/** What the proposal would have in the fields that it names. `record`: as it is now, of one that exists. */
export function proposedValues(
  proposal: Pick<Proposal, 'patch' | 'body' | 'record' | 'changed'>,
  type: TypeDescription,
  record: RecordFields | undefined,
): RecordFields {
  if (proposal.body !== null) return proposal.body;
  const named = namedFields(proposal) ?? new Set(proposal.changed.map(({ field }) => field));
  const values: Record<string, Json> = {};
  for (const name of named) {
    const field = findField(type, name);
    if (field === undefined || field.readOnly) continue;
    // Of one that does not apply there is no record as it would be.
    const wished = proposal.record ? (proposal.record[name] ?? null) : saidOf(proposal, name);
    values[name] = wished === undefined ? (record?.[name] ?? null) : wished;
  }
  return values;
}

/** What the patch says of the whole field, null where it empties it; undefined where it says nothing. */
function saidOf({ patch }: Pick<Proposal, 'patch'>, name: string): Json | undefined {
  const last = patch?.findLast(({ op, path }) => path === `/${name}` && op !== 'test');
  return last?.op === 'remove' ? null : last?.value;
}

/** Those of the fields that a form can hold: a record that a step of the plan is yet to make has no name to choose. */
export function editableFields(type: TypeDescription, values: RecordFields): readonly FieldDescription[] {
  return type.fields.filter(({ name, readOnly }) => !readOnly && name in values && !hasStepReference(values[name]!));
}

/** Undefined where nothing would be written. */
export function createReplacement(
  { operation }: Pick<Proposal, 'operation'>,
  typed: RecordFields,
  record: RecordFields | undefined,
): ProposalReplacement | undefined {
  if (operation === 'create') return { create: typed };
  const changed = Object.entries(typed).filter(([name, value]) => !isSameJson(value, record?.[name] ?? null));
  if (changed.length === 0) return undefined;
  return { patch: changed.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })) };
}

/** `{"step": 1}`, also within rows. */
export function hasStepReference(value: Json): boolean {
  return (
    parseStepReference(value) !== undefined ||
    (Array.isArray(value) &&
      value.some((row) => Object.values(row ?? {}).some((one) => parseStepReference(one as Json) !== undefined)))
  );
}

/** The step whose record is meant; undefined of everything else. */
export function parseStepReference(value: Json): number | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { step } = value as { readonly [name: string]: Json };
  return Object.keys(value).length === 1 && typeof step === 'number' ? step : undefined;
}
