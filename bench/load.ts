/**
 * The load generator, a process of its own so that it does not share a thread with what it measures. It is a plain HTTP
 * client that reads every answer to its end, as an integration would; what that costs, it costs the ceiling too.
 */
import { Pool } from 'undici';
import { type Call, type Case, callMaker, type QueryCase, type Search, type Tenant } from './cases.ts';
import { quantile } from './statistics.ts';

export interface LoadOrder {
  readonly port: number;
  readonly case: Case | Search | QueryCase;
  readonly tenants: readonly Tenant[];
  readonly connections: number;
  readonly seconds: number;
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

async function load({ port, case: wanted, tenants, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  const next = callMaker(wanted, tenants);
  const latencies: number[] = [];
  const answers: Record<string, number> = {};
  const began = performance.now();
  const until = began + seconds * 1000;
  /** One request at a time on one connection, until the time is over. */
  const ask = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      const status = await answerTo(pool, next());
      latencies.push(performance.now() - sent);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const took = (performance.now() - began) / 1000;
  await pool.close();
  latencies.sort((a, b) => a - b);
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  return { rate: latencies.length / took, p50, p99, answers };
}

async function answerTo(pool: Pool, call: Call): Promise<number> {
  const { statusCode, body } = await pool.request(call);
  await body.text();
  return statusCode;
}
