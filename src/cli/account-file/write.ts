/** Writes an account to a file as its rows arrive, with at most a few chunks in memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type AccountRow, isWaitingDelivery, type RowKind } from '../../storage/transfer/account-rows.ts';
import { type Header, lastLine, lineOf, type Totals } from './format.ts';

const PIECE = 16 * 1024;

export interface Writing {
  readonly header: Header;
  readonly rows: AsyncIterable<AccountRow>;
  readonly compressed: boolean;
  readonly progress: (rows: number) => void;
}

/** Writes the file; resolves once it is flushed to disk. */
export async function writeAccountFile(file: string, { header, rows, compressed, progress }: Writing): Promise<Totals> {
  const hash = createHash('sha256');
  const counts: Partial<Record<RowKind, number>> = {};
  let waiting = 0;
  let written = 0;
  let totals: Totals | undefined;

  async function* pieces(): AsyncGenerator<string> {
    let piece = `${JSON.stringify(header)}\n`;
    for await (const row of rows) {
      piece += `${lineOf(row)}\n`;
      counts[row.kind] = (counts[row.kind] ?? 0) + 1;
      if (isWaitingDelivery(row)) waiting++;
      progress(++written);
      if (piece.length < PIECE) continue;
      hash.update(piece);
      yield piece;
      piece = '';
    }
    hash.update(piece);
    totals = { counts, waiting, sha256: hash.digest('hex') };
    yield `${piece}${lastLine(totals)}\n`;
  }

  const source = Readable.from(pieces(), { objectMode: true, highWaterMark: 2 });
  const target = createWriteStream(file, { flush: true });
  await (compressed ? pipeline(source, createGzip(), target) : pipeline(source, target));
  return totals!;
}
