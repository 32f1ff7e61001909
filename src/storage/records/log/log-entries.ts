/** From rows of the log to entries as they are shown: each with the record as of then, found by taking changes back. */
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
 * What an engine gives, in the order asked for: at least one, and no more once those before come to `most`, in characters or bytes. What they are
 * found by may be far larger than what was asked for. Records are asked for before the changes above them, so that nothing is missing between.
 */
export interface LogSource {
  /** Null where there is none. */
  records(names: readonly RecordIdentity[], most: number): Promise<readonly (StoredRecord | null)[]>;
  /** What is kept of the versions, the newest first. */
  versions(ranges: readonly VersionRange[], most: number): Promise<readonly (readonly KeptVersion[])[]>;
}

/** So many are looked for together. */
const CHANGES_PER_LOOKUP = 512;
/** In characters, of what is read together to find versions by. */
const LARGE_READ_CHARS = 4 * 1024 * 1024;

/** So many of a history are loaded together, unless they are too large. */
const MAX_LOAD_CHANGES = 64;
/** Bytes. With each load come the versions that it is found by, so that many small ones would cost more. */
const LARGE_LOAD_BYTES = 4 * 1024 * 1024;
/** Characters that are gathered before they are sent: most pages are one piece, and a piece of every entry would cost more than the entry. */
const CHUNK_CHARS = 64 * 1024;

/** A change that is still to be read. */
export interface ChangeKey {
  readonly seq: number;
  /** In bytes, of what is kept of it. */
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
  /** They were too large for more of them to be read. */
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

/** Characters; an entry more may come on top. No more than that is read of the log for a page, either. */
export const LARGE_FEED_PAGE_CHARS = 1024 * 1024;

/** Characters. A record that was small once is found by all that it was since: of such ones a page has as many as were found by then. */
const MAX_FEED_READ_CHARS = 16 * 1024 * 1024;

interface ShownEntry {
  readonly text: string;
  /** Characters that were read so far, for those that are all shown by now. */
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

/** The first of the changes, as many as are not too much at once, with what they are found by; how many characters were read for it. */
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

/** Up to the first that is not as asked for. */
export function takeWhile<Item>(items: readonly Item[], is: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !is(item));
  return end === -1 ? items : items.slice(0, end);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
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
export function storedSizeOf({ before, text }: KeptVersion): number {
  return (before?.length ?? 0) + (text?.length ?? 0);
}

/** Those of one record that are found by the same version, which was kept whole, or is the record as it is; in the order of what is asked for first, each the newest first. */
function runsOf(changes: readonly LoggedChange[]): LoggedChange[][] {
  const runs = Map.groupBy(changes, ({ type, id, version }) => `${type} ${id} ${Math.ceil(version / TEXT_KEPT_EVERY)}`);
  return Array.from(runs.values(), (run) => run.toSorted((a, b) => b.version - a.version));
}

/** What a run is found by: the next version that was kept whole, or the record, where that comes first. */
function rangeOf(run: readonly LoggedChange[], current: StoredRecord | undefined): VersionRange {
  const { type, id, version, text } = run[0]!;
  const to = text === null ? Math.min(nextKeptWhole(version), current?.version ?? Infinity) : version;
  return { type, id, from: run.at(-1)!.version, to };
}

/** Whether the run can be found with nothing but itself and the record. */
function isWhole(run: readonly LoggedChange[], current: StoredRecord | undefined): boolean {
  const [newest] = run;
  const isAnchored = newest!.text !== null || newest!.version === current?.version;
  return isAnchored && newest!.version - run.at(-1)!.version === run.length - 1;
}
