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
  /** Bytes of the record and of what is kept of its versions, each in the order asked for: known without reading them. */
  sizes(ranges: readonly VersionRange[]): Promise<readonly number[]>;
  /** What is kept of the versions, each in the order asked for and the newest first. */
  versions(ranges: readonly VersionRange[]): Promise<readonly (readonly KeptVersion[])[]>;
}

/** So many are looked for together, where nothing is known of their size. */
const AT_ONCE = 32;
/** So many are asked for at once, as far as is known of their size. */
const MOST_ASKED = 512;
/** Bytes that are read at once to find versions by; those of one record that are found together may be more. */
const LARGE_READ = 4 * 1024 * 1024;

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
    for await (const { text } of entriesOf(source, log, await load(seqs), false)) {
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
  for await (const { text, bytesRead } of entriesOf(source, log, changes, true)) {
    entries.push({ seq: changes[entries.length]!.seq, text });
    size += text.length;
    if (size >= LARGE_PAGE || bytesRead >= MOST_READ) break;
  }
  const isFull = isCut || entries.length === most || entries.length < changes.length;
  return { entries, through: isFull ? entries.at(-1)!.seq : reach };
}

/** Characters; an entry more may come on top. No more than that is read of the log for a page, either. */
export const LARGE_PAGE = 1024 * 1024;

/** Bytes. A record that was small once is found by all that it was since: of such ones a page has as many as were found by then. */
const MOST_READ = 16 * 1024 * 1024;

interface ShownEntry {
  readonly text: string;
  /** So far, for those that are all shown by now. */
  readonly bytesRead: number;
}

/** Yields as many entries as there are changes, in their order. */
export async function* entriesOf(
  source: LogSource,
  log: string,
  changes: readonly LoggedChange[],
  data: boolean,
): AsyncGenerator<ShownEntry> {
  let size = 0;
  let bytesRead = 0;
  const turn = takeTurns();
  for (let at = 0; at < changes.length; ) {
    const some = changes.slice(at, at + (at === 0 ? AT_ONCE : fitting(size / at)));
    for (const part of await partsOf(source, some)) {
      const found = await findAll(source, part.changes);
      for (const change of part.changes) {
        const text = showEntry(log, found.get(change)!, data);
        size += text.length;
        if (change === part.changes.at(-1)) bytesRead += part.bytes;
        yield { text, bytesRead };
        await turn();
      }
    }
    at += some.length;
  }
}

/** How many of this size, in characters, are no more than a page may hold. */
function fitting(size: number): number {
  return Math.max(AT_ONCE, Math.min(MOST_ASKED, Math.floor(LARGE_PAGE / size)));
}

/** Changes that are found together, and the bytes that are read for it. */
interface Part {
  readonly changes: LoggedChange[];
  bytes: number;
}

/** In their order, so many to a part as are not too much at once, and at least one. */
async function partsOf(source: LogSource, changes: readonly LoggedChange[]): Promise<readonly Part[]> {
  // However large it is: it has to be read.
  if (changes.length === 1) return [{ changes: [...changes], bytes: 0 }];
  const runs = runsOf(changes);
  const sizes = await source.sizes(runs.map(rangeOf));
  const runOf = new Map(runs.flatMap((run, n) => run.map((change) => [change, n])));
  const parts: Part[] = [];
  let counted = new Set<number>();
  for (const change of changes) {
    const run = runOf.get(change)!;
    const bytes = counted.has(run) ? 0 : sizes[run]!;
    const part = parts.at(-1);
    if (part !== undefined && part.bytes + bytes <= LARGE_READ) {
      part.changes.push(change);
      part.bytes += bytes;
    } else {
      parts.push({ changes: [change], bytes });
      counted = new Set();
    }
    counted.add(run);
  }
  return parts;
}

async function findAll(
  source: LogSource,
  changes: readonly LoggedChange[],
): Promise<Map<LoggedChange, FoundVersion<LoggedChange>>> {
  const names = [...new Map(changes.map(({ type, id }) => [`${type} ${id}`, { type, id }])).entries()];
  const records = await source.records(names.map(([, name]) => name));
  const recordOf = new Map(names.map(([key], n) => [key, records[n]]));
  const runs = runsOf(changes).map((run) => ({ run, current: recordOf.get(`${run[0]!.type} ${run[0]!.id}`) }));
  const open = runs.filter(({ run, current }) => !isWhole(run, current));
  const kept = open.length === 0 ? [] : await source.versions(open.map(({ run }) => rangeOf(run)));
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

/** Those of one record that are found by the same version, which was kept whole, or is the record as it is; the newest first. */
function runsOf(changes: readonly LoggedChange[]): LoggedChange[][] {
  const runs = Map.groupBy(changes, ({ type, id, version }) => `${type} ${id} ${Math.ceil(version / TEXT_KEPT_EVERY)}`);
  return Array.from(runs.values(), (run) => run.toSorted((a, b) => b.version - a.version));
}

/** What a run is found by. */
function rangeOf(run: readonly LoggedChange[]): VersionRange {
  const { type, id, version, text } = run[0]!;
  return { type, id, from: run.at(-1)!.version, to: text === null ? nextKeptWhole(version) : version };
}

/** Whether the run can be found with nothing but itself and the record. */
function isWhole(run: readonly LoggedChange[], current: StoredRecord | undefined): boolean {
  const [newest] = run;
  const isAnchored = newest!.text !== null || newest!.version === current?.version;
  return isAnchored && newest!.version - run.at(-1)!.version === run.length - 1;
}
