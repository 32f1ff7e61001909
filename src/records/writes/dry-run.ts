/**
 * Dry run: parses the body into the change that the write would be, decides it without writing, and describes its
 * effects.
 */
import type { Action, RecordType } from '../../catalogue/index.ts';
import { escapePointer, type Json, type JsonObject, TOO_DEEP, tooDeepAt } from '../../lib/json.ts';
import { PATCH_LEVELS } from '../../lib/json-patch.ts';
import { nearest } from '../../lib/nearest.ts';
import { MAX_FAULTS, Problem } from '../../problems.ts';
import { type Preconditions, parseEntityTags } from '../etag.ts';
import { fault, invalidBody } from '../refusals.ts';
import type { Author, Change, Decision, DryRunContext } from '../store.ts';
import { changedFields, type FieldChange } from './changed.ts';
import { createRecord } from './create.ts';
import { patchRecord } from './patch.ts';
import { type PatchLimits, readPatchDocument } from './patch-document.ts';
import { removeRecord } from './remove.ts';

/** Result of a dry run: what would be written, and its events. */
export interface DryRun {
  readonly recordID: number;
  readonly isNew: boolean;
  /** The record as it would be, as JSON text. */
  readonly text: string;
  readonly changed: readonly FieldChange[];
  readonly events: readonly Action[];
  /** Time by the database's clock. */
  readonly now: number;
  /** Undefined where nothing would change. */
  readonly written: Pick<Write, 'filterValue' | 'contentHash'> | undefined;
  /** The part of `changed` that lasts: as it would be at any other moment, and with any other ID. */
  readonly lasting: readonly FieldChange[];
}

type Write = Extract<Decision, { decision: 'write' }>;

/** Envelope of a write in the body of a dry run: the write is a member of the object. */
export const DRY_RUN = { around: 1 + PATCH_LEVELS, within: /^()\/(create|patch)(?=\/|$)/ };

const members = ['create', 'id', 'patch', 'delete', 'ifMatch'];

/** The change that the write would be, and whether the write contains a `Number`. */
export interface DryRunRequest {
  readonly change: Change;
  readonly givesNumber: boolean;
}

/** Parses the body; returns a Problem if the write or the dry run itself is invalid. */
export function readDryRun(type: RecordType, body: Json, by: Author, limits: PatchLimits): DryRunRequest | Problem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalidBody([fault('', FORMS)]);
  const unknown = Object.keys(body).filter((name) => !members.includes(name));
  if (unknown.length > 0)
    return invalidBody(
      unknown.slice(0, MAX_FAULTS).map((name) => fault(`/${escapePointer(name)}`, unknownMember(name))),
    );
  const operations = ['create', 'patch', 'delete'].filter((name) => Object.hasOwn(body, name));
  if (operations.length !== 1) return invalidBody([fault('', FORMS)]);
  const change = operations[0] === 'create' ? readCreate(type, body, by) : readChange(type, body, by, limits);
  if (change instanceof Problem) return change;
  const given = (body.create as JsonObject | undefined)?.Number ?? null;
  return { change, givesNumber: given !== null };
}

const FORMS = 'must be an object with "create", with "id" and "patch", or with "id" and "delete": true';

function unknownMember(name: string): string {
  const near = nearest(name, members);
  return near === undefined ? 'is not known here' : `is not known here. Did you mean ${near}?`;
}

function readCreate(type: RecordType, body: JsonObject, by: Author): Change | Problem {
  const extra = ['id', 'ifMatch'].filter((name) => Object.hasOwn(body, name));
  if (extra.length > 0) return invalidBody(extra.map((name) => fault(`/${name}`, 'does not go with "create"')));
  // It came within more than a record comes in.
  const at = tooDeepAt(body.create!);
  if (at !== undefined) return new Problem('invalid_json', TOO_DEEP, { errors: [fault(at, TOO_DEEP)] });
  return createRecord(type, body.create!, by);
}

function readChange(type: RecordType, body: JsonObject, by: Author, limits: PatchLimits): Change | Problem {
  const { id } = body;
  if (!Number.isSafeInteger(id) || (id as number) < 1) {
    return invalidBody([fault('/id', 'must be the ID of the record: a positive whole number')]);
  }
  const preconditions = readIfMatch(body.ifMatch);
  if (preconditions instanceof Problem) return preconditions;
  if (Object.hasOwn(body, 'delete')) {
    if (body.delete !== true) return invalidBody([fault('/delete', 'must be true')]);
    return removeRecord(type, id as number, by, preconditions);
  }
  const patch = readPatchDocument(body.patch!, limits);
  return patch instanceof Problem ? patch : patchRecord(type, id as number, patch, by, preconditions);
}

/** Parses `ifMatch`, which has the syntax of the `If-Match` header. */
function readIfMatch(given: Json | undefined): Preconditions | Problem {
  if (given === undefined) return {};
  const tags = typeof given === 'string' ? parseEntityTags('If-Match', given) : undefined;
  if (tags === undefined || tags instanceof Problem) {
    return invalidBody([fault('/ifMatch', 'must be a text: the ETag of the record with its quotes, or *')]);
  }
  return { ifMatch: tags };
}

/** Builds the full result of a dry run from the store's answer. */
export function dryRunOf(
  type: RecordType,
  { change, givesNumber }: DryRunRequest,
  rehearsal: DryRunContext,
): DryRun | Problem {
  const { current, decision, moment } = rehearsal;
  if (decision.decision === 'refused') return decision.problem;
  const common = { recordID: moment.id, isNew: change.id === 'new', now: moment.now };
  if (decision.decision === 'unchanged') {
    return { ...common, text: current!.text, changed: [], events: [], written: undefined, lasting: [] };
  }
  const { before, text, fields, events, filterValue, contentHash } = decision;
  return {
    ...common,
    text,
    changed: changedFields(type, before, fields),
    events,
    written: { filterValue, contentHash },
    lasting: lastingChange(type, givesNumber, rehearsal.decideAt),
  };
}

/**
 * Repeats the decision for a fixed time, so that automatic timestamps are always the same. Omits a `Number` derived
 * from the ID of a new record.
 */
export function lastingChange(
  type: RecordType,
  givesNumber: boolean,
  decideAt: (now: number) => Decision,
): readonly FieldChange[] {
  const decision = decideAt(0);
  if (decision.decision !== 'write') throw new Error(`At another moment a ${type.singular} would not be written`);
  const { before, fields } = decision;
  return changedFields(type, before, fields).filter(
    ({ field }) => before !== undefined || givesNumber || field !== 'Number',
  );
}
