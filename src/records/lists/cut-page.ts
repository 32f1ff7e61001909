/**
 * A page with some fields of each item alone. Items stand one on a line, which is how a page comes from the stores; it is cut piece
 * by piece, so that a long one holds nobody up: 256 KiB take about a millisecond.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withMembers } from '../../lib/json-members.ts';
import type { ListPage } from '../store.ts';

const PIECE = 256 * 1024;
const LINE_FEED = 0x0a;

export function cutPage(body: ListPage['body'], fields: readonly string[]): ListPage['body'] {
  const names = new Set(fields);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return cutPieces(body, names);
  if (body.length > PIECE) return cutPieces(piecesOf(Buffer.from(body as string)), names);
  const items = (typeof body === 'string' ? body : Buffer.from(body).toString()).slice(1, -1);
  return items === '' ? '[]' : `[${cutLines(items, names)}]`;
}

async function* cutPieces(pieces: AsyncIterable<string>, names: ReadonlySet<string>): AsyncGenerator<string> {
  // What has come of the line that is not whole yet, without the bracket before the first.
  let line: string | undefined;
  let opening = '[';
  for await (const piece of pieces) {
    const text: string = line === undefined ? piece.slice(1) : line + piece;
    const end = text.lastIndexOf('\n');
    line = text.slice(end + 1);
    if (end === -1) continue;
    yield opening + cutLines(text.slice(0, end), names);
    opening = '\n';
  }
  const last = (line ?? ']').slice(0, -1);
  yield last === '' ? `${opening}]` : `${opening}${withMembers(last, names)}]`;
}

/** Items on lines of their own, with a comma behind each that another one follows. */
function cutLines(lines: string, names: ReadonlySet<string>): string {
  return lines
    .split('\n')
    .map((item) => withMembers(item, names) + (item.endsWith(',') ? ',' : ''))
    .join('\n');
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<string> {
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, at + PIECE);
    const end = found === -1 ? bytes.length : found + 1;
    yield bytes.toString('utf8', at, end);
    at = end;
    await nextTurn();
  }
}
