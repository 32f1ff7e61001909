/** Records over REST: each case beside its ceiling, the slow lists, and somebody who reads one record beside them. */
import { mainThreadSeconds, memoryOf } from '../tests/support/process-vitals.ts';
import type { Service } from '../tests/support/service.ts';
import {
  type Case,
  cases,
  headersOf,
  type QueryCase,
  queries,
  type Search,
  searches,
  skewedCases,
  type Tenant,
  targets,
} from './cases.ts';
import type { LoadResult } from './load.ts';
import { type Loader, startCeiling, startLeast } from './loader.ts';
import { median, quantile } from './statistics.ts';
import { streamed, streamKinds } from './streams.ts';
import type { Row } from './table.ts';

export interface Measured {
  readonly service: Service;
  readonly loader: Loader;
  readonly tenants: readonly Tenant[];
  /** Of one round. */
  readonly seconds: number;
  /** The database as it was seeded, where the least that each case takes of it is measured beside it, and a folder for that. */
  readonly least?: { readonly seeded: string; readonly into: string } | undefined;
  /** Whether the targets hold here: they are for SQLite with a million tasks in one account. */
  readonly judged: boolean;
}

const ROUNDS = 5;

export async function recordRows(measured: Measured, only = ''): Promise<Row[]> {
  const rows: Row[] = [];
  const all: readonly Case[] = [...cases, ...skewedCases];
  for (const one of all.filter((name) => name.includes(only))) rows.push(await sideBySide(one, measured));
  for (const one of Object.keys(searches).filter((name) => name.includes(only)) as Search[])
    rows.push(await searched(one, measured));
  for (const one of Object.keys(queries).filter((name) => name.includes(only)) as QueryCase[])
    rows.push(await besideRest(one, measured));
  for (const slow of slowLists(measured).filter(({ name }) => name.includes(only)))
    rows.push(await timed(slow, measured));
  if (only === '') rows.push(await readsBesideScans(measured));
  for (const kind of streamKinds.filter((name) => `${name} of all tasks`.includes(only)))
    rows.push(...(await streamed(kind, measured)));
  const { own, peak } = memoryOf(measured.service.pid);
  rows.push({ name: 'memory of its own', memory: own, ...judge(measured, '< 400 MB', own < 400) });
  rows.push({ name: 'peak, pages of files included', memory: peak });
  return rows;
}

/** The median of rounds in which ceiling and service take turns, so that both see the same noise of the machine. */
export async function sideBySide(one: Case, measured: Measured): Promise<Row> {
  const { service, loader, tenants, seconds } = measured;
  const port = Number(new URL(service.url).port);
  const ceiling = await startCeiling(port, one, tenants);
  const { seeded, into } = measured.least ?? {};
  const least = seeded && into ? await startLeast(seeded, into, port, one, tenants) : undefined;
  const rounds: { own: LoadResult; ratio: number; ownUs: number; bareUs: number; leastUs: number | undefined }[] = [];
  const run = async (place: { port: number; pid: number }, time = seconds) => {
    const timed = await timedOn(place.pid, () => loader.run({ case: one, tenants, port: place.port, seconds: time }));
    const { answers } = timed[0];
    if (Object.keys(answers).some((status) => status !== '200')) throw new Error(JSON.stringify(answers));
    return timed;
  };
  const served = { port, pid: service.pid };
  try {
    for (const place of [served, least]) if (place) await run(place, Math.min(2, seconds));
    for (let round = 0; round < ROUNDS; round++) {
      const [bare, bareUs] = await run(ceiling);
      const leastUs = least && (await run(least))[1];
      const [own, ownUs] = await run(served);
      rounds.push({ own, ratio: own.rate / bare.rate, ownUs, bareUs, leastUs });
    }
  } finally {
    ceiling.close();
    least?.close();
  }
  const { own, ratio, ownUs, bareUs } = median(rounds, (round) => round.bareUs / round.ownUs);
  const { rate, p50, p99 } = own;
  return {
    name: one,
    rate,
    p50,
    p99,
    ratio,
    threadUs: [ownUs, bareUs],
    least: least && reached(median(rounds, reached)),
    ...judge(measured, `bare/us >= ${targets[one]}`, bareUs / ownUs >= targets[one]),
  };
}

/** The share that is left to a service which does nothing but the statements of the case. */
function reached({ bareUs, leastUs = Number.NaN }: { bareUs: number; leastUs: number | undefined }): number {
  return bareUs / leastUs;
}

/** With the time of the process's main thread that one request took, in microseconds. */
async function timedOn(pid: number, run: () => Promise<LoadResult>): Promise<[LoadResult, number]> {
  const before = mainThreadSeconds(pid);
  const result = await run();
  const requests = Object.values(result.answers).reduce((sum, count) => sum + count, 0);
  return [result, ((mainThreadSeconds(pid) - before) / requests) * 1e6];
}

