/**
 * Collects the lines of a stream into pieces of 256 KiB, in buffers that are reused. New buffers would accumulate by
 * the hundred until garbage collection.
 */
import type { LineFormat } from '../../../records/lists/lines.ts';

/**
 * Size of a piece. It is larger than any buffer on the way to a client, so the writer requests the next piece only when
 * this one has been sent.
 */
export const CHUNK_BYTES = 256 * 1024;

/**
 * Number of buffers used in turn for a client: two that are read before an answer begins, one being written and one
 * being filled. A file needs only one, because it accepts a piece immediately.
 */
export const CHUNK_BUFFERS = 4;

export interface LineChunker {
  /** A piece once it is full. It is overwritten when the others in turn have been used. */
  add(text: string): Buffer | undefined;
  /** Returns the text that has not been returned yet. */
  rest(): Buffer | undefined;
}

/** `longest`: bytes of the longest line there may be. */
export function createLineChunker(lines: LineFormat, longest: number, inTurn: number): LineChunker {
  const buffers = Array.from({ length: inTurn }, () => Buffer.allocUnsafeSlow(CHUNK_BYTES + longest));
  let [buffer] = buffers as [Buffer];
  let pieces = 0;
  let length = buffer.write(lines.head);

  return {
    add(text) {
      const line = lines.of(text);
      if (length + Buffer.byteLength(line) > buffer.length) throw new Error('A record is longer than any may be');
      length += buffer.write(line, length);
      return length < CHUNK_BYTES ? undefined : take();
    },
    rest: () => (length === 0 ? undefined : take()),
  };

  function take(): Buffer {
    const piece = buffer.subarray(0, length);
    buffer = buffers[++pieces % inTurn]!;
    length = 0;
    return piece;
  }
}
