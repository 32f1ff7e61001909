/**
 * The load generator, a process of its own so that it does not share a thread with what it measures. It writes ready
 * bytes to plain sockets and looks no deeper into the answers than it must: whatever it costs, it costs the ceiling too.
 */
import { connect, type Socket } from 'node:net';
import type { Case } from './cases.ts';
import { requestMaker } from './cases.ts';

export interface LoadOrder {
  readonly port: number;
  readonly case: Case;
  readonly credentials: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly tasks: number;
}

export interface LoadResult {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly answers: Readonly<Record<string, number>>;
}

if (process.send) {
  process.on('message', async (order: LoadOrder) => process.send!(await load(order)));
}

export async function load(order: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const answers: Record<string, number> = {};
  const next = requestMaker(order);
  const deadline = performance.now() + order.seconds * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: order.connections }, () => oneConnection(order.port, next, deadline, latencies, answers)),
  );
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { rate: latencies.length / seconds, p50: quantile(0.5), p99: quantile(0.99), answers };
}

/** One request at a time on one connection, until the deadline. */
function oneConnection(
  port: number,
  next: () => Buffer,
  deadline: number,
  latencies: number[],
  answers: Record<string, number>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let missing = -1;
    let head = '';
    const ask = () => {
      if (performance.now() >= deadline) {
        socket.destroy();
        resolve();
        return;
      }
      missing = -1;
      head = '';
      sent = performance.now();
      socket.write(next());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (data) => {
      if (missing < 0) {
        head += data.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /content-length: (\d+)/i.exec(head);
        if (!length) return reject(new Error(`An answer without Content-Length:\n${head.slice(0, end)}`));
        missing = Number(length[1]) - (head.length - end - 4);
        const status = head.slice(9, 12);
        answers[status] = (answers[status] ?? 0) + 1;
      } else missing -= data.length;
      if (missing > 0) return;
      latencies.push(performance.now() - sent);
      ask();
    });
  });
}
