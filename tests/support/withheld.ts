/** How much of its processors a virtual machine did not get, because others on the same host had them: 0 where nobody tells. */
import { existsSync, readFileSync } from 'node:fs';

const COUNTS = '/proc/stat';
/** user, nice, system, idle, iowait, irq, softirq, steal: behind them come parts of the first two. */
const STATES = 8;

/** Begins to look. The share of the time since then, from 0 to 1. */
export function watchWithheld(): () => number {
  const begun = counts();
  return () => {
    const passed = counts().map((count, at) => count - (begun[at] ?? 0));
    const all = passed.reduce((sum, count) => sum + count, 0);
    return all === 0 ? 0 : (passed[STATES - 1] ?? 0) / all;
  };
}

function counts(): number[] {
  if (!existsSync(COUNTS)) return [];
  const [line = ''] = readFileSync(COUNTS, 'utf8').split('\n');
  return line
    .split(/\s+/)
    .slice(1, 1 + STATES)
    .map(Number);
}
