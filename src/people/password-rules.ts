/** Which passwords are taken: long ones that are not the first that anybody would try. Nothing else is demanded (NIST SP 800-63B). */
import { fold } from '../lib/fold.ts';
import { commonPasswords } from './common-passwords.ts';

export const MIN = 12;
/** Bytes are hashed before anybody is known: a limit, far beyond any password manager's. */
const MAX = 1_000;

/** Figures and signs beside a name; more of them are a password by themselves. */
const A_FEW = 10;

/** What is wrong with it, as a sentence; undefined where nothing is. `about` are words that others know of the person. */
export function faultOfPassword(password: string, about: readonly string[]): string | undefined {
  const length = [...password].length;
  if (length < MIN) return `The password has ${length} characters; it needs ${MIN} or more.`;
  if (length > MAX) return `The password has ${length} characters; at most ${MAX} are taken.`;
  const folded = fold(password);
  if (isCommon(folded)) return 'The password is one of those that are tried first. Choose another.';
  const letters = folded.replaceAll(NO_LETTERS, '');
  const leftOver = wordsOf(about).reduce((rest, word) => rest.replaceAll(word, ''), letters);
  const known = letters.length - leftOver.length;
  if (known > 0 && leftOver.length < 4 && folded.length - known < A_FEW) {
    return 'The password is little more than a name or an address that others know. Choose another.';
  }
  return undefined;
}

/** Each as a whole and its words alone, letters only, the longest first; short ones are in many others. */
function wordsOf(about: readonly string[]): string[] {
  const words = about.map(fold).flatMap((text) => {
    const own = text.split('@')[0]!;
    return [text, own, ...own.split(NO_LETTERS)].map((word) => word.replaceAll(NO_LETTERS, ''));
  });
  return [...new Set(words)].filter((word) => word.length >= 4).sort((a, b) => b.length - a.length);
}

/** Of every script, with the marks that belong to them. */
const NO_LETTERS = /[^\p{L}\p{M}]+/gu;
const AROUND_LETTERS = /^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu;

/** With figures and signs around it, a common word is no less common. */
function isCommon(folded: string): boolean {
  const core = folded.replaceAll(AROUND_LETTERS, '');
  if (commonPasswords.has(folded) || commonPasswords.has(core)) return true;
  // One character, or a run of the keyboard or the alphabet, over and over.
  if (new Set(folded).size <= 3) return true;
  return runs.some((run) => run.includes(folded));
}

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
].flatMap((run) => [run + run, [...(run + run)].reverse().join('')]);
