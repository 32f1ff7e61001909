/** Checks that the given keys are those the database needs, and explains to the operator which are missing. */
import type { SecretCensus } from '../shard.ts';
import { StorageError } from '../storage-error.ts';

/** Throws if a secret needs an unknown key. */
export function requireKeys(
  place: string,
  known: readonly string[],
  census: SecretCensus,
  { where, lostKey }: { readonly where: string; readonly lostKey: string | undefined },
): void {
  const missing = [...census.keys()].filter(
    (keyID) => /^[0-9a-f]{8}$/.test(keyID) && !known.includes(keyID) && keyID !== lostKey,
  );
  if (missing.length === 0) return;
  const secrets = missing.reduce((sum, keyID) => sum + census.get(keyID)!, 0);
  const given =
    known.length === 0 ? 'no key is given' : `given ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
  throw new StorageError(
    `${place} holds ${secrets} secrets encrypted with the key ${missing.join(', ')}, and ${given}. ${where} Nothing was changed.`,
  );
}
