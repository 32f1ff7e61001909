/**
 * Converts rows of the log to entries for clients. Each entry contains the record as of that change, which is
 * reconstructed by undoing later changes.
 */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { createYield } from '../../../lib/turns.ts';
import { type LoggedChange, showEntry } from '../../../records/log/entry.ts';
import type { FeedEntry } from '../../../records/log/store.ts';
import {
  type FoundVersion,
  type KeptVersion,
  nextKeptWhole,
  TEXT_KEPT_EVERY,
  versionsBack,
} from '../../../records/log/versions.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { DOCUMENT_SEPARATOR } from '../lists/list-query.ts';

export interface RecordIdentity {
  readonly type: RecordTypeName;
  readonly id: number;
}

/** Versions of one record, from the oldest up to the newest. */
export interface VersionRange extends RecordIdentity {
  readonly from: number;
  readonly to: number;
}

/**
 * Functions that an engine supplies. They return results in the requested order: at least one, and no more once the
 * previous ones reach `most`, in characters or bytes. The stored data needed to reconstruct versions may be much larger
 * than the versions. Records are read before the changes above them, so that no change between is missing.
 */
export interface LogSource {
  /** Returns null for a record that does not exist. */
  records(names: readonly RecordIdentity[], most: number): Promise<readonly (StoredRecord | null)[]>;
  /** Returns the stored data of the versions, the newest first. */
  versions(ranges: readonly VersionRange[], most: number): Promise<readonly (readonly KeptVersion[])[]>;
}

/** Number of changes that are looked up together. */
const CHANGES_PER_LOOKUP = 512;
/** Maximum number of characters read together to reconstruct versions. */
const LARGE_READ_CHARS = 4 * 1024 * 1024;

/** Number of changes of a history that are loaded together, unless they are too large. */
const MAX_LOAD_CHANGES = 64;
/**
 * Maximum bytes of a load. Each load also reads the versions needed to reconstruct it, so many small loads would cost
 * more.
 */
const LARGE_LOAD_BYTES = 4 * 1024 * 1024;
/**
 * Number of characters collected before they are sent. Most pages are one piece; a piece for each entry would cost more
 * than the entry.
 */
const CHUNK_CHARS = 64 * 1024;

/** A change that is still to be read. */
export interface ChangeKey {
  readonly seq: number;
  /** Size of its stored data in bytes. */
  readonly size: number;
}

