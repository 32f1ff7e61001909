/** Clients that ask as fast as they are answered, and read every answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Credentials } from '../../support/app.ts';
import type { Context, Stop } from './attack.ts';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Hammering {
  readonly clients: number;
  /** The `n`th request of all. Keys of the context are put to it in turn. */
  readonly call: (n: number) => Call;
  /** Requests a second of all clients together, where it is not as many as they can. */
  readonly perSecond?: number;
  /** After so long they leave, answered or not. */
  readonly leaveAfterMs?: number;
}

/** A client that got no answer does not spin. */
const PAUSE_MS = 20;
const TRIES = 50;
const TRY_AGAIN_MS = 200;

export function hammer(context: Context, { clients, call, perSecond, leaveAfterMs }: Hammering): Stop {
  const pool = poolOf(context, clients);
  const began = performance.now();
  let stopped = false;
  let asked = 0;
  const running = Array.from({ length: clients }, async () => {
    while (!stopped) {
      const n = asked++;
      if (perSecond !== undefined) await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()));
      if (stopped) return;
      const status = await send(pool, call(n), keyFor(context, n), leaveAfterMs);
      context.count(status === undefined ? 'no answer' : String(status));
      if (status === undefined) await sleep(PAUSE_MS);
    }
  });
  return async () => {
    stopped = true;
    // What is under way would take as long as the service likes.
    await pool.destroy();
    await Promise.all(running);
  };
}

/** Each to its end and until it is taken, on a few connections: for what an attack needs before it begins, and leaves behind. */
export async function sendAll(context: Context, calls: readonly (Call & { key?: number })[]): Promise<string[]> {
  const pool = poolOf(context, 8);
  const answers: string[] = [];
  let next = 0;
  const senders = Array.from({ length: 8 }, async () => {
    for (let n = next++; n < calls.length; n = next++) {
      const { method, path, headers, body, key } = calls[n]!;
      const all = { ...keyFor(context, key ?? n), ...headers };
      for (let left = TRIES; ; left--) {
        const answer = await pool.request({ method, path, headers: all, body: body ?? null });
        answers[n] = await answer.body.text();
        if (answer.statusCode < 300) break;
        if (answer.statusCode !== 503 || left === 0)
          throw new Error(`${method} ${path}: ${answer.statusCode} ${answers[n]}`);
        await sleep(TRY_AGAIN_MS);
      }
    }
  });
  await Promise.all(senders);
  await pool.close();
  return answers;
}

function poolOf({ url, from }: Context, connections: number): Pool {
  return new Pool(url, { connections, pipelining: 1, localAddress: from, headersTimeout: 60_000, bodyTimeout: 60_000 });
}

async function send(
  pool: Pool,
  call: Call,
  key: Partial<Credentials>,
  leaveAfterMs?: number,
): Promise<number | undefined> {
  try {
    const { statusCode, body } = await pool.request({
      method: call.method,
      path: call.path,
      headers: { ...key, ...call.headers },
      body: call.body ?? null,
      ...(leaveAfterMs !== undefined && { signal: AbortSignal.timeout(leaveAfterMs) }),
    });
    for await (const _piece of body);
    return statusCode;
  } catch {
    return undefined;
  }
}

function keyFor({ keys }: Context, n: number): Partial<Credentials> {
  return keys[n % keys.length] ?? {};
}

export const json = { 'content-type': 'application/json' } as const;
export const jsonPatch = { 'content-type': 'application/json-patch+json' } as const;
