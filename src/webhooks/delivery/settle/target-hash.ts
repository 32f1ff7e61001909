/**
 * By what an attempt remembers where it was sent to: a short hash, because an address may hold secrets. Another address is another
 * endpoint, which has nothing of what the one before it was sent.
 */
import { hash } from 'node:crypto';

const HASH_LENGTH = 8;

export function hashTarget(url: string): string {
  return hash('sha256', url).slice(0, HASH_LENGTH);
}

const HASH_PREFIX = '"target":"';
const HASH_SUFFIX = '"}';

/**
 * Of the last attempt in the log of a delivery, where the mark comes last: `"target":"1f4b9c02"}`; '' where it has none, as those from
 * before there were marks, or by another process of an older version. Nobody asks for it but of those that an event caused: logs are long,
 * and the others are not read. For SQL that both engines understand.
 */
export function lastTargetHashSql(delivery: string): string {
  const log = `${delivery}.log`;
  const at = `length(${log}) - ${HASH_LENGTH + HASH_SUFFIX.length - 1}`;
  const isMarked = `substr(${log}, ${at} - ${HASH_PREFIX.length}, ${HASH_PREFIX.length}) = '${HASH_PREFIX}'`;
  return `CASE WHEN ${delivery}.cause <> 'event' THEN '' WHEN ${isMarked} THEN substr(${log}, ${at}, ${HASH_LENGTH}) ELSE '' END`;
}
