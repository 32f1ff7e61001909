/** An address that leads to another, as a proxy does that wants https instead; and what arrives there. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Lifetime, lastFirst } from './lifetime.ts';

export interface Redirecting {
  readonly url: string;
  /** Method and address of each request that followed. */
  readonly followed: readonly string[];
}

export async function startRedirecting(t: Lifetime): Promise<Redirecting> {
  const followed: string[] = [];
  const there = createServer(({ method, url }, response) => {
    followed.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const to = await listening(t, there);
  const here = createServer(({ url }, response) => response.writeHead(301, { location: `${to}${url}` }).end());
  return { url: await listening(t, here), followed };
}

async function listening(t: Lifetime, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  lastFirst(t).after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
