/** Limits the size of one response, and splits the work on a long one over many turns of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { responseTooLarge } from './query-limits.ts';
import { GraphqlRefusal } from './selection.ts';

export interface ResponseBudget {
  /** Counts characters that were read and are in memory; throws if there are too many. */
  take(characters: number): void;
  /**
   * Counts a text as part of the response and returns it; throws if the response exceeds its limit. Counted separately
   * from reads, because a value read once can be written under many names.
   */
  write(text: string): string;
  /**
   * Returns a function that resets the count of written characters to the current one. For parts of a longer text,
   * which is then counted as a whole.
   */
  parts(): () => void;
  /**
   * Yields to the event loop if the current slice has lasted too long; undefined if work can continue. Call it after
   * every step, with the characters processed beyond those passed to take() and write().
   */
  pause(characters?: number): Promise<void> | undefined;
}

const MAX_SLICE_MS = 5;
/** Characters processed between two clock checks: one check takes as long as a short record. */
const CLOCK_CHECK_CHARACTERS = 8 * 1024;

export function createResponseBudget(most: number): ResponseBudget {
  let held = 0;
  let written = 0;
  let worked = 0;
  let began = performance.now();
  return {
    take(characters) {
      worked += characters;
      held += characters;
      fits(held);
    },
    write(text) {
      worked += text.length;
      written += text.length;
      fits(written);
      return text;
    },
    parts() {
      const before = written;
      return () => {
        written = before;
      };
    },
    pause(characters = 0) {
      worked += characters;
      if (worked < CLOCK_CHECK_CHARACTERS) return undefined;
      worked = 0;
      return performance.now() - began > MAX_SLICE_MS ? nextOne() : undefined;
    },
  };

  function fits(characters: number): void {
    if (characters > most) throw new GraphqlRefusal(responseTooLarge());
  }

  async function nextOne(): Promise<void> {
    await nextTurn();
    began = performance.now();
  }
}
