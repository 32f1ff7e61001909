/**
 * The lines of a stream gathered into pieces of 256 KiB, in buffers that are used again and again: new ones would lie about by the
 * hundred until the collector comes.
 */
import type { LineFormat } from '../../../records/lists/lines.ts';

/**
 * Longer than any buffer on its way to a client, so that whoever writes a piece asks for the next one only when it has gone.
 */
export const CHUNK_BYTES = 256 * 1024;

/**
 * In turn for a client: the two that are waited for before an answer begins, the one that is written and the one that is made. (A
 * file takes a piece at once: there one is enough.)
 */
export const CHUNK_BUFFERS = 4;

export interface LineChunker {
  /** A piece once it is full. It is overwritten when the others in turn have been used. */
  add(text: string): Buffer | undefined;
  /** What has not been given yet. */
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
