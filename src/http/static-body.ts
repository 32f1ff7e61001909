/**
 * What is the same for everybody who asks: kept once, as it is and compressed, and written to each client from there in small
 * pieces as it takes them. However many leave it unread, it is in memory once.
 */
import type { ServerResponse } from 'node:http';
import { compressBest, compressWell } from './compression.ts';

export class StaticBody {
  readonly bytes: Buffer;
  readonly #compressed: Partial<Record<StaticCoding, Promise<Buffer>>> = {};

  constructor(content: string | Uint8Array) {
    this.bytes = Buffer.from(content);
  }

  /** Made when it is first asked for. */
  compressed(coding: StaticCoding): Promise<Buffer> {
    this.#compressed[coding] ??= compress[coding](this.bytes);
    return this.#compressed[coding];
  }
}

export type StaticCoding = 'br' | 'gzip';
const compress = { br: compressBest, gzip: compressWell } as const;

/** What one client that does not read has waiting for it. */
export const STATIC_PIECE = 64 * 1024;

/**
 * The next piece is written when the one before has left, a turn of the event loop later, and in its client's turn: what hundreds ask for at the
 * same time is not copied for all of them before anybody else gets a word in.
 */
export function pour(response: ServerResponse, bytes: Buffer, inTurn: InTurn): void {
  let at = 0;
  void goOn();

  function goOn(): Promise<void> {
    return inTurn(async () => {
      // Its client has left.
      if (response.destroyed) return;
      const piece = bytes.subarray(at, at + STATIC_PIECE);
      at += STATIC_PIECE;
      if (at >= bytes.length) response.end(piece);
      else if (response.write(piece)) setImmediate(goOn);
      else response.once('drain', () => setImmediate(goOn));
    });
  }
}

/** Writes when it is the client's turn. */
type InTurn = (write: () => Promise<void>) => Promise<void>;
