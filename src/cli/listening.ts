/** Explains in one line why a service cannot listen on its address, and what to do about it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandFailure } from './command.ts';
import { typed } from './typed.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens on the address for a moment. Slow steps of a start, such as demo data, should not run for a service that then
 * cannot be reached.
 */
export async function tryToListen(place: ListenAddress): Promise<void> {
  const server = createServer();
  try {
    server.listen(place);
    await once(server, 'listening');
  } catch (failure) {
    throw cannotListen(failure as NodeJS.ErrnoException, place);
  }
  server.close();
  await once(server, 'close');
}

export function cannotListen(failure: NodeJS.ErrnoException, { host, port }: ListenAddress): CommandFailure {
  const reason = reasons[failure.code ?? '']?.(host, port) ?? `${failure.message}.`;
  return new CommandFailure(`Cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}: ${reason}`);
}

const noSuchHost = (host: string) =>
  `this machine has no such address as ${host}. Choose one it has: ${typed('serve', 'HOST=127.0.0.1')}`;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `the port is taken by another program. Choose another: ${typed('serve', `PORT=${port < 65_535 ? port + 1 : 8080}`)}`,
  EACCES: (_host, port) =>
    `this user may not use port ${port}; those below 1024 need a right of their own. Choose another: ${typed('serve', 'PORT=8080')}`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
};