/** The JSON array of these entries. */
export async function* historyChunks(
  source: LogSource,
  log: string,
  keys: readonly ChangeKey[],
  load: (seqs: readonly number[]) => Promise<readonly LoggedChange[]>,
): AsyncGenerator<string> {
  let piece = '[';
  let separator = '';
  for (const seqs of loads(keys)) {
    for await (const { text } of renderEntries(source, log, await load(seqs), false)) {
      piece += separator + text;
      separator = DOCUMENT_SEPARATOR;
      if (piece.length < CHUNK_CHARS) continue;
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
    if (seqs.length < MAX_LOAD_CHANGES && bytes < LARGE_LOAD_BYTES) continue;
    yield seqs;
    [seqs, bytes] = [[], 0];
  }
  if (seqs.length > 0) yield seqs;
}

/** The next changes of a log, up to `reach` or as many as one page looks at. */
export interface NextChanges {
  readonly changes: readonly LoggedChange[];
  /** True if the changes were too large to read more of them. */
  readonly isCut: boolean;
  readonly reach: number;
}

/** A page of the feed: as many of the changes as are not too much at once, and how far they go. */
export async function buildFeedPage(
  source: LogSource,
  log: string,
  { changes, isCut, reach }: NextChanges,
  most: number,
): Promise<{ entries: FeedEntry[]; through: number }> {
  const entries: FeedEntry[] = [];
  let size = 0;
  for await (const { text, read } of renderEntries(source, log, changes, true)) {
    entries.push({ seq: changes[entries.length]!.seq, text });
    size += text.length;
    if (size >= LARGE_FEED_PAGE_CHARS || read >= MAX_FEED_READ_CHARS) break;
  }
  const isFull = isCut || entries.length === most || entries.length < changes.length;
  return { entries, through: isFull ? entries.at(-1)!.seq : reach };
}

/** Maximum characters of a page, plus at most one entry more. A page reads no more than this of the log, either. */
export const LARGE_FEED_PAGE_CHARS = 1024 * 1024;

/**
 * Maximum characters read for a page. To reconstruct an old, small version, all later and larger ones may be read; the
 * page then ends with the entries reconstructed so far.
 */
const MAX_FEED_READ_CHARS = 16 * 1024 * 1024;

interface ShownEntry {
  readonly text: string;
  /** Number of characters read so far, once all entries read with them are shown. */
  readonly read: number;
}

/** Yields as many entries as there are changes, in their order. */
export async function* renderEntries(
  source: LogSource,
  log: string,
  changes: readonly LoggedChange[],
  data: boolean,
): AsyncGenerator<ShownEntry> {
  let read = 0;
  const turn = createYield();
  for (let at = 0; at < changes.length; ) {
    const { found, size } = await findNext(source, changes.slice(at, at + CHANGES_PER_LOOKUP));
    at += found.length;
    for (const [n, version] of found.entries()) {
      if (n === found.length - 1) read += size;
      yield { text: showEntry(log, version, data), read };
      await turn();
    }
  }
}

/** Reconstructs the first changes, as many as the size limits allow. Also returns how many characters were read. */
async function findNext(
  source: LogSource,
  changes: readonly LoggedChange[],
): Promise<{ found: FoundVersion<LoggedChange>[]; size: number }> {
  const names = [...new Map(changes.map(({ type, id }) => [nameOf({ type, id }), { type, id }])).values()];
  const records = await source.records(names, LARGE_FEED_PAGE_CHARS);
  const recordOf = new Map(records.map((record, n) => [nameOf(names[n]!), record]));
  const next = takeWhile(changes, (change) => recordOf.has(nameOf(change)));
  const runs = runsOf(next).map((run) => ({ run, current: recordOf.get(nameOf(run[0]!)) ?? undefined }));
  const open = runs.filter(({ run, current }) => !isWhole(run, current));
  const ranges = open.map(({ run, current }) => rangeOf(run, current));
  const kept = ranges.length === 0 ? [] : await source.versions(ranges, LARGE_READ_CHARS);
  const chainOf = new Map(open.map(({ run }, n) => [run, kept[n]]));
  const found = new Map<LoggedChange, FoundVersion<LoggedChange>>();
  const turn = createYield();
  for (const { run, current } of runs) {
    const chain = chainOf.has(run) ? chainOf.get(run) : run;
    if (chain === undefined) break;
    // Also where its row was forgotten in between.
    for (const change of run) found.set(change, { kept: change, fields: () => undefined, text: () => undefined });
    const wanted = new Map(run.map((change) => [change.version, change]));
    for (const one of versionsBack<KeptVersion>(chain, current)) {
      findFields(one);
      await turn();
      const change = wanted.get(one.kept.version);
      if (change !== undefined) found.set(change, { ...one, kept: change });
    }
  }
  return {
    found: takeWhile(next, (change) => found.has(change)).map((change) => found.get(change)!),
    size: sum(records, (record) => record?.text.length ?? 0) + sum(kept.flat(), storedSizeOf),
  };
}

function nameOf({ type, id }: RecordIdentity): string {
  return `${type} ${id}`;
}

/** Returns the items before the first that fails the test. */
export function takeWhile<Item>(items: readonly Item[], is: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !is(item));
  return end === -1 ? items : items.slice(0, end);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/**
 * Reconstructs the fields of one version. Called for each version, the newest first, because reading only the oldest
 * would undo all changes without a break.
 */
function findFields(version: FoundVersion<KeptVersion>): void {
  try {
    version.fields();
  } catch {
    // What was damaged is told by whoever shows it.
  }
}

/** Returns the size of the stored data in characters. */
export function storedSizeOf({ before, text }: KeptVersion): number {
  return (before?.length ?? 0) + (text?.length ?? 0);
}

/**
 * Groups changes of a record that are reconstructed from the same version: one stored with its complete text, or the
 * current record. Groups are in the order of their first change; within a group the newest comes first.
 */
function runsOf(changes: readonly LoggedChange[]): LoggedChange[][] {
  const runs = Map.groupBy(changes, ({ type, id, version }) => `${type} ${id} ${Math.ceil(version / TEXT_KEPT_EVERY)}`);
  return Array.from(runs.values(), (run) => run.toSorted((a, b) => b.version - a.version));
}

/**
 * Returns the versions that reconstruct a run: up to the next one with its complete text, or to the record if it comes
 * first.
 */
function rangeOf(run: readonly LoggedChange[], current: StoredRecord | undefined): VersionRange {
  const { type, id, version, text } = run[0]!;
  const to = text === null ? Math.min(nextKeptWhole(version), current?.version ?? Infinity) : version;
  return { type, id, from: run.at(-1)!.version, to };
}

/** True if only the run's own changes and the record are needed to reconstruct it. */
function isWhole(run: readonly LoggedChange[], current: StoredRecord | undefined): boolean {
  const [newest] = run;
  const isAnchored = newest!.text !== null || newest!.version === current?.version;
  return isAnchored && newest!.version - run.at(-1)!.version === run.length - 1;
}
