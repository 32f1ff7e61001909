/** Shows the progress of a long task on one line of standard error, if a person is there to read it. */
import { visibleLine } from '../lib/visible-text.ts';

export interface ProgressLine {
  at(done: number, total?: number): void;
  end(): void;
}

const EVERY_MS = 100;

export function progressLine(label: string, unit: string, talkative: boolean): ProgressLine {
  if (!talkative) return { at: () => undefined, end: () => undefined };
  let drawn = 0;
  let line = '';
  return {
    at(done, total) {
      const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
      line = `\r${visibleLine(label)}: ${done.toLocaleString('en')}${of} ${unit}`;
      if (performance.now() - drawn < EVERY_MS) return;
      drawn = performance.now();
      process.stderr.write(line);
    },
    end: () => void process.stderr.write(`${line}\n`),
  };
}
