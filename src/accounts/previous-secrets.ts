/**
 * The secrets that a key had before its own, each good until its grace ends. All of them stay until then: whoever lost the answer with a new
 * secret and asks again still has the one from before that.
 */
export interface PreviousSecret {
  readonly hash: Buffer;
  readonly validUntil: number;
}

/** Newest first. */
export type PreviousSecrets = readonly PreviousSecret[];

/** From when, and until when, those before a new secret stay good. */
export interface Grace {
  readonly now: number;
  readonly until: number;
}

/** Every secret that is shown is compared with each. */
export const MAX_PREVIOUS = 4;

/** After a rotation: the secret that was exchanged has the grace, and those before it end no later, nor later than they would have anyway. */
export function withExchanged(kept: PreviousSecrets, exchanged: Buffer, { now, until }: Grace): PreviousSecrets {
  const before = kept.map(({ hash, validUntil }) => ({ hash, validUntil: Math.min(validUntil, until) }));
  const all = [{ hash: exchanged, validUntil: until }, ...before];
  return all.filter(({ validUntil }) => validUntil > now).slice(0, MAX_PREVIOUS);
}

/** The first end that is still to come: whichever of them is in use is good until then. */
export function firstEnd(ends: readonly number[], now: number): number | undefined {
  const toCome = ends.filter((end) => end > now);
  return toCome.length === 0 ? undefined : Math.min(...toCome);
}
