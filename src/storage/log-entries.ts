/** From rows of the log to entries as they are shown: each with the record as of then, found by taking changes back. */
import type { RecordTypeName } from '../catalogue/index.ts';
import { takeTurns } from '../kernel/turns.ts';
import { type LoggedChange, showEntry } from '../records/log/entry.ts';
import type { FeedEntry } from '../records/log/store.ts';
import {
  type FoundVersion,
  type KeptVersion,
  nextKeptWhole,
  TEXT_KEPT_EVERY,
  versionsBack,
} from '../records/log/versions.ts';
import type { StoredRecord } from '../records/store.ts';
import { SEPARATOR } from './list-query.ts';

export interface RecordName {
  readonly type: RecordTypeName;
  readonly id: number;
}

/** Versions of one record, from the oldest up to the newest. */
export interface VersionRange extends RecordName {
  readonly from: number;
  readonly to: number;
}

/** What an engine gives. Records are asked for before the changes above them, so that nothing is missing between. */
export interface LogSource {
  /** In the order asked for. */
  records(names: readonly RecordName[]): Promise<readonly (StoredRecord | undefined)[]>;
  /** What is kept of the versions, each in the order asked for and the newest first. */
  versions(ranges: readonly VersionRange[]): Promise<readonly (readonly KeptVersion[])[]>;
}

/** So many are looked for together, where nothing is known of their size. */
const AT_ONCE = 32;
/** So many are asked for at once, as far as is known of their size. */
const MOST_ASKED = 512;

/** So many of a history are loaded together, unless they are too large. */
const LOADED = 64;
/** Bytes. With each load come the versions that it is found by, so that many small ones would cost more. */
const LARGE_LOAD = 4 * 1024 * 1024;
/** Characters that are gathered before they are sent: most pages are one piece, and a piece of every entry would cost more than the entry. */
const PIECE = 64 * 1024;

/** A change that is still to be read. */
export interface ChangeKey {
  readonly seq: number;
  /** In bytes, of what is kept of it. */
  readonly size: number;
}

/** The JSON array of these entries. */
export async function* historyPieces(
  source: LogSource,
  log: string,
  keys: readonly ChangeKey[],
  load: (seqs: readonly number[]) => Promise<readonly LoggedChange[]>,
): AsyncGenerator<string> {
  let piece = '[';
  let separator = '';
  for (const seqs of loads(keys)) {
    for await (const text of entriesOf(source, log, await load(seqs), false)) {
      piece += separator + text;
      separator = SEPARATOR;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]`;
}

function* loads(keys: readonly ChangeKey[]): Generator<number[]> {
  let seqs: number[] = [];
  let bytes = 0;
  for (const { seq, size } of keys) {
    seqs.push(seq);
    bytes += size;
    if (seqs.length < LOADED && bytes < LARGE_LOAD) continue;
    yield seqs;
    [seqs, bytes] = [[], 0];
  }
  if (seqs.length > 0) yield seqs;
}

/** The next changes of a log, up to `reach` or as many as one page looks at. */
export interface NextChanges {
  readonly changes: readonly LoggedChange[];
  /** They were too large for more of them to be read. */
  readonly isCut: boolean;
  readonly reach: number;
}

/** A page of the feed: as many of the changes as are not too much at once, and how far they go. */
export async function feedPage(
  source: LogSource,
  log: string,
  { changes, isCut, reach }: NextChanges,
  most: number,
): Promise<{ entries: FeedEntry[]; through: number }> {
  const entries: FeedEntry[] = [];
  let size = 0;
  for await (const text of entriesOf(source, log, changes, true)) {
    entries.push({ seq: changes[entries.length]!.seq, text });
    size += text.length;
    if (size >= LARGE_PAGE) break;
  }
  const isFull = isCut || entries.length === most || entries.length < changes.length;
  return { entries, through: isFull ? entries.at(-1)!.seq : reach };
}

/** Characters; an entry more may come on top. No more than that is read of the log for a page, either. */
export const LARGE_PAGE = 1024 * 1024;

/** Yields as many texts as there are changes, in their order. */
export async function* entriesOf(
  source: LogSource,
  log: string,
  changes: readonly LoggedChange[],
  data: boolean,
): AsyncGenerator<string> {
  let size = 0;
  const turn = takeTurns();
  for (let at = 0; at < changes.length; ) {
    const some = changes.slice(at, at + (at === 0 ? AT_ONCE : fitting(size / at)));
    const found = await findAll(source, some);
    for (const change of some) {
      const text = showEntry(log, found.get(change)!, data);
      size += text.length;
      yield text;
      await turn();
    }
    at += some.length;
  }
}

/** How many of this size, in characters, are no more than a page may hold. */
function fitting(size: number): number {
  return Math.max(AT_ONCE, Math.min(MOST_ASKED, Math.floor(LARGE_PAGE / size)));
}

async function findAll(
  source: LogSource,
  changes: readonly LoggedChange[],
): Promise<Map<LoggedChange, FoundVersion<LoggedChange>>> {
  const groups = [...Map.groupBy(changes, ({ type, id }) => `${type} ${id}`).values()];
  const records = await source.records(groups.map(([{ type, id } = changes[0]!]) => ({ type, id })));
  const runs = groups.flatMap((group, n) => runsOf(group).map((run) => ({ run, current: records[n] })));
  const open = runs.filter(({ run, current }) => !isWhole(run, current));
  const ranges = open.map(({ run }) => ({
    type: run[0]!.type,
    id: run[0]!.id,
    from: run.at(-1)!.version,
    to: run[0]!.text === null ? nextKeptWhole(run[0]!.version) : run[0]!.version,
  }));
  const kept = ranges.length === 0 ? [] : await source.versions(ranges);
  const chains = new Map(open.map(({ run }, n) => [run, kept[n]!]));
  const found = new Map<LoggedChange, FoundVersion<LoggedChange>>();
  const turn = takeTurns();
  for (const { run, current } of runs) {
    const wanted = new Map(run.map((change) => [change.version, change]));
    for (const one of versionsBack<KeptVersion>(chains.get(run) ?? run, current)) {
      findFields(one);
      await turn();
      const change = wanted.get(one.kept.version);
      if (change !== undefined) found.set(change, { ...one, kept: change });
    }
  }
  // A row that was forgotten in between.
  for (const change of changes) {
    if (!found.has(change)) found.set(change, { kept: change, fields: () => undefined, text: () => undefined });
  }
  return found;
}

/** One after the other, the newest first: asked for the oldest, all would be taken back at a stretch. */
function findFields(version: FoundVersion<KeptVersion>): void {
  try {
    version.fields();
  } catch {
    // What was damaged is told by whoever shows it.
  }
}

/** In characters, of what is kept of it. */
export function sizeOf({ before, text }: KeptVersion): number {
  return (before?.length ?? 0) + (text?.length ?? 0);
}

/** The newest first, in runs that are worth reading together. */
function runsOf(group: readonly LoggedChange[]): LoggedChange[][] {
  const runs: LoggedChange[][] = [];
  for (const change of group.toSorted((a, b) => b.version - a.version)) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && last.version - change.version <= TEXT_KEPT_EVERY) runs.at(-1)!.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** Whether the run can be found with nothing but itself and the record. */
function isWhole(run: readonly LoggedChange[], current: StoredRecord | undefined): boolean {
  const [newest] = run;
  const isAnchored = newest!.text !== null || newest!.version === current?.version;
  return isAnchored && newest!.version - run.at(-1)!.version === run.length - 1;
}
