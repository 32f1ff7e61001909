/** A progress bar with rate and remaining time, on standard error of a terminal. */
import { visibleLine } from '../lib/visible-text.ts';

export interface ProgressBar {
  advance(by: number): void;
  end(): void;
}

export function progressBar(
  label: string,
  total: number,
  talkative: boolean,
  now = () => performance.now(),
): ProgressBar {
  if (!talkative) return { advance: () => undefined, end: () => undefined };
  const began = now();
  let done = 0;
  let drawn = 0;
  const draw = () => process.stderr.write(`\r${bar(visibleLine(label), done, total, now() - began)}`);
  return {
    advance(by) {
      done += by;
      // Ten times a second is enough to look alive; more would slow the work on slow terminals.
      if (now() - drawn < 100) return;
      drawn = now();
      draw();
    },
    end() {
      draw();
      process.stderr.write('\n');
    },
  };
}

export function bar(label: string, done: number, total: number, elapsedMs: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * 24);
  const rate = done / Math.max(elapsedMs / 1000, 0.001);
  const left = rate > 0 ? Math.max(0, (total - done) / rate) : 0;
  const counts = `${done.toLocaleString('en')}/${total.toLocaleString('en')}`;
  const cells = '#'.repeat(filled) + '.'.repeat(24 - filled);
  return `${label} [${cells}] ${counts}  ${Math.round(rate).toLocaleString('en')}/s  ${duration(left)} left   `;
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}m ${String(Math.floor(seconds % 60)).padStart(2, '0')}s` : `${Math.ceil(seconds)}s`;
}
