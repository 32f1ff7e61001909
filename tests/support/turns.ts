/**
 * How long this process works at a stretch, while others have to wait: by the thread's own time, so that what other processes take of the machine
 * does not count. Milliseconds, at most since it was last asked.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Turns {
  longest(): Promise<number>;
  stop(): void;
}

export function watchTurns(): Turns {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const watching = setInterval(look, 1);
  return {
    async longest() {
      // What has just been done belongs to it.
      await sleep(2);
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(watching),
  };
}

/** Of what is done, at the best of two tries: memory is tidied up within some turn or other. */
export async function longestTurns(work: () => Promise<unknown>): Promise<readonly number[]> {
  const turns = watchTurns();
  const took: number[] = [];
  try {
    for (let n = 0; n < 2; n++) {
      await turns.longest();
      await work();
      took.push(await turns.longest());
    }
  } finally {
    turns.stop();
  }
  return took.sort((a, b) => a - b);
}
