/** E-mail addresses: they name the people who make integrations and whom events come from. */
import type { Refused } from './refused.ts';

/** Undefined when the text can be an address: something on both sides of one @, no spaces, at most 254 characters. */
export function refuseEmail(whose: string, email: string): Refused | undefined {
  if (/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && [...email].length <= 254) return undefined;
  return { refused: `The address ${whose} is not an e-mail address: "${email}".` };
}
