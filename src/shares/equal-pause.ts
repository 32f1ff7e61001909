/**
 * Gives a turn of the thread back after a pause as long as the work was. Without it the next of the same holder would begin in the very
 * next turn of the event loop, and whoever asks a database for something takes several of those to be answered.
 */
import type { Holding } from './budget.ts';

const LONGEST_MS = 50;

export function giveAfterEqualPause(turn: Holding, tookMs: number): void {
  setTimeout(() => turn.give(), Math.min(tookMs, LONGEST_MS));
}
