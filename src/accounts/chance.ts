/** Time and chance, as they come in where accounts and keys are made: the system's own, or in a test known ones. */
import { randomBytes } from 'node:crypto';
import { type RandomBytes, randomId } from '../lib/ids.ts';
import { type Clock, systemClock } from '../lib/time.ts';

export interface RandomSource {
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export const systemRandom: RandomSource = { clock: systemClock, random: randomBytes };

/** 80 random bits: unique over all shards without asking any. */
export function createAccountID({ random }: RandomSource): string {
  return randomId('acc_', 10, random);
}

export function createIntegrationID({ random }: RandomSource): string {
  return randomId('int_', 10, random);
}

/** The public part of the credentials. It cannot be guessed either, so keys cannot be found out by trying. */
export function createApiKey({ random }: RandomSource): string {
  return randomId('mds_', 15, random);
}
