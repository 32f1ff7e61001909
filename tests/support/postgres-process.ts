// The processes of a test's PostgreSQL, seen from the test: run through a keeper that ends them should the test die,
// and killed all at once when the test wants a crash.

import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeeperReport, RunProgram } from './postgres-keeper.ts';

export interface Ended {
  clean: boolean;
  how: string;
}

export interface Run {
  pid: number;
  ended: Promise<Ended>;
}

export interface Keeper {
  run(order: RunProgram): Promise<Run>;
  /** Ends what runs, removes the folder, and then itself. */
  release(): Promise<void>;
}

const PATIENCE_MS = 30_000;

export function startKeeper(folder: string): Keeper {
  const child = fork(join(import.meta.dirname, 'postgres-keeper.ts'), [folder], {
    // A session of its own: Ctrl-C in a terminal goes to the tests, which then let go of it.
    detached: true,
    // Not our output: whoever waits for the end of that would wait for the keeper too.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  // A test process that is done may end, and the keeper with it.
  child.unref();
  child.channel?.unref();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let hear: (report: KeeperReport) => void = () => {};
  child.on('message', (report) => hear(report as KeeperReport));
  child.on('error', ({ message }) => hear({ state: 'failed', message }));
  void gone.then(() => hear({ state: 'failed', message: 'its keeper ended' }));

  return {
    async run(order) {
      const started = Promise.withResolvers<number>();
      const ended = Promise.withResolvers<Ended>();
      hear = (report) => {
        if (report.state === 'started') return started.resolve(report.pid);
        if (report.state === 'ended') return ended.resolve(report);
        started.reject(new Error(`cannot run ${order.program}: ${report.message}`));
        ended.resolve({ clean: false, how: report.message });
      };
      child.send(order);
      return { pid: await within(PATIENCE_MS, order.program, started.promise), ended: ended.promise };
    },
    async release() {
      if (child.connected) child.disconnect();
      await within(PATIENCE_MS, 'the end of the keeper', gone);
    },
  };
}

/** Rejects when it takes too long; and keeps this process alive meanwhile, which the keeper's channel does not. */
export async function within<T>(ms: number, what: string, result: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited ${ms} ms in vain for ${what}`)), ms);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The postmaster is frozen first, so that it can neither start another process nor notice that some are gone. */
export async function killAll({ pid, ended }: Run): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while ((readProcess(pid)?.state ?? 'T') !== 'T') await sleep(1);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((candidate) => readProcess(candidate)?.parent === pid);
  for (const victim of [...children, pid]) process.kill(victim, 'SIGKILL');
  await within(PATIENCE_MS, 'the end of PostgreSQL', ended);
  while (children.some((child) => readProcess(child) !== null)) await sleep(5);
}

/** Null when there is no such process, or only its exit code is left. */
function readProcess(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; what follows it may not.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
