/**
 * What is the same for everybody who asks: kept once, as it is and compressed, and written to each client from there in small
 * steps as it takes them. However many leave it unread, it is in memory once.
 */
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
