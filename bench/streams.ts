/** All records of an account in one answer: what it takes of the service's memory, and what it does to somebody who reads one record meanwhile. */
import { memoryOf } from '../tests/support/process-vitals.ts';
import { headersOf } from './cases.ts';
import type { Measured } from './records.ts';
import type { Row } from './table.ts';

const types = { CSV: 'text/csv', NDJSON: 'application/x-ndjson' } as const;
export const streamKinds = Object.keys(types) as (keyof typeof types)[];

export async function streamed(
  kind: keyof typeof types,
  { service, loader, tenants, judged }: Measured,
): Promise<Row[]> {
  const [{ credentials, tasks }] = tenants as [Measured['tenants'][number]];
  const counted = await fetch(`${service.url}/api/Tasks?count=true`, {
    method: 'HEAD',
    headers: headersOf(credentials),
  });
  const total = Number(counted.headers.get('x-total-count'));
  const before = memoryOf(service.pid).own;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(service.pid).own);
  }, 100);
  const began = performance.now();
  const headers = { ...headersOf(credentials), accept: types[kind], 'accept-encoding': 'identity' };
  const taken = fetch(`${service.url}/api/Tasks`, { headers }).then(linesOf);
  const port = Number(new URL(service.url).port);
  const seconds = Math.min(8, tasks / 100_000);
  const beside = await loader.run({ case: 'get one', tenants, port, seconds, connections: 1 });
  const lines = await taken;
  clearInterval(watching);
  if (lines !== total + (kind === 'CSV' ? 1 : 0)) throw new Error(`${lines} lines of ${total} tasks`);
  const growth = most - before;
  const judge = (target: string, met: boolean) => (judged ? { target, met } : {});
  return [
    {
      name: `${kind} of all tasks`,
      rate: total / ((performance.now() - began) / 1000),
      memory: growth,
      ...judge('< 60 MB more', growth < 60),
    },
    {
      name: '... get one beside it',
      rate: beside.rate,
      p50: beside.p50,
      p99: beside.p99,
      ...judge('p99 < 25 ms', beside.p99 < 25),
    },
  ];
}

async function linesOf(reply: Response): Promise<number> {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  let lines = 0;
  for await (const piece of reply.body!) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines++;
  }
  return lines;
}
