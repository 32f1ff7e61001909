/** Commands as an operator types them: those of a guide in their order, and one whose memory is watched. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { stepsOf } from './guide-blocks.ts';
import { memoryOf } from './process-vitals.ts';

const root = join(import.meta.dirname, '../..');

export interface Guide {
  /** Contents of the settings files it shows, in their order. */
  readonly settings: readonly string[];
  readonly scripts: readonly string[];
}

export function readGuide(path: string): Guide {
  const text = readFileSync(join(root, path), 'utf8');
  const settings = [...text.matchAll(/<!-- settings -->\n```ini\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
  return { settings, scripts: stepsOf(text).map(({ script }) => script) };
}

/** A POSIX shell in a folder in which `./bin/mds.js` is ours. Gives what was printed; rejects when any command fails. */
export function createShell(folder: string): (script: string, environment?: Record<string, string>) => Promise<string> {
  symlinkSync(join(root, 'bin'), join(folder, 'bin'));
  return async (script, environment = {}) => {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], {
      cwd: folder,
      env: { ...childEnvironment(), PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
}

/** Runs one command; gives the most memory it ever had resident, in MB. Rejects with its output where it fails. */
export async function peakMemory(
  argv: readonly string[],
  environment: Record<string, string>,
  folder: string,
): Promise<number> {
  const child = startCommand(argv, environment, folder);
  const ended = child.ended.then(() => true);
  let peak = 0;
  for (;;) {
    // The peak so far, kept by the system: nothing is missed between two looks.
    peak = Math.max(peak, memoryOf(child.pid).peak);
    if (await Promise.race([ended, sleep(50, false)])) return peak;
  }
}

export interface RunningCommand {
  readonly pid: number;
  kill(): Promise<void>;
  /** Rejects with the output where it ends in any other way than well. */
  readonly ended: Promise<void>;
}

export function startCommand(
  argv: readonly string[],
  environment: Record<string, string>,
  folder: string,
): RunningCommand {
  const child = spawn(process.execPath, [join(root, 'bin/mds.js'), ...argv], {
    cwd: folder,
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += String(data);
    });
  }
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}: ${output}`))));
  });
  return {
    pid: child.pid!,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}
