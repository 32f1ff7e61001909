/**
 * A previous secret of a key, valid until its grace period ends. All of them stay valid until then: a client that lost
 * the response of a rotation and rotates again still uses an older secret.
 */
export interface PreviousSecret {
  readonly hash: Buffer;
  readonly validUntil: number;
}

/** Newest first. */
export type PreviousSecrets = readonly PreviousSecret[];

/** Grace period for the previous secrets after a rotation. */
export interface Grace {
  readonly now: number;
  readonly until: number;
}

/** Maximum previous secrets: every authentication compares with each of them. */
export const MAX_PREVIOUS = 4;

/**
 * Returns the previous secrets after a rotation. The replaced secret gets the full grace period; older ones keep their
 * end, but never outlast it.
 */
export function withExchanged(kept: PreviousSecrets, exchanged: Buffer, { now, until }: Grace): PreviousSecrets {
  const before = kept.map(({ hash, validUntil }) => ({ hash, validUntil: Math.min(validUntil, until) }));
  const all = [{ hash: exchanged, validUntil: until }, ...before];
  return all.filter(({ validUntil }) => validUntil > now).slice(0, MAX_PREVIOUS);
}

/** Returns the earliest end in the future: until then, every previous secret is valid. */
export function firstEnd(ends: readonly number[], now: number): number | undefined {
  const toCome = ends.filter((end) => end > now);
  return toCome.length === 0 ? undefined : Math.min(...toCome);
}
