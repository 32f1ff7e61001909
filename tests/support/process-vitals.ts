/** What Linux says of a process, from outside. */
import { readFileSync } from 'node:fs';

/** Resident, in MB: now, and the most there ever was. Both 0 for a process that is gone. */
export interface MemoryOfProcess {
  readonly now: number;
  readonly peak: number;
}

export function memoryOf(pid: number): MemoryOfProcess {
  const status = readStatus(pid);
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** Seconds of a processor that its main thread has used so far. */
export function mainThreadSeconds(pid: number): number {
  // Behind the name, which may hold anything but ends in a bracket: time in the program and in the system, the 12th and the 13th.
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Linux counts in hundredths of a second, on every machine we run on. */
const TICKS = 100;

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
