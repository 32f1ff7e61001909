/** Parses a feed request: start position, types, events, page size and maximum wait. */
import { type Action, actions, findRecordType, type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, quoted } from '../lists/faults.ts';
import { type Parameter, parseQuery } from '../lists/query.ts';
import { endNotKnown } from '../refusals.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { FeedQuery, LogBounds } from './store.ts';

export interface FeedRequest {
  /** Cursor as given; `now` means the end of the log, undefined its beginning. */
  readonly after: string | undefined;
  readonly wish: FeedQuery;
  readonly waitMs: number;
}

const parameters = ['after', 'take', 'entityType', 'action', 'wait'] as const;
type Name = (typeof parameters)[number];

export const DEFAULT_TAKE = 100;
export const MAX_TAKE = 1_000;
export const MAX_WAIT_S = 60;

/** Parameters valid only for pages. A stream sends each change as it occurs, until the client disconnects. */
const ofPages: readonly Name[] = ['take', 'wait'];

/** Parses the query. Omits types that `mayRead` denies, or refuses the request if it names one of them. */
export function readFeedRequest(
  query: string,
  form: 'page' | 'stream',
  mayRead: (type: RecordTypeName) => Problem | undefined,
): FeedRequest | Problem {
  const given = parseQuery(query);
  if (given instanceof Problem) return given;
  const faults: InputFault[] = [];
  const values = new Map<Name, string[]>();
  for (const { name, value } of given) {
    const known = parameters.find((one) => one.toLowerCase() === name.toLowerCase());
    if (form === 'stream' && known !== undefined && ofPages.includes(known))
      faults.push(fault(name, 'A stream tells each change as it comes. Leave it out, or ask for pages of JSON.'));
    else if (known !== undefined) values.set(known, [...(values.get(known) ?? []), value]);
    else faults.push(fault(name, `There is no parameter ${quoted(name)} here.${didYouMean(name, parameters)}`));
  }
  // Each once, however often it is named: a statement is made, and kept, for as many as there are.
  const types = [...new Set((values.get('entityType') ?? []).map((name) => typeNamed(name, faults)))];
  const told = [...new Set((values.get('action') ?? []).map((name) => actionNamed(name, faults)))];
  const most = whole({ name: 'take', value: once('take') ?? String(DEFAULT_TAKE) }, 1, MAX_TAKE, faults);
  const wait = whole({ name: 'wait', value: once('wait') ?? '0' }, 0, MAX_WAIT_S, faults);
  const after = once('after');
  if (faults.length > 0) return invalidQuery(faults);
  for (const type of types) {
    const forbidden = mayRead(type!);
    if (forbidden !== undefined) return forbidden;
  }
  const readable = recordTypeNames.filter((type) => mayRead(type) === undefined);
  return {
    after,
    wish: { types: types.length > 0 ? (types as RecordTypeName[]) : readable, actions: told as Action[], most },
    waitMs: wait * 1000,
  };

  function once(name: Name): string | undefined {
    const [first, ...others] = values.get(name) ?? [];
    if (others.length > 0) faults.push(fault(name, `Given ${others.length + 1} times. Give ${name} once.`));
    return first;
  }
}

/** True if the request asks to wait. Does not validate the query; `readFeedRequest` does that later. */
export function asksToWait(query: string): boolean {
  const given = parseQuery(query);
  return (
    !(given instanceof Problem) && given.some(({ name, value }) => name.toLowerCase() === 'wait' && Number(value) > 0)
  );
}

/**
 * Returns the number after which to read, or a Problem. `by` is the header that contained the cursor, if it was not a
 * parameter.
 */
export async function placeOf(
  after: string | undefined,
  bounds: LogBounds,
  by?: { header: string },
): Promise<number | Problem> {
  if (after === undefined) return bounds.begins;
  if (after.toLowerCase() === 'now') return (await ends()) ?? endNotKnown();
  const place = readCursor(after);
  if (place === undefined) {
    const message = `${quoted(after)} is no place in the log. Write the cursor of a change as it was given, or now.`;
    if (by === undefined) return invalidQuery([fault('after', message)]);
    return new Problem('invalid_header', `${by.header}: ${message}`, { errors: [{ ...by, message }] });
  }
  if (place.log !== bounds.log || place.seq > bounds.newest) return expired(OTHER_LOG);
  return place.seq < bounds.begins ? expired('is older than what is kept of the log') : place.seq;

  /** Returns the end of the log. Deleted entries were settled, even if this process has not seen them. */
  async function ends(): Promise<number | undefined> {
    const settled = await bounds.ends();
    return settled === undefined ? undefined : Math.max(bounds.begins, settled);
  }

  async function expired(why: string): Promise<Problem> {
    const seq = await ends();
    if (seq === undefined) return endNotKnown();
    return cursorExpired(why, writeCursor({ log: bounds.log, seq }));
  }
}

export const OTHER_LOG = 'belongs to a log that is no longer there: the account was moved, or put back from a backup';

export function cursorExpired(why: string, startOver: string): Problem {
  return new Problem(
    'cursor_expired',
    `The cursor ${why}. To start over, read all records once with lists, then follow the feed from after=${startOver}, a place from before those lists.`,
    { members: { startOver } },
  );
}

function typeNamed(name: string, faults: InputFault[]): RecordTypeName | undefined {
  const type = findRecordType(name)?.name;
  if (type === undefined) {
    faults.push(fault('entityType', `There is no record type ${quoted(name)}.${didYouMean(name, recordTypeNames)}`));
  }
  return type;
}

function actionNamed(name: string, faults: InputFault[]): Action | undefined {
  const action = actions.find((one) => one.toLowerCase() === name.toLowerCase());
  if (action === undefined)
    faults.push(fault('action', `There is no action ${quoted(name)}.${didYouMean(name, actions)}`));
  return action;
}

function whole({ name, value }: Parameter, least: number, most: number, faults: InputFault[]): number {
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  faults.push(fault(name, `${quoted(value)} is not a whole number from ${least} to ${most}.`));
  return least;
}
