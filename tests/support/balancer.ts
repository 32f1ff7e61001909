/**
 * A load balancer as operators put one in front: it passes on connections byte by byte, a new one to the next server whose last
 * `/readyz` was 200. It tries no second server where one refuses the connection, so that a client sees every fault.
 */
import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from './lifetime.ts';

export interface Balancer {
  readonly url: string;
  /** How many connections each server was given, in the order of `servers`. */
  readonly given: readonly number[];
  /** Resolves when the server is believed to be ready. */
  ready(server: string): Promise<void>;
}

export async function startBalancer(
  t: Lifetime,
  servers: readonly string[],
  { checkMs }: { checkMs: number },
): Promise<Balancer> {
  const isReady = new Map<string, boolean>();
  const given = servers.map(() => 0);
  const sockets = new Set<Socket>();
  let isOver = false;
  const check = async (server: string) => {
    const status = await readiness(server);
    // What does not answer in time is left as it was: the machine of the tests may be busy.
    if (status !== undefined) isReady.set(server, status === 200);
  };
  const watch = async (server: string) => {
    for (; !isOver; await sleep(checkMs)) await check(server);
  };
  await Promise.all(servers.map(check));
  for (const server of servers) void watch(server);
  let turn = 0;

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const ready = servers.filter((one) => isReady.get(one));
    const chosen = ready[turn++ % ready.length];
    if (chosen === undefined) return client.destroy();
    given[servers.indexOf(chosen)]!++;
    const { hostname, port } = new URL(chosen);
    const server = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    join(client, server);
    join(server, client);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    isOver = true;
    listener.close();
    for (const socket of sockets) socket.destroy();
  });

  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    given,
    async ready(server) {
      while (!isReady.get(server)) await sleep(10);
    },
  };

  /** An end is passed on as an end, and a reset as a reset. */
  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }
}

/** The status of `/readyz`: 0 where nobody listens, undefined where no answer comes in time. */
function readiness(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.setTimeout(2_000, () => {
      resolve(undefined);
      request.destroy();
    });
    request.on('error', () => resolve(0));
  });
}
