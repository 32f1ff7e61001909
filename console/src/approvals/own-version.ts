/** Conversion between a proposal and the version that a reviewer writes in its place. */
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

/** Returns the values that the proposal sets. `record` is the current record, if it exists. */
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

/**
 * Returns the value that the patch sets for a whole field: null if it removes the value, undefined if it does not set
 * it.
 */
function saidOf({ patch }: Pick<Proposal, 'patch'>, name: string): Json | undefined {
  const last = patch?.findLast(({ op, path }) => path === `/${name}` && op !== 'test');
  return last?.op === 'remove' ? null : last?.value;
}

/**
 * Returns the fields that a form can edit. References to records that an earlier step creates are excluded: they cannot
 * be selected yet.
 */
export function editableFields(type: TypeDescription, values: RecordFields): readonly FieldDescription[] {
  return type.fields.filter(({ name, readOnly }) => !readOnly && name in values && !hasStepReference(values[name]!));
}

/** Returns the replacement of a proposal, or undefined if it would change nothing. */
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

/** Returns the number of the referenced step, or undefined for any other value. */
export function parseStepReference(value: Json): number | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { step } = value as { readonly [name: string]: Json };
  return Object.keys(value).length === 1 && typeof step === 'number' ? step : undefined;
}
