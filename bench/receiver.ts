/** A TLS receiver in a process of its own: counts what arrives and how long after its commit, and can leave paths hanging. */
import { createServer } from 'node:https';
import { createAuthority } from '../tests/support/certificates.ts';

export interface Arrivals {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Milliseconds from commit to arrival, sorted; only in a report. */
  readonly waits: readonly number[];
}

export type Order = 'count' | 'report' | 'reset';

const authority = createAuthority();
const { cert, key } = authority.issue({ names: ['127.0.0.1'] });
let waits: number[] = [];
let firstAt = 0;
let lastAt = 0;

const server = createServer({ cert, key }, (request, response) => {
  const arrivedAt = performance.timeOrigin + performance.now();
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return;
    response.end('ok');
    firstAt ||= arrivedAt;
    lastAt = arrivedAt;
    const committed = /"processedDate":"([^"]+)"/.exec(Buffer.concat(pieces).subarray(-80).toString());
    waits.push(arrivedAt - Date.parse(committed?.[1] ?? ''));
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.send?.({ url: `https://127.0.0.1:${port}`, ca: authority.certificate });
});
process.on('message', (order: Order) => {
  if (order === 'reset') {
    waits = [];
    firstAt = 0;
  }
  // To sort and send tens of thousands of them takes longer than anybody may be kept waiting while deliveries are counted.
  const sorted = order === 'report' ? waits.toSorted((a, b) => a - b) : [];
  process.send?.({ count: waits.length, firstAt, lastAt, waits: sorted } satisfies Arrivals);
});
process.on('disconnect', () => process.exit());
