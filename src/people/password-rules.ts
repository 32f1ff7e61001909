/** Password rules: long, and not among the first that an attacker tries. No other requirements (NIST SP 800-63B). */
import { fold } from '../lib/fold.ts';
import { commonPasswords } from './common-passwords.ts';

export const MIN = 12;
/** Maximum length, because hashing happens before authentication; far beyond any password manager's. */
const MAX = 1_000;

/** Number of extra characters that make a password acceptable although it contains a known name. */
const A_FEW = 10;

/**
 * Returns the fault as a sentence; undefined if the password is accepted. `about` lists words that others know about
 * the person.
 */
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

/**
 * Returns each text and its single words, letters only, longest first. Omits words under 4 letters, because many other
 * words contain them.
 */
function wordsOf(about: readonly string[]): string[] {
  const words = about.map(fold).flatMap((text) => {
    const own = text.split('@')[0]!;
    return [text, own, ...own.split(NO_LETTERS)].map((word) => word.replaceAll(NO_LETTERS, ''));
  });
  return [...new Set(words)].filter((word) => word.length >= 4).sort((a, b) => b.length - a.length);
}

/** Matches everything except letters of any script and their combining marks. */
const NO_LETTERS = /[^\p{L}\p{M}]+/gu;
const AROUND_LETTERS = /^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu;

/** True if the password is common, also with digits and symbols around it. */
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
