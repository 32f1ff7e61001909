/** Parses the body of a proposal: one write with its reason, or the steps of a plan. */
import { findRecordType, type RecordType, recordTypeNames } from '../catalogue/index.ts';
import { escapePointer, type Json, type JsonObject } from '../lib/json.ts';
import { PATCH_LEVELS } from '../lib/json-patch.ts';
import { nearest } from '../lib/nearest.ts';
import { Problem } from '../problems.ts';
import { fault, invalidBody } from '../records/refusals.ts';
import type { ProposedWrite, WriteOperation } from './proposal.ts';

export interface ProposalInput {
  readonly type: RecordType;
  readonly operation: WriteOperation;
  readonly write: ProposedWrite;
  readonly reason: string;
}

export interface ProposalInputs {
  /** Title of the plan; null for a single proposal. */
  readonly title: string | null;
  readonly steps: readonly ProposalInput[];
}

export const MAX_REASON_CHARACTERS = 2_000;
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_PLAN_STEPS = 50;
/** Limits the JSON of one proposed write. */
export const MAX_WRITE_BYTES = 64 * 1024;

/** Envelope of the write in the body: a member of the object, or of an item in `steps`. */
export const PROPOSAL_ENVELOPE = { around: 3 + PATCH_LEVELS, within: /^((?:\/steps\/\d+)?)\/(create|patch)(?=\/|$)/ };

export function readProposalInputs(body: Json): ProposalInputs | Problem {
  if (!isObject(body)) return invalidBody([fault('', BODY_FORMS)]);
  if (!Object.hasOwn(body, 'steps')) {
    const wish = readWish(body, '');
    return wish instanceof Problem ? wish : { title: null, steps: [wish] };
  }
  const unknown = Object.keys(body).find((name) => name !== 'title' && name !== 'steps');
  if (unknown !== undefined)
    return invalidBody([fault(`/${escapePointer(unknown)}`, 'does not go with "steps"; a plan has a title and steps')]);
  const title = readText(body.title, MAX_TITLE_CHARACTERS);
  if (title === undefined)
    return invalidBody([fault('/title', `must be a text of 1 to ${MAX_TITLE_CHARACTERS} characters`)]);
  const { steps } = body;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MAX_PLAN_STEPS)
    return invalidBody([fault('/steps', `must be a list of 1 to ${MAX_PLAN_STEPS} writes, each with its reason`)]);
  const read: ProposalInput[] = [];
  for (const [n, step] of steps.entries()) {
    if (!isObject(step)) return invalidBody([fault(`/steps/${n}`, BODY_FORMS)]);
    const wish = readWish(step, `/steps/${n}`);
    if (wish instanceof Problem) return wish;
    read.push(wish);
  }
  return { title, steps: read };
}

const members = ['type', 'create', 'id', 'patch', 'delete', 'reason'];
const BODY_FORMS =
  'must be an object with "type", "reason" and one of "create", "id" and "patch", or "id" and "delete": true; or with "title" and "steps"';

function readWish(body: JsonObject, at: string): ProposalInput | Problem {
  const unknown = Object.keys(body).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, members);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return invalidBody([fault(`${at}/${escapePointer(unknown)}`, `is not known here.${hint}`)]);
  }
  const type = typeof body.type === 'string' ? findRecordType(body.type) : undefined;
  if (type === undefined) return invalidBody([fault(`${at}/type`, `must be one of ${recordTypeNames.join(', ')}`)]);
  const reason = readText(body.reason, MAX_REASON_CHARACTERS);
  if (reason === undefined)
    return invalidBody([fault(`${at}/reason`, `must say why, in 1 to ${MAX_REASON_CHARACTERS} characters`)]);
  const asked = (['create', 'patch', 'delete'] as const).filter((name) => Object.hasOwn(body, name));
  const [operation] = asked;
  if (operation === undefined || asked.length > 1) return invalidBody([fault(at, BODY_FORMS)]);
  const write = writeOf(operation, body);
  if (Buffer.byteLength(JSON.stringify(write)) > MAX_WRITE_BYTES)
    return new Problem('body_too_large', `What a proposal writes is at most ${MAX_WRITE_BYTES} bytes of JSON.`);
  return { type, operation, write, reason };
}

/** Returns the write in the form that a dry run accepts; the dry run validates the rest. */
function writeOf(operation: WriteOperation, { create, id, patch, delete: remove }: JsonObject): ProposedWrite {
  const about = id === undefined ? {} : { id };
  if (operation === 'create') return { ...about, create } as ProposedWrite;
  return (operation === 'patch' ? { ...about, patch } : { ...about, delete: remove }) as ProposedWrite;
}

function readText(value: Json | undefined, longest: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return [...value].length <= longest ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
