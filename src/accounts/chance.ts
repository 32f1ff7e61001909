/** Sources of time and randomness for accounts and keys; replaced by fixed ones in tests. */
import { randomBytes } from 'node:crypto';
import { type RandomBytes, randomId } from '../lib/ids.ts';
import { type Clock, systemClock } from '../lib/time.ts';

export interface RandomSource {
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export const systemRandom: RandomSource = { clock: systemClock, random: randomBytes };

/** Returns an id with 80 random bits: unique over all shards without coordination. */
export function createAccountID({ random }: RandomSource): string {
  return randomId('acc_', 10, random);
}

export function createIntegrationID({ random }: RandomSource): string {
  return randomId('int_', 10, random);
}

/** Returns the public part of the credentials. It is random too, so keys cannot be guessed. */
export function createApiKey({ random }: RandomSource): string {
  return randomId('mds_', 15, random);
}
