/**
 * By what an attempt remembers where it was sent to: a short hash, because an address may hold secrets. Another address is another
 * endpoint, which has nothing of what the one before it was sent.
 */
import { hash } from 'node:crypto';

const LENGTH = 8;

export function targetMark(url: string): string {
  return hash('sha256', url).slice(0, LENGTH);
}

/** Of the last attempt in the log of a delivery, where the mark comes last: `"target":"1f4b9c02"}`. For SQL that both engines understand. */
export function lastMark(log: string): string {
  return `substr(${log}, length(${log}) - ${LENGTH + 1}, ${LENGTH})`;
}
