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

/** Resolves when the service has closed the connection, or the client has after an answer that asks for it. */
export function keepAsking(url: string, next: () => string): Promise<Exchange[]> {
  const { hostname, port } = new URL(url);
  const exchanges: Exchange[] = [];
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let sent = '';
  let answer = '';
  return new Promise((resolve, reject) => {
    let refused = true;
    const ask = () => {
      answer = '';
      sent = next();
      socket.write(sent);
    };
    socket.on('connect', () => {
      refused = false;
      ask();
    });
    socket.on('error', (error) => refused && reject(error));
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1');
      if (!isWhole(answer)) return;
      exchanges.push({ sent, answer, fate: 'answered' });
      sent = '';
      if (/^connection: close/im.test(answer.split('\r\n\r\n')[0]!)) socket.end();
      else ask();
    });
    socket.on('close', () => {
      if (sent !== '') exchanges.push({ sent, answer, fate: answer === '' ? 'unanswered' : 'cut' });
      resolve(exchanges);
    });
  });
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
