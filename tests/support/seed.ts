/**
 * One seed for everything random in the tests of a run, so that what failed once can be made to fail again. The runner chooses
 * it, prints it, and loads this file before every test file: TEST_SEED=1234 npm test -- tests/list-model.test.ts
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { Dice } from '../../src/demo/dice.ts';

export const seed = Number(process.env.TEST_SEED ?? newSeed());
fc.configureGlobal({ seed });

const dice = new Dice(seed, 0, 0);

/** From 0 up to, but not including, 1: in the place of Math.random, which cannot be repeated. */
export function random(): number {
  return dice.share();
}

export function newSeed(): number {
  return randomInt(2 ** 31);
}
