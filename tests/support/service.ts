/** The service as a process of its own, started as an operator would, for tests that kill it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Command } from '../../src/cli/command.ts';
import { childEnvironment } from './child-environment.ts';

const ours = join(import.meta.dirname, '../../bin/mds.js');

export interface Service {
  readonly url: string;
  readonly pid: number;
  /** What it has written so far, to both outputs. */
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Resolves when /readyz answers 200; rejects with the output when the process ends before. Under load the output goes to
 * a file: reading it here would take time from what is measured.
 */
export async function startService(
  environment: Record<string, string>,
  folder: string,
  outputFile?: string,
  options: readonly string[] = [],
  mds = ours,
): Promise<Service> {
  const port = environment.PORT ?? String(await freePort());
  const log = outputFile === undefined ? undefined : openSync(outputFile, 'a');
  const child = spawn(process.execPath, [mds, 'serve', ...options], {
    cwd: folder,
    env: { ...childEnvironment(), HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment, PORT: port },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => written.push(String(data)));
  const url = `${environment.MDS_TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${port}`;
  const output = () => (outputFile === undefined ? written.join('') : readFileSync(outputFile, 'utf8'));
  await untilReady(child, url, output);
  return {
    url,
    pid: child.pid!,
    output,
    async end(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return { code: child.exitCode, signal: child.signalCode };
    },
  };
}

/** Runs one command of the command line; gives its standard output as JSON. Rejects with its standard error. */
export async function runCommand(
  argv: readonly string[],
  environment: Record<string, string>,
  folder: string,
  mds = ours,
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own, which the tests assert.
): Promise<any> {
  const { stdout } = await promisify(execFile)(process.execPath, [mds, ...argv, '--json'], {
    cwd: folder,
    env: { ...childEnvironment(), ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** What it would have told a person. */
export function shown({ show }: Command, result: unknown): string {
  return show!(result as never);
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service ended:\n${output()}`);
    if ((await readiness(url)) === 200) return;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The service was not ready in a minute:\n${output()}`);
    }
    await sleep(20);
  }
}

/** The status of /readyz, whoever signed its certificate; undefined while nothing answers. */
function readiness(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const get = url.startsWith('https:') ? httpsGet : httpGet;
    const request = get(`${url}/readyz`, { rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('error', () => resolve(undefined));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
