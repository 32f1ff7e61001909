/** E-mail addresses: they name the people who make integrations and whom events come from. */
import type { Refusal } from './refused.ts';

/** Undefined when the text can be an address: something on both sides of one @, no spaces, at most 254 characters. */
export function refuseEmail(whose: string, email: string): Refusal | undefined {
  if (/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && [...email].length <= 254) return undefined;
  return { refused: `The address ${whose} is not an e-mail address: "${email}".` };
}

/**
 * Whether both name one mailbox, where having it is what lets somebody in. Folding is for finding: addresses that fold alike, with `ı`
 * for `i` say, may be of different people. What makes no difference is the case of ASCII letters, and in which of two ways an accent is written.
 */
export function isSameAddress(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** In this order: the Kelvin sign composes to a capital K, which no other letter is any more. A letter with a mark is none of ASCII. */
function plain(email: string): string {
  return email.replace(/[A-Z](?!\p{M})/gu, (letter) => letter.toLowerCase()).normalize('NFC');
}
