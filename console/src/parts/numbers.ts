/** Numbers as people write them: in groups or not, with the decimal mark of their language. What could be two numbers is not guessed. */
import { numberFormat } from './formats.ts';

/** What is no number, or could be two, stays as it was typed. */
export function parseNumber(typed: string, locale: string): number | string | null {
  if (typed.trim() === '') return null;
  const { text, group, decimal, groupSize } = plain(typed, locale);
  // Blanks and apostrophes group in some languages, and are a decimal mark in none.
  const wholeWith = (marks: readonly string[]) =>
    ['\\d*', ...marks.flatMap((mark) => [inGroups(mark, 3), inGroups(mark, groupSize)])].join('|');
  const own = new RegExp(`^(-?)(${wholeWith([group, ' ', "'"])})(?:[${decimal}](\\d*))?$`).exec(text);
  if (own !== null) return numberOf(own) ?? typed;
  // A comma is a point to many people, and the other way round; before three digits it may have been meant to group.
  const other = new RegExp(`^(-?)(${wholeWith([' ', "'"])})[.,](\\d*)$`).exec(text);
  const mayGroup = other !== null && other[3]!.length === 3 && !/^0?$/.test(other[2]!);
  return other === null || mayGroup ? typed : (numberOf(other) ?? typed);
}

/** To be written over: with the decimal mark of the language, and not in groups. */
export function formatNumberForInput(value: number, locale: string): string {
  return numberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/** Of the last group there are three digits everywhere, of those before it two in India. */
function inGroups(mark: string, size: number): string {
  return `[1-9]\\d{0,${size - 1}}(?:[${mark}]\\d{${size}})*[${mark}]\\d{3}`;
}

/** With digits, minus and blanks as in ASCII, and the marks of the language. */
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

/** Undefined where there is no digit, or more than a number holds. */
function numberOf([, minus = '', whole = '', fraction = '']: RegExpExecArray): number | undefined {
  if (whole + fraction === '') return undefined;
  const read = Number(`${minus}${whole.replace(/\D/g, '')}.${fraction}0`);
  return Number.isFinite(read) ? read : undefined;
}
