/**
 * Text folding: two texts that differ only in case or in the way the same characters are written fold to the same text.
 * Folded texts are stored and compared by code unit, so that every database finds and sorts alike.
 *
 * Contains: `fold(text).includes(fold(part))`, always on whole texts. Never cut a folded text, and never join folded
 * pieces except at a space: characters compose across the seam ("e" + U+0301 is one character, which does not contain
 * "e").
 */
import { Buffer } from 'node:buffer';
import { orderLongRuns } from './mark-order.ts';

/** The rules below; raise it when they change. */
const RULES = 1;

/**
 * Moves with the rules and with the runtime's Unicode tables (17.0 gives 1_017_000): texts folded under another version
 * must be folded again before they are compared with ours.
 */
export const FOLD_VERSION: number = RULES * 1_000_000 + unicodeVersion(process.versions.unicode);

/**
 * Lower case alone is not enough: of the single code points, 78 then fold apart from their own upper or lower case
 * (U+00DF and "SS", the Greek iota subscripts, "ς" and "σ"). Going through upper case mends them all; measured over all
 * of Unicode 17, as was idempotence. What remains are texts with an iota subscript (U+0345) beside a second mark on one
 * letter, where changing case itself moves the marks; beginning with NFKD or a further NFKC only exchanged which of
 * them fail.
 *
 * It takes time in proportion to the text, whatever the text is: it runs on the event loop, for texts that clients send.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const composed = orderLongRuns(text).normalize('NFKC');
  return composed.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * True if the text is ASCII: only ASCII takes one byte per code unit in UTF-8. Counting bytes is ten times as fast as
 * searching a long text.
 */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function unicodeVersion(text: string | undefined): number {
  const match = /^([0-9]+)\.([0-9]+)/.exec(text ?? '');
  if (match === null) throw new Error('this Node.js was built without Unicode tables');
  return Number(match[1]) * 1000 + Number(match[2]);
}
