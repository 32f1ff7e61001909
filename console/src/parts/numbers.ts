/**
 * Parses and formats numbers in the user's language, with or without digit grouping. Ambiguous input is not guessed.
 */
import { numberFormat } from './formats.ts';

/** Parses a typed number. Returns the text unchanged if it is invalid or ambiguous, and null if it is empty. */
export function parseNumber(typed: string, locale: string): number | string | null {
  if (typed.trim() === '') return null;
  const { text, group, decimal, groupSize } = plain(typed, locale);
  // Spaces and apostrophes group digits in some languages and are a decimal mark in none.
  const wholeWith = (marks: readonly string[]) =>
    ['\\d*', ...marks.flatMap((mark) => [inGroups(mark, 3), inGroups(mark, groupSize)])].join('|');
  const own = new RegExp(`^(-?)(${wholeWith([group, ' ', "'"])})(?:[${decimal}](\\d*))?$`).exec(text);
  if (own !== null) return numberOf(own) ?? typed;
  // Accepts a comma instead of a point and vice versa. Before three digits it may be a group mark, which is ambiguous.
  const other = new RegExp(`^(-?)(${wholeWith([' ', "'"])})[.,](\\d*)$`).exec(text);
  const mayGroup = other !== null && other[3]!.length === 3 && !/^0?$/.test(other[2]!);
  return other === null || mayGroup ? typed : (numberOf(other) ?? typed);
}

/** Formats a number for editing: with the decimal mark of the language, without grouping. */
export function formatNumberForInput(value: number, locale: string): string {
  return numberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/** Returns a pattern for grouped digits. The last group has three digits everywhere; the others have two in India. */
function inGroups(mark: string, size: number): string {
  return `[1-9]\\d{0,${size - 1}}(?:[${mark}]\\d{${size}})*[${mark}]\\d{3}`;
}

/** Normalizes digits, minus and spaces to ASCII, and returns the language's marks. */
function plain(typed: string, locale: string) {
  const parts = numberFormat(locale).formatToParts(1_234_567_890.5);
  const of = (kind: string) => parts.findLast(({ type }) => type === kind)?.value ?? '';
  const digits = [...formatNumberForInput(9_876_543_210, locale)].reverse();
  const ascii = (text: string) => text.replace(/\s/g, ' ').replace(/’/g, "'");
  const text = [...ascii(typed.trim()).replace(/[\u061c\u200e\u200f]/g, '')]
    .map((letter) => (digits.includes(letter) ? String(digits.indexOf(letter)) : letter))
    .join('')
    .replace('\u2212', '-');
  const groupSize = parts.filter(({ type }) => type === 'integer').at(-2)?.value.length ?? 3;
  return { text, group: ascii(of('group')), decimal: of('decimal'), groupSize };
}

/** Returns the number, or undefined if there is no digit or the number is too large. */
function numberOf([, minus = '', whole = '', fraction = '']: RegExpExecArray): number | undefined {
  if (whole + fraction === '') return undefined;
  const read = Number(`${minus}${whole.replace(/\D/g, '')}.${fraction}0`);
  return Number.isFinite(read) ? read : undefined;
}
