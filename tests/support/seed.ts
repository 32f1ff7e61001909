/**
 * One seed for everything random in the tests of a run, so that what failed once can be made to fail again. The runner chooses
 * it, prints it, and loads this file before every test file: TEST_SEED=1234 npm test -- tests/list-model.test.ts
 */
import { createHash, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { Dice } from '../../src/demo/dice.ts';

export const seed = Number(process.env.TEST_SEED ?? newSeed());
fc.configureGlobal({ seed });

const dice = new Dice(seed, 0, 0);

/** From 0 up to, but not including, 1: in the place of Math.random, which cannot be repeated. */
export function random(): number {
  return dice.share();
}

/** One of so many, from 0 on: for what is tried in one way in each run, so that over the runs each has its turn. */
export function drawn(name: string, ways: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest()[0]! % ways;
}

export function newSeed(): number {
  return randomInt(2 ** 31);
}