/** As many at a time as one account's line has room for. */
const SEARCHING = 16;

async function searched(one: Search, measured: Measured): Promise<Row> {
  const { service, loader, tenants, seconds } = measured;
  const order = { case: one, tenants, port: Number(new URL(service.url).port), connections: SEARCHING };
  await loader.run({ ...order, seconds: Math.min(1, seconds) });
  const { rate, p50, p99, answers } = await loader.run({ ...order, seconds });
  if (Object.keys(answers).some((status) => status !== '200')) throw new Error(JSON.stringify(answers));
  return { name: one, rate, p50, p99, ...judge(measured, `>= ${searches[one]}/s`, rate >= searches[one]) };
}

/** The median of rounds in which the list over REST and the query for the same records take turns. */
async function besideRest(one: QueryCase, measured: Measured): Promise<Row> {
  const { service, loader, tenants, seconds } = measured;
  const port = Number(new URL(service.url).port);
  await loader.run({ case: one, tenants, port, seconds: Math.min(2, seconds) });
  const rounds: { own: LoadResult; ratio: number; ownUs: number; restUs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [rest, restUs] = await timedOn(service.pid, () => loader.run({ case: 'list 25', tenants, port, seconds }));
    const [own, ownUs] = await timedOn(service.pid, () => loader.run({ case: one, tenants, port, seconds }));
    if (Object.keys(own.answers).some((status) => status !== '200')) throw new Error(JSON.stringify(own.answers));
    rounds.push({ own, ratio: own.rate / rest.rate, ownUs, restUs });
  }
  const { own, ratio, ownUs, restUs } = median(rounds, (round) => round.ratio);
  const { rate, p50, p99 } = own;
  const least = queries[one];
  return {
    name: one,
    rate,
    p50,
    p99,
    threadUs: [ownUs, restUs],
    ratio,
    ...judge(measured, `of REST >= ${least}`, ratio >= least),
  };
}

interface SlowList {
  readonly name: string;
  readonly query: string;
  /** Milliseconds on a million tasks. */
  readonly most: number;
}

function slowLists({ tenants }: Measured): SlowList[] {
  return [
    { name: 'deep skip', query: `skip=${Math.floor(tenants[0]!.tasks * 0.9)}`, most: 100 },
    { name: 'fuzzy Name', query: 'fuzzy=true&Name=no%20such%20task&count=true', most: 300 },
    { name: 'fuzzy Description', query: 'fuzzy=true&Description=no%20such%20words&count=true', most: 600 },
    { name: 'search, much found, by DueOn', query: 'search=parts&orderby=DueOn', most: 100 },
    { name: 'search, nothing found', query: 'search=no%20such%20words', most: 600 },
    { name: 'contains, much found', query: 'contains=Name%3Aparts&Status=Open', most: 100 },
    { name: 'contains, nothing found', query: 'contains=Description%3Ano%20such%20words&Status=Open', most: 600 },
    { name: 'by Priority, as declared', query: 'orderby=Priority%20Desc', most: 25 },
    { name: 'three fields of 500', query: 'fields=ID,Name,Status&take=500', most: 50 },
  ];
}

async function timed({ name, query, most }: SlowList, measured: Measured): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await list(measured, query);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [quantile(times, 0.5), times.at(-1)!];
  return { name, rate: 1000 / p50, p50, p99, ...judge(measured, `< ${most} ms`, p50 < most) };
}

/** Ten scans without pause, and what they do to somebody who asks for one record. */
async function readsBesideScans(measured: Measured): Promise<Row> {
  const { service, loader, tenants, seconds } = measured;
  let stop = false;
  const scans = Array.from({ length: 10 }, async () => {
    while (!stop) await list(measured, slowLists(measured)[2]!.query);
  });
  const port = Number(new URL(service.url).port);
  const { rate, p50, p99 } = await loader.run({ case: 'get one', tenants, port, seconds, connections: 1 });
  stop = true;
  await Promise.all(scans);
  return { name: 'get one beside 10 scans', rate, p50, p99, ...judge(measured, 'p99 < 25 ms', p99 < 25) };
}

async function list({ service, tenants }: Measured, query: string): Promise<void> {
  const headers = headersOf(tenants[0]!.credentials);
  const reply = await fetch(`${service.url}/api/Tasks?${query}`, { headers });
  await reply.text();
  if (reply.status !== 200) throw new Error(`${query}: ${reply.status}`);
}

function judge({ judged }: Measured, target: string, met: boolean): Pick<Row, 'target' | 'met'> {
  return judged ? { target, met } : {};
}
