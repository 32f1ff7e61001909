// A process between a test and its PostgreSQL. It runs the programs it is told to, one at a time, and when the test
// process lets go of the channel or dies, however it dies, it ends what is running and removes the server's folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RunAs } from './postgres-program.ts';

export interface RunProgram {
  program: string;
  args: string[];
  runAs: RunAs;
  log: string;
}

export type KeeperReport =
  | { state: 'started'; pid: number }
  | { state: 'ended'; how: string; clean: boolean }
  | { state: 'failed'; message: string };

const folder = process.argv[2]!;
let running: ChildProcess | null = null;

process.on('message', (order: RunProgram) => run(order));
process.once('disconnect', finish);
process.once('SIGTERM', finish);
if (!process.connected) finish();

function run({ program, args, runAs, log }: RunProgram): void {
  const output = openSync(log, 'a');
  // Not the environment of the test: PGPORT, LC_ALL and the like would change the server.
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...runAs,
  });
  closeSync(output);
  child.once('error', ({ message }) => report({ state: 'failed', message }));
  child.once('spawn', () => {
    running = child;
    report({ state: 'started', pid: child.pid! });
  });
  child.once('exit', (code, signal) => {
    running = null;
    report({ state: 'ended', how: signal ?? `exit code ${code}`, clean: code === 0 });
  });
}

function report(what: KeeperReport): void {
  // Without the callback a channel that just closed would be thrown as an error here.
  if (process.connected) process.send!(what, () => {});
}

async function finish(): Promise<void> {
  const child = running;
  if (child !== null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Immediate shutdown: the data is thrown away, but the server still frees its shared memory.
    child.kill('SIGQUIT');
    const patience = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(patience);
  }
  // Processes of the server may write for a moment longer.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.exit();
}
