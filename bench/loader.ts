/** The load generator, from the side that gives it orders. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, callMaker, type Tenant } from './cases.ts';
import type { LoadOrder, LoadResult } from './load.ts';

export const CONNECTIONS = 32;

export interface Loader {
  run(order: Omit<LoadOrder, 'connections'> & { connections?: number }): Promise<LoadResult>;
  close(): void;
}

export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  return {
    async run(order) {
      child.send({ connections: CONNECTIONS, ...order });
      const [result] = await once(child, 'message');
      return result as LoadResult;
    },
    close: () => child.disconnect(),
  };
}

export interface Ceiling {
  readonly pid: number;
  readonly port: number;
  close(): void;
}

/** A bare server that sends what the service on `port` answers to one request of the case. */
export async function startCeiling(port: number, wanted: Case, tenants: readonly Tenant[]): Promise<Ceiling> {
  const { headers, bytes } = await sampleOf(port, wanted, tenants);
  return start('ceiling.ts', { BENCH_BODY: bytes.toString('base64'), BENCH_HEADERS: JSON.stringify(headers) });
}

/** A program that does nothing but the statements of the case, on a copy of the seeded database that it may write to. */
export async function startLeast(
  seeded: string,
  into: string,
  port: number,
  wanted: Case,
  tenants: readonly Tenant[],
): Promise<Ceiling> {
  const file = join(into, 'least.db');
  if (!existsSync(file)) copyFileSync(seeded, file);
  const { 'content-length': _own, ...headers } = (await sampleOf(port, wanted, tenants)).headers;
  return start('least.ts', {
    BENCH_LEAST: JSON.stringify({ file, headers, writes: wanted.startsWith('patch') }),
  });
}

async function sampleOf(port: number, wanted: Case, tenants: readonly Tenant[]) {
  const { method, path, headers, body } = callMaker(wanted, tenants)();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const shown = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date)$/.test(name)),
  );
  return { headers: shown as Record<string, string>, bytes };
}

async function start(program: string, environment: Record<string, string>): Promise<Ceiling> {
  const child: ChildProcess = fork(join(import.meta.dirname, program), { env: { ...process.env, ...environment } });
  const [port] = await once(child, 'message');
  return { pid: child.pid!, port: port as number, close: () => child.kill() };
}
