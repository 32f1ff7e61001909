/**
 * Stores a large page in a file of its own. One statement writes it, so it shows one moment of the database however
 * slow its client is. While the client reads, neither a thread nor a snapshot is occupied; a snapshot would prevent the
 * write-ahead log from being emptied. The file is next to the database, the one place that is certainly writable. It is
 * unlinked once it is open, so it disappears with the process.
 */
import { randomUUID } from 'node:crypto';
import { close, closeSync, openSync, read, unlinkSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { DOCUMENT_SEPARATOR } from './list-query.ts';
import type { PageLease } from './page-lease.ts';

export interface PageFile {
  /** Open in the whole process, whichever thread opened it. */
  readonly fd: number;
  readonly bytes: number;
  /** True if records follow the page. */
  readonly more: boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** The first `take` of the documents as a JSON array. */
export function writePageFile(database: string, documents: Iterable<readonly [text: string]>, take: number): PageFile {
  const fd = openUnlinkedFile(database);
  try {
    let bytes = 0;
    let piece = '[';
    let written = 0;
    let more = false;
    const flush = () => {
      bytes += writeFully(fd, Buffer.from(piece));
      piece = '';
    };
    for (const [text] of documents) {
      more = written === take;
      if (more) break;
      piece += written++ === 0 ? text : DOCUMENT_SEPARATOR + text;
      if (piece.length >= CHUNK_BYTES) flush();
    }
    piece += ']';
    flush();
    return { fd, bytes, more };
  } catch (failure) {
    closeSync(fd);
    throw failure;
  }
}

/** Opens a file next to the database that is deleted when it is closed. */
export function openUnlinkedFile(database: string): number {
  const name = `${database}-page-${randomUUID()}`;
  const fd = openSync(name, 'wx+', 0o600);
  unlinkSync(name);
  return fd;
}

export function writeFully(fd: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  return bytes.length;
}

/** Streams the text in pieces, as the client takes them. The lease keeps the file open until it ends. */
export function streamPageFile({ fd, bytes }: PageFile, lease: PageLease): AsyncIterable<string> {
  let reading: Promise<unknown> = Promise.resolve();
  // Not under a read that is under way: its number may be another file's the moment after.
  lease.holds(() => void reading.finally(() => closeFile(fd)));
  lease.begin();
  return pieces();

  async function* pieces(): AsyncGenerator<string> {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    try {
      for (let at = 0; at < bytes; ) {
        lease.next();
        const asked = readAt(fd, { buffer, position: at, length: Math.min(CHUNK_BYTES, bytes - at) });
        reading = asked.catch(() => {});
        const { bytesRead } = await asked;
        if (bytesRead === 0) throw new Error('The file of a large page is shorter than it was written');
        at += bytesRead;
        yield decoder.write(buffer.subarray(0, bytesRead));
      }
    } finally {
      lease.end();
    }
  }
}

export const readAt = promisify(read) as unknown as (
  fd: number,
  options: { buffer: Buffer; position: number; length: number },
) => Promise<{ bytesRead: number }>;

export function closeFile(fd: number): void {
  close(fd, () => {});
}
