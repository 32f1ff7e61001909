/**
 * What is the same for everybody who asks: kept once, as it is and compressed, and written to each client from there in small
 * steps as it takes them. However many leave it unread, it is in memory once.
 */
import { sha256Hex } from '../lib/ids.ts';
import { brotliStatic, gzipStatic } from './compression.ts';

export class StaticBody {
  readonly bytes: Buffer;
  #etag: string | undefined;
  readonly #compressed: Partial<Record<StaticCoding, Promise<Buffer>>> = {};

  constructor(content: string | Uint8Array) {
    this.bytes = Buffer.from(content);
  }

  /** A hash of the bytes, uncompressed. */
  get etag(): string {
    this.#etag ??= `"${sha256Hex(this.bytes).slice(0, 32)}"`;
    return this.#etag;
  }

  /** Made when it is first asked for. */
  compressed(coding: StaticCoding): Promise<Buffer> {
    this.#compressed[coding] ??= compress[coding](this.bytes);
    return this.#compressed[coding];
  }
}

export type StaticCoding = 'br' | 'gzip';
const compress = { br: brotliStatic, gzip: gzipStatic } as const;
