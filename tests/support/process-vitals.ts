/** What Linux says of a process, from outside. */
import { readFileSync } from 'node:fs';

/** Resident, in MB: now, the part of it that is no page of a file, and the most there ever was. All 0 for a process that is gone. */
export interface MemoryOfProcess {
  readonly now: number;
  readonly own: number;
  readonly peak: number;
}

export function memoryOf(pid: number): MemoryOfProcess {
  const status = readStatus(pid);
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), own: megabytes('RssAnon'), peak: megabytes('VmHWM') };
}

/** Seconds of a processor that its main thread has used so far. */
export function mainThreadSeconds(pid: number): number {
  // In the program and in the system, in nanoseconds.
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
