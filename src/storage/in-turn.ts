/** Slow work of an account in its turn: none takes all of what is scarce, nor the whole line before it. */
import type { Problem } from '../problems.ts';
import { type Budget, type BudgetOptions, type Holding, isRefusal, makeBudget } from '../shares/budget.ts';
import { overloaded, tooManyPages } from './refusals.ts';

export interface LineOptions {
  /** How many lists may wait in all. */
  readonly queue: number;
  /** For how long. */
  readonly waitMs: number;
}

/** One account may take a quarter of the line. */
export function makeLine(options: Pick<BudgetOptions, 'name' | 'total' | 'share'>, line: LineOptions): Budget {
  const queue = { total: line.queue, share: Math.max(1, Math.floor(line.queue / 4)) };
  return makeBudget({ ...options, queue, waitMs: line.waitMs });
}

/** All but one of so many, and one at least: whatever an account asks for, another one finds something free. */
export function allButOne(total: number): number {
  return Math.max(1, total - 1);
}

/** Streams at a time in one shard, by each process. */
export const STREAMS = { name: 'streams', total: 4, share: 2 };

/** A Problem where too many wait, the wait was too long, or the client has left. */
export async function inTurn<Result>(
  budget: Budget,
  account: number,
  work: () => Promise<Result>,
  gone?: AbortSignal,
): Promise<Result | Problem> {
  const holding = await budget.turn(String(account), 1, gone);
  if (isRefusal(holding)) return overloaded();
  try {
    return await work();
  } finally {
    holding.give();
  }
}

/** What a large page takes, until its lease ends. */
export async function takeForPage(
  budget: Budget,
  account: number,
  units: number,
  gone?: AbortSignal,
): Promise<Holding | Problem> {
  const holding = await budget.turn(String(account), units, gone);
  return isRefusal(holding) ? tooManyPages() : holding;
}
