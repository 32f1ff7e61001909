/**
 * Body that is identical for all clients, stored once plain and once per coding. It is sent to each client in small
 * chunks as the client reads. It is in memory only once, however many clients read slowly.
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

  /** ETag: a hash of the uncompressed bytes. */
  get etag(): string {
    this.#etag ??= `"${sha256Hex(this.bytes).slice(0, 32)}"`;
    return this.#etag;
  }

  /** Returns the compressed body, created on first use. */
  compressed(coding: StaticCoding): Promise<Buffer> {
    this.#compressed[coding] ??= compress[coding](this.bytes);
    return this.#compressed[coding];
  }
}

export type StaticCoding = 'br' | 'gzip';
const compress = { br: brotliStatic, gzip: gzipStatic } as const;
