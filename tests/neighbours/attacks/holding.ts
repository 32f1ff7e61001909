/** Connections that ask, and then leave the service waiting: for the rest of the request, or for somebody to take the answer. */
import { connect, type Socket } from 'node:net';
import type { Credentials } from '../../support/app.ts';
import { statusOf } from '../../support/keep-alive-client.ts';
import { requestHead } from '../../support/raw-connection.ts';
import type { Context, Stop } from './attack.ts';

export interface Holding {
  readonly connections: number;
  /** What the `n`th connection says; nothing where it is empty. */
  readonly says: (n: number) => string;
  /** How much of an answer that begins well is taken: a first piece, or a piece of at most 64 KiB each second. */
  readonly takes?: 'nothing' | 'sips';
}

/** Whoever is refused or cut off comes again, but not at once: the attack is the holding, not the connecting. */
const AGAIN_MS = 250;
/** The queue of a listening socket is short. */
const AT_ONCE = 100;
const BETWEEN_MS = 20;
const SIP_MS = 1_000;

export function holdConnections(context: Context, { connections, says, takes = 'nothing' }: Holding): Stop {
  const { hostname, port } = new URL(context.url);
  const sockets = new Set<Socket>();
  const sipping = takes === 'sips' ? setInterval(() => sockets.forEach(sip), SIP_MS) : undefined;
  let stopped = false;

  const open = (n: number) => {
    if (stopped) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: context.from, noDelay: true });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('connect', () => {
      context.count('connections');
      const text = says(n);
      if (text !== '') socket.write(text);
    });
    socket.once('data', (data: Buffer) => {
      const status = statusOf(data.toString('latin1', 0, 20));
      context.count(String(status));
      if (status >= 300) socket.destroy();
      else socket.pause();
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, AGAIN_MS, n);
    });
  };
  const opening = openInBatches(connections, open);
  return () => {
    stopped = true;
    clearInterval(opening);
    clearInterval(sipping);
    for (const socket of sockets) socket.destroy();
  };
}

function sip(socket: Socket): void {
  if (!socket.isPaused()) return;
  socket.once('data', () => socket.pause());
  socket.resume();
}

function openInBatches(connections: number, open: (n: number) => void): NodeJS.Timeout {
  let next = 0;
  const openSome = () => {
    for (const end = Math.min(next + AT_ONCE, connections); next < end; next++) open(next);
    if (next === connections) clearInterval(timer);
  };
  const timer = setInterval(openSome, BETWEEN_MS);
  return timer;
}

/** A request of one of the account's keys, in turn; of nobody where there are none. */
export function headOf(context: Context, n: number, line: string, headers: Readonly<Record<string, string>> = {}) {
  const key: Partial<Credentials> = context.keys[n % context.keys.length] ?? {};
  return requestHead(line, key, headers);
}
