/** Parses a body into a recovery request. Every fault is reported, so that all can be fixed at once. */
import { escapePointer, type Json, type JsonObject } from '../../lib/json.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';
import { DELIVERIES_PER_SECOND, type RecoverableOutcome, type RecoveryInput, recoverableOutcomes } from './recovery.ts';

export interface RecoveryRequest {
  readonly wish: RecoveryInput;
  readonly perSecond: number;
  readonly dryRun: boolean;
}

const REQUEST_MEMBERS = ['since', 'until', 'what', 'newestOnly', 'perSecond', 'dryRun'];

export function parseRecoveryRequest(body: Json): RecoveryRequest | Problem {
  if (!isObject(body)) return invalid([fault('', 'must be an object that says what to recover')]);
  const faults: InputFault[] = Object.keys(body)
    .filter((name) => !REQUEST_MEMBERS.includes(name))
    .slice(0, MAX_FAULTS)
    .map((name) =>
      fault(`/${escapePointer(name.slice(0, 100))}`, `is unknown here; there are ${REQUEST_MEMBERS.join(', ')}`),
    );
  const since = readTime(body, 'since', faults);
  if (since === null) faults.push(fault('/since', 'is required: a time such as 2026-01-31T09:30:00Z'));
  const until = readTime(body, 'until', faults);
  if (typeof since === 'number' && typeof until === 'number' && until < since) {
    faults.push(fault('/until', 'must not be before since'));
  }
  const what = readWhat(body.what, faults);
  const newestOnly = readBoolean(body, 'newestOnly', faults);
  const perSecond = readPace(body.perSecond, faults);
  const dryRun = readBoolean(body, 'dryRun', faults);
  if (faults.length > 0) return invalid(faults);
  return { wish: { kind: 'recover', since: since!, until: until!, what, newestOnly }, perSecond, dryRun };
}

/** Returns a time; null if it is missing, undefined if it is not valid. */
function readTime(body: JsonObject, name: 'since' | 'until', faults: InputFault[]): number | null | undefined {
  const given = body[name] ?? null;
  if (given === null) return null;
  const time = typeof given === 'string' ? parseTimestamp(given) : undefined;
  if (time === undefined) faults.push(fault(`/${name}`, 'must be a time such as 2026-01-31T09:30:00Z'));
  return time;
}

function readWhat(given: Json | undefined, faults: InputFault[]): readonly RecoverableOutcome[] {
  const isWhat =
    Array.isArray(given) && given.length > 0 && given.every((one) => recoverableOutcomes.includes(one as never));
  if (isWhat && new Set(given).size === given.length) return given as RecoverableOutcome[];
  faults.push(fault('/what', `must list, each once, some of ${recoverableOutcomes.join(', ')}`));
  return [];
}

function readBoolean(body: JsonObject, name: string, faults: InputFault[]): boolean {
  const given = body[name] ?? false;
  if (typeof given !== 'boolean') faults.push(fault(`/${name}`, 'must be true or false'));
  return given === true;
}

function readPace(given: Json | undefined, faults: InputFault[]): number {
  const pace = given ?? DELIVERIES_PER_SECOND.usual;
  if (Number.isInteger(pace) && (pace as number) >= 1 && (pace as number) <= DELIVERIES_PER_SECOND.most)
    return pace as number;
  faults.push(fault('/perSecond', `must be a whole number from 1 to ${DELIVERIES_PER_SECOND.most}`));
  return DELIVERIES_PER_SECOND.usual;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(pointer: string, message: string): InputFault {
  return { pointer, message };
}

function invalid(faults: readonly InputFault[]): Problem {
  const [{ pointer, message }] = faults as [{ pointer: string; message: string }];
  const more = faults.length > 1 ? ` (1 of ${faults.length})` : '';
  return new Problem('invalid_body', `${pointer === '' ? 'The body' : pointer} ${message}.${more}`, { errors: faults });
}
