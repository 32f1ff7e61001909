/** The records of a page one by one: as they stand in the text of the page, or in its pieces where it is large. */
import type { ListPage } from '../../records/store.ts';

const LINE_SEPARATOR = ',\n';

/** A piece that was passed on is held by nobody, if `see` keeps nothing of the text it is given; `isWhole` says that it may. */
export async function forEachPageLine(
  body: ListPage['body'],
  see: (line: string, isWhole: boolean) => void,
  pause: (characters: number) => Promise<void> | undefined,
): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const text = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString();
    return eachIn(text.slice(1, -1), true);
  }
  let line: string | undefined;
  for await (const piece of body) {
    const text: string = line === undefined ? piece.slice(1) : line + piece;
    const end = text.lastIndexOf('\n');
    line = text.slice(end + 1);
    if (end !== -1) await eachIn(text.slice(0, end - 1), false);
  }
  await eachIn((line ?? ']').slice(0, -1), false);

  async function eachIn(lines: string, isWhole: boolean): Promise<void> {
    if (lines === '') return;
    for (const one of lines.split(LINE_SEPARATOR)) {
      see(one, isWhole);
      await pause(one.length);
    }
  }
}
