/** E-mail addresses: they identify the creators of integrations and the submitters of events. */
import type { Refusal } from './refused.ts';

/**
 * Returns a refusal unless the text can be an address: text on both sides of one @, no spaces, at most 254 characters.
 */
export function refuseEmail(whose: string, email: string): Refusal | undefined {
  if (/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && [...email].length <= 254) return undefined;
  return { refused: `The address ${whose} is not an e-mail address: "${email}".` };
}

/**
 * True if both addresses are the same mailbox; use it where owning the mailbox grants access. `fold` is only for
 * searching: addresses with the same folded text, such as `ı` for `i`, may belong to different people. Ignores the case
 * of ASCII letters and the Unicode composition of accents.
 */
export function isSameAddress(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/**
 * Normalizes an address. Lower case comes before NFC: the Kelvin sign composes to a capital K, which must stay distinct
 * from other letters. A letter with a combining mark is not ASCII.
 */
function plain(email: string): string {
  return email.replace(/[A-Z](?!\p{M})/gu, (letter) => letter.toLowerCase()).normalize('NFC');
}
