/** From rows of the log to entries as they are shown: each with the record as of then, found by taking changes back. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordTypeName } from '../catalogue/index.ts';
import { type LoggedChange, showEntry } from '../records/log/entry.ts';
import type { FeedEntry } from '../records/log/store.ts';
import { type FoundVersion, type KeptVersion, TEXT_KEPT_EVERY, versionsBack } from '../records/log/versions.ts';
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

/** So many are put together before others get their turn. */
const AT_ONCE = 32;
/** So many are asked for at once, as far as is known of their size. */
const MOST_ASKED = 512;

/** Of a history, with the values before. */
const LOADED = 64;
/** Characters that are gathered before they are sent: most pages are one piece, and a piece of every entry would cost more than the entry. */
const PIECE = 64 * 1024;

/** The JSON array of the entries with these numbers. */
export async function* historyPieces(
  source: LogSource,
  log: string,
  seqs: readonly number[],
  load: (seqs: readonly number[]) => Promise<readonly LoggedChange[]>,
): AsyncGenerator<string> {
  let piece = '[';
  let separator = '';
  for (let at = 0; at < seqs.length; at += LOADED) {
    for await (const text of entriesOf(source, log, await load(seqs.slice(at, at + LOADED)), false)) {
      piece += separator + text;
      separator = SEPARATOR;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]`;
}

/** A page of the feed: as many of the changes as are not too much at once. */
export async function feedEntries(
  source: LogSource,
  log: string,
  changes: readonly LoggedChange[],
): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  let size = 0;
  for await (const text of entriesOf(source, log, changes, true)) {
    entries.push({ seq: changes[entries.length]!.seq, text });
    size += text.length;
    if (size >= LARGE_PAGE) break;
  }
  return entries;
}

/** Characters; an entry more may come on top. */
const LARGE_PAGE = 1024 * 1024;

/** Yields as many texts as there are changes, in their order. */
export async function* entriesOf(
  source: LogSource,
  log: string,
  changes: readonly LoggedChange[],
  data: boolean,
): AsyncGenerator<string> {
  let size = 0;
  for (let at = 0; at < changes.length; ) {
    const some = changes.slice(at, at + (at === 0 ? AT_ONCE : fitting(size / at)));
    const found = await findAll(source, some);
    for (const [n, change] of some.entries()) {
      const text = showEntry(log, found.get(change)!, data);
      size += text.length;
      yield text;
      if (n % AT_ONCE === AT_ONCE - 1) await nextTurn();
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
    to: run[0]!.version + TEXT_KEPT_EVERY,
  }));
  const kept = ranges.length === 0 ? [] : await source.versions(ranges);
  const chains = new Map(open.map(({ run }, n) => [run, kept[n]!]));
  const found = new Map<LoggedChange, FoundVersion<LoggedChange>>();
  for (const { run, current } of runs) {
    const wanted = new Map(run.map((change) => [change.version, change]));
    for (const one of versionsBack<KeptVersion>(chains.get(run) ?? run, current)) {
      const change = wanted.get(one.kept.version);
      if (change !== undefined) found.set(change, { ...one, kept: change });
    }
  }
  // A row that was forgotten in between.
  for (const change of changes) {
    if (!found.has(change)) found.set(change, { kept: change, fields: undefined, text: () => undefined });
  }
  return found;
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
