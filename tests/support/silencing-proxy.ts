/** A way to a database that can go silent, as one does whose machine vanishes: connections stay open, nothing comes. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface SilencingProxy {
  /** The database by way of the proxy. */
  readonly url: string;
  /** Connections there are go silent for good. Those opened later hang as well, until `reach`, or pass at once. */
  silence(later: 'hang' | 'pass'): void;
  /** Connections opened from now on pass; whatever was silenced stays silent. */
  reach(): void;
}

export async function startSilencingProxy(t: Pick<TestContext, 'after'>, database: string): Promise<SilencingProxy> {
  const { hostname, port } = new URL(database);
  const ways = new Set<{ silent: boolean }>();
  const sockets = new Set<Socket>();
  let hanging = false;
  // Pieces that wait for the other side's word on the ones before would cost each round trip 40 ms.
  const server = createServer({ noDelay: true }, (client) => {
    const way = { silent: hanging };
    ways.add(way);
    const upstream = connect({ port: Number(port), host: hostname, noDelay: true });
    const end = () => {
      ways.delete(way);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end));
    client.on('data', (data) => way.silent || upstream.write(data));
    upstream.on('data', (data) => way.silent || client.write(data));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    silence(later) {
      hanging = later === 'hang';
      for (const way of ways) way.silent = true;
    },
    reach() {
      hanging = false;
    },
  };
}
