/** Reads the lines of a file one by one, decompressed if necessary, without loading the whole file into memory. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandFailure } from '../command.ts';

/**
 * Maximum length of a line, far above that of any exported line: a file of another kind may contain no line breaks at
 * all.
 */
const MAX = 64 * 1024 * 1024;
export const NEWLINE = 10;

/** Yields each line with its line break. Only the last line can lack one, which means that the file is truncated. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytesOf(file)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, end + 1);
        yield rest.length === 0 ? last : Buffer.concat([...rest, last]);
        rest = [];
        size = 0;
        start = end + 1;
      }
      if (start === chunk.length) continue;
      rest.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > MAX) throw new CommandFailure(`${file} has a line that is too long for an exported account.`);
    }
  } catch (failure) {
    throw explain(failure, file);
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function bytesOf(file: string): Readable & AsyncIterable<Buffer> {
  const packed = isCompressed(file);
  const bytes = createReadStream(file, { highWaterMark: 64 * 1024 });
  // A failure of either stream ends both and is thrown to the reader.
  return packed ? pipeline(bytes, createGunzip({ chunkSize: 64 * 1024 }), () => {}) : bytes;
}

function isCompressed(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    const start = Buffer.alloc(2);
    readSync(descriptor, start, 0, 2, 0);
    closeSync(descriptor);
    return start.equals(Buffer.from([0x1f, 0x8b]));
  } catch (failure) {
    throw new CommandFailure(`${file} cannot be read: ${(failure as Error).message}`);
  }
}

function explain(failure: unknown, file: string): unknown {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  if (code === 'Z_BUF_ERROR') return new CommandFailure(`${file} is cut off. Nothing was imported: copy it again.`);
  if (code.startsWith('Z_')) return new CommandFailure(`${file} was altered or damaged. Nothing was imported.`);
  return failure;
}
