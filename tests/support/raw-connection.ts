/** A bare connection to the service, for clients that no HTTP library would be: slow, deaf, broken. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawConnection {
  readonly socket: Socket;
  write(text: string | Buffer): void;
  /** What has arrived so far. */
  readonly received: string;
  /** The code of what it ended with, where that was an error. */
  readonly failure: string | undefined;
  /** Resolves with everything that arrived once the other side has ended the connection. */
  ended(withinMs: number): Promise<string>;
  /** Resolves once what has arrived satisfies the condition. */
  until(enough: (received: string) => boolean, withinMs?: number): Promise<string>;
}

/** `from`: an address of this machine, such as 127.0.0.2, for clients that are not the same. */
export async function rawConnection(url: string, from?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const own = from === undefined ? {} : { localAddress: from };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true, ...own });
  await once(socket, 'connect');
  const pieces: string[] = [];
  let over = false;
  socket.on('data', (data: Buffer) => pieces.push(data.toString('latin1')));
  socket.on('end', () => {
    over = true;
  });
  socket.on('close', () => {
    over = true;
  });
  let failure: NodeJS.ErrnoException | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  const received = () => pieces.join('');
  const wait = async (done: () => boolean, withinMs: number, what: string) => {
    const deadline = performance.now() + withinMs;
    while (!done()) {
      if (performance.now() > deadline) {
        throw new Error(`${what} not within ${withinMs} ms; received in the end: ${received().slice(-300)}`);
      }
      await sleep(5);
    }
    return received();
  };
  return {
    socket,
    write: (text) => void socket.write(text),
    get received() {
      return received();
    },
    get failure() {
      return failure?.code;
    },
    ended: (withinMs) => wait(() => over, withinMs, 'an end'),
    until: (enough, withinMs = 5_000) => wait(() => enough(received()), withinMs, 'what was waited for'),
  };
}

/** The head of a request with credentials; the body, if any, is the caller's business. */
export function requestHead(
  line: string,
  credentials: object,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const fields = Object.entries({ host: 'localhost', ...credentials, ...headers });
  return [`${line} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
}
