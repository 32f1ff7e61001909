/** What one answer may hold, and how it lets others in between: a long one is put together in many turns of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { responseTooLarge } from './query-limits.ts';
import { GraphqlRefusal } from './selection.ts';

export interface ResponseBudget {
  /** Counts characters that were read and are held; throws where they become too many. */
  take(characters: number): void;
  /** Counts a text as part of the answer and gives it back; throws where the answer becomes longer than it may be. What was read once is written under many names. */
  write(text: string): string;
  /** Gives what forgets all that is written from here on: parts of something longer, which is then counted with them in it. */
  parts(): () => void;
  /** Resolves in another turn where this one has lasted; undefined where it may go on. To be asked after every step, with the characters that it went through beside those it took or wrote. */
  pause(characters?: number): Promise<void> | undefined;
}

const MAX_SLICE_MS = 5;
/** A look at the clock takes as long as a short record, so there is one for so many characters. */
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
