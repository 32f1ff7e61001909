/**
 * Short hash that records where an attempt was sent, because a URL may hold secrets. Another URL counts as another
 * endpoint, which has received nothing that was sent to the previous one.
 */
import { hash } from 'node:crypto';

const HASH_LENGTH = 8;

export function hashTarget(url: string): string {
  return hash('sha256', url).slice(0, HASH_LENGTH);
}

const HASH_PREFIX = '"target":"';
const HASH_SUFFIX = '"}';

/**
 * Returns SQL, valid for both database engines, that reads the target hash of the last attempt from a delivery's log.
 * The hash is the last property there: `"target":"1f4b9c02"}`. The result is '' if there is no hash, because an older
 * version of the service wrote the attempt.
 *
 * The result is also '' if no event caused the delivery. Only the hashes of event deliveries are needed; logs are long,
 * so the other logs are not read.
 */
export function lastTargetHashSql(delivery: string): string {
  const log = `${delivery}.log`;
  const at = `length(${log}) - ${HASH_LENGTH + HASH_SUFFIX.length - 1}`;
  const isMarked = `substr(${log}, ${at} - ${HASH_PREFIX.length}, ${HASH_PREFIX.length}) = '${HASH_PREFIX}'`;
  return `CASE WHEN ${delivery}.cause <> 'event' THEN '' WHEN ${isMarked} THEN substr(${log}, ${at}, ${HASH_LENGTH}) ELSE '' END`;
}
