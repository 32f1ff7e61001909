/**
 * A client that sends one request after the other on one connection until it is told to go away, and keeps book of every
 * one of them: what came back whole, what was cut in the middle, and what was never answered.
 */
import { connect } from 'node:net';

export interface Exchange {
  readonly sent: string;
  /** The head and the body of the answer, as far as they arrived. */
  readonly answer: string;
  readonly fate: 'answered' | 'cut' | 'unanswered';
}

/** One connection, for one request at a time. */
export interface Line {
  /** Resolves when the answer is whole, or when there will be none. */
  ask(request: string): Promise<Exchange>;
  /** It is closed, or was never had, or the last answer said that it is to be closed. */
  readonly over: boolean;
  close(): void;
}

export interface LineOptions {
  /** The address to come from. */
  readonly localAddress?: string;
  /** How long an answer is waited for; the connection is given up with it. */
  readonly patienceMs?: number;
}

export function openLine(url: string, { localAddress, patienceMs }: LineOptions = {}): Line {
  const { hostname, port } = new URL(url);
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...from });
  let asked: { sent: string; tell: (exchange: Exchange) => void } | undefined;
  let answer = '';
  let over = false;

  const end = (fate: Exchange['fate']) => {
    const ended = asked;
    asked = undefined;
    ended?.tell({ sent: ended.sent, answer, fate });
  };
  socket.on('error', () => {});
  socket.on('data', (data: Buffer) => {
    answer += data.toString('latin1');
    if (!isWhole(answer)) return;
    if (/^connection: close/im.test(answer.split('\r\n\r\n')[0]!)) {
      over = true;
      socket.end();
    }
    end('answered');
  });
  socket.on('close', () => {
    over = true;
    end(answer === '' ? 'unanswered' : 'cut');
  });
  return {
    ask(sent) {
      answer = '';
      const { promise, resolve } = Promise.withResolvers<Exchange>();
      const patience = patienceMs === undefined ? undefined : setTimeout(() => socket.destroy(), patienceMs);
      asked = { sent, tell: resolve };
      if (socket.destroyed) end('unanswered');
      else socket.write(sent);
      return promise.finally(() => clearTimeout(patience));
    },
    get over() {
      return over || socket.destroyed;
    },
    close: () => void socket.destroy(),
  };
}

/** Resolves when the service has closed the connection, or the client has after an answer that asks for it. */
export async function keepAsking(url: string, next: () => string): Promise<Exchange[]> {
  const line = openLine(url);
  const exchanges: Exchange[] = [];
  while (!line.over) exchanges.push(await line.ask(next()));
  return exchanges;
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, end))?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length);
}

export function statusOf(answer: string): number {
  return Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}
