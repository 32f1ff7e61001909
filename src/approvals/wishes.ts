/** What is proposed, read from a body: one write with its reason, or the steps of a plan. */
import { findRecordType, type RecordType, recordTypeNames } from '../catalogue/index.ts';
import { escapePointer, type Json, type JsonObject } from '../lib/json.ts';
import { PATCH_LEVELS } from '../lib/json-patch.ts';
import { nearest } from '../lib/nearest.ts';
import { Problem } from '../problems.ts';
import { fault, invalidBody } from '../records/refusals.ts';
import type { Operation, Write } from './proposal.ts';

export interface Wish {
  readonly type: RecordType;
  readonly operation: Operation;
  readonly write: Write;
  readonly reason: string;
}

export interface Wishes {
  /** Null: one by itself. */
  readonly title: string | null;
  readonly steps: readonly Wish[];
}

export const LONGEST_REASON = 2_000;
export const LONGEST_TITLE = 200;
export const MOST_STEPS = 50;
/** What is to be written, as JSON. */
export const MOST_BYTES = 64 * 1024;

/** In which form it comes: the write in an object, or in one of a list of steps. */
export const PROPOSAL = { around: 3 + PATCH_LEVELS, within: /^((?:\/steps\/\d+)?)\/(create|patch)(?=\/|$)/ };

export function readWishes(body: Json): Wishes | Problem {
  if (!isObject(body)) return invalidBody([fault('', FORMS)]);
  if (!Object.hasOwn(body, 'steps')) {
    const wish = readWish(body, '');
    return wish instanceof Problem ? wish : { title: null, steps: [wish] };
  }
  const unknown = Object.keys(body).find((name) => name !== 'title' && name !== 'steps');
  if (unknown !== undefined)
    return invalidBody([fault(`/${escapePointer(unknown)}`, 'does not go with "steps"; a plan has a title and steps')]);
  const title = readText(body.title, LONGEST_TITLE);
  if (title === undefined) return invalidBody([fault('/title', `must be a text of 1 to ${LONGEST_TITLE} characters`)]);
  const { steps } = body;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MOST_STEPS)
    return invalidBody([fault('/steps', `must be a list of 1 to ${MOST_STEPS} writes, each with its reason`)]);
  const read: Wish[] = [];
  for (const [n, step] of steps.entries()) {
    if (!isObject(step)) return invalidBody([fault(`/steps/${n}`, FORMS)]);
    const wish = readWish(step, `/steps/${n}`);
    if (wish instanceof Problem) return wish;
    read.push(wish);
  }
  return { title, steps: read };
}

const members = ['type', 'create', 'id', 'patch', 'delete', 'reason'];
const FORMS =
  'must be an object with "type", "reason" and one of "create", "id" and "patch", or "id" and "delete": true; or with "title" and "steps"';

function readWish(body: JsonObject, at: string): Wish | Problem {
  const unknown = Object.keys(body).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, members);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return invalidBody([fault(`${at}/${escapePointer(unknown)}`, `is not known here.${hint}`)]);
  }
  const type = typeof body.type === 'string' ? findRecordType(body.type) : undefined;
  if (type === undefined) return invalidBody([fault(`${at}/type`, `must be one of ${recordTypeNames.join(', ')}`)]);
  const reason = readText(body.reason, LONGEST_REASON);
  if (reason === undefined)
    return invalidBody([fault(`${at}/reason`, `must say why, in 1 to ${LONGEST_REASON} characters`)]);
  const asked = (['create', 'patch', 'delete'] as const).filter((name) => Object.hasOwn(body, name));
  const [operation] = asked;
  if (operation === undefined || asked.length > 1) return invalidBody([fault(at, FORMS)]);
  const write = writeOf(operation, body);
  if (Buffer.byteLength(JSON.stringify(write)) > MOST_BYTES)
    return new Problem('body_too_large', `What a proposal writes is at most ${MOST_BYTES} bytes of JSON.`);
  return { type, operation, write, reason };
}

/** As a dry run takes it, which judges the rest. */
function writeOf(operation: Operation, { create, id, patch, delete: remove }: JsonObject): Write {
  const about = id === undefined ? {} : { id };
  if (operation === 'create') return { ...about, create } as Write;
  return (operation === 'patch' ? { ...about, patch } : { ...about, delete: remove }) as Write;
}

function readText(value: Json | undefined, longest: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return [...value].length <= longest ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
