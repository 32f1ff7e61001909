/**
 * By what an attempt remembers where it was sent to: a short hash, because an address may hold secrets. Another address is another
 * endpoint, which has nothing of what the one before it was sent.
 */
import { hash } from 'node:crypto';

const LENGTH = 8;

export function targetMark(url: string): string {
  return hash('sha256', url).slice(0, LENGTH);
}

const BEFORE = '"target":"';
const BEHIND = '"}';

/**
 * Of the last attempt in the log of a delivery, where the mark comes last: `"target":"1f4b9c02"}`; '' where it has none, as those from
 * before there were marks, or by another process of an older version. Nobody asks for it but of those that an event caused: logs are long,
 * and the others are not read. For SQL that both engines understand.
 */
export function lastMark(delivery: string): string {
  const log = `${delivery}.log`;
  const at = `length(${log}) - ${LENGTH + BEHIND.length - 1}`;
  const isMarked = `substr(${log}, ${at} - ${BEFORE.length}, ${BEFORE.length}) = '${BEFORE}'`;
  return `CASE WHEN ${delivery}.cause <> 'event' THEN '' WHEN ${isMarked} THEN substr(${log}, ${at}, ${LENGTH}) ELSE '' END`;
}
