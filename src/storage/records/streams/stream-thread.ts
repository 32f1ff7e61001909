/**
 * Thread that reads one stream: all records of a list, from one snapshot, as lines into unnamed files. It runs ahead of
 * the client as far as disk space is granted. The snapshot, which prevents the write-ahead log from being emptied, is
 * thus released long before a slow client has read everything.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { linesOf } from '../../../records/lists/lines.ts';
import { type StreamNames, streamNames } from '../../../records/lists/stream-names.ts';
import { openConnection } from '../../sqlite/connection.ts';
import { SQLITE_CODE } from '../../sqlite/failures.ts';
import { addReaderFunctions, StatementCancelledError } from '../../sqlite/reader-functions.ts';
import { openUnlinkedFile, writeFully } from '../lists/large-page.sqlite.ts';
import { type TitleRow, titleOfRow } from '../titles/title-row.ts';
import { createLineChunker } from './stream-chunks.ts';
import {
  GRANTED_INDEX,
  STOP_INDEX,
  type StreamThreadData,
  type StreamThreadMessage,
} from './stream-messages.sqlite.ts';

const { file, account, documents, count, form, titles, segmentBytes, longest, control } =
  workerData as StreamThreadData;
const tell = (news: StreamThreadMessage) => parentPort!.postMessage(news);
const isWanted = () => Atomics.load(control, STOP_INDEX) === 0;

try {
  readAll();
  tell({ ended: true });
} catch (failure) {
  const { message, errcode, code } = failure as Error & { errcode?: number; code?: unknown };
  tell({ failure: { message, errcode: code === 'ENOSPC' ? SQLITE_CODE.FULL : errcode } });
}

function readAll(): void {
  const connection = openConnection({ file, access: 'read', busyTimeoutMs: 1_000, cacheMiB: 4 });
  addReaderFunctions(connection.db, isWanted);
  try {
    connection.snapshot(() => {
      const total = count && (connection.db.prepare(count.text).get(...count.values) as { total: number }).total;
      const statement = connection.db.prepare(documents.text);
      statement.setReturnArrays(true);
      const texts = statement.iterate(...documents.values) as unknown as Iterable<[text: string]>;
      writeLines(texts, namer(connection.db), () => tell({ begun: true, total }));
    });
  } finally {
    connection.close();
  }
}

/** Asks for the names that some records need, in the same snapshot. */
function namer(db: DatabaseSync): (names: StreamNames, texts: readonly string[]) => void {
  const statements = new Map<string, StatementSync>();
  const statementOf = (type: string) => {
    const statement = statements.get(type) ?? db.prepare(titles[type]!);
    statement.setReturnArrays(true);
    statements.set(type, statement);
    return statement;
  };
  return (names, texts) => {
    for (const [type, ids] of names.missing(texts)) {
      const rows = statementOf(type).all(account, JSON.stringify(ids)) as unknown as TitleRow[];
      names.learn(type, rows.map(titleOfRow));
    }
  };
}

function writeLines(texts: Iterable<[text: string]>, name: ReturnType<typeof namer>, begin: () => void): void {
  const names = streamNames(form.named);
  const pieces = createLineChunker(linesOf(form, names.nameOf), longest, 1);
  const write = segments();
  const add = (some: readonly string[]) => {
    name(names, some);
    for (const text of some) {
      const piece = pieces.add(text);
      if (piece !== undefined) write(piece);
    }
  };
  let begun = false;
  for (const [text] of texts) {
    if (!begun) begin();
    begun = true;
    const enough = names.add(text);
    if (enough !== undefined) add(enough);
  }
  if (!begun) begin();
  add(names.rest());
  const rest = pieces.rest();
  if (rest !== undefined) write(rest);
}

/** Writes into one file after the other. */
function segments(): (piece: Buffer) => void {
  let opened = 0;
  let fd = -1;
  let bytes = segmentBytes;
  return (piece) => {
    if (bytes >= segmentBytes) {
      if (opened > 0) tell({ full: true });
      awaitRoom(++opened);
      fd = openUnlinkedFile(file);
      bytes = 0;
      tell({ segment: fd });
    }
    if (!isWanted()) throw new StatementCancelledError('The stream is no longer wanted');
    bytes += writeFully(fd, piece);
    tell({ bytes });
  };
}

function awaitRoom(wanted: number): void {
  for (let granted = Atomics.load(control, GRANTED_INDEX); ; granted = Atomics.load(control, GRANTED_INDEX)) {
    if (!isWanted()) throw new StatementCancelledError('The stream is no longer wanted');
    if (granted >= wanted) return;
    Atomics.wait(control, GRANTED_INDEX, granted);
  }
}
