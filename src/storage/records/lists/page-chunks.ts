/** Splits a large page into pieces of JSON text, which are read one after the other as the client takes them. */
import { DOCUMENT_SEPARATOR } from './list-query.ts';

/** A document that is still to be read: its row's key and its size in bytes. */
export interface DocumentKey<Key> {
  readonly key: Key;
  readonly size: number;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Yields the JSON array of the documents under these keys, in order. `read` returns the texts of some keys in order,
 * without those that were deleted in the meantime. The commas are added here, between texts that were really read, so
 * that the array stays valid.
 */
export async function* jsonArrayChunks<Key>(
  documents: readonly DocumentKey<Key>[],
  read: (keys: readonly Key[]) => Promise<readonly string[]>,
): AsyncGenerator<string> {
  let opening = '[';
  for (const keys of chunksBySize(documents)) {
    const texts = await read(keys);
    if (texts.length === 0) continue;
    yield opening + texts.join(DOCUMENT_SEPARATOR);
    opening = DOCUMENT_SEPARATOR;
  }
  yield opening === '[' ? '[]' : ']';
}

function* chunksBySize<Key>(documents: readonly DocumentKey<Key>[]): Generator<Key[]> {
  let keys: Key[] = [];
  let size = 0;
  for (const document of documents) {
    if (keys.length > 0 && size + document.size > CHUNK_BYTES) {
      yield keys;
      keys = [];
      size = 0;
    }
    keys.push(document.key);
    size += document.size;
  }
  if (keys.length > 0) yield keys;
}
