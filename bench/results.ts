/** What was measured last, kept in docs/performance/ as JSON, and the page that is written from it and from what was written there by hand. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GrowthPoint } from './growth.ts';
import type { Machine } from './machine.ts';
import { markdownTable, type Row } from './table.ts';

export interface Result {
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

export interface Growth {
  readonly machine: Machine;
  readonly points: readonly GrowthPoint[];
}

const DOCS = join(import.meta.dirname, '../docs');
const FOLDER = join(DOCS, 'performance');

export function saveResult(name: 'sqlite' | 'postgres', result: Result): void {
  save(`${name}.json`, `${JSON.stringify(result, null, 1)}\n`);
}

export function saveGrowth(growth: Growth, chart: string): void {
  save('growth.json', `${JSON.stringify(growth, null, 1)}\n`);
  save('growth.svg', chart);
}

export function readResult(name: 'sqlite' | 'postgres'): Result | undefined {
  return read(`${name}.json`);
}

export function readGrowth(): Growth | undefined {
  return read('growth.json');
}

/** From everything that is kept, so that a run of one engine leaves the other's figures in place. */
export function writePage(): void {
  const [sqlite, postgres, growth] = [readResult('sqlite'), readResult('postgres'), readGrowth()];
  const parts = [INTRODUCTION];
  if (sqlite) parts.push('## SQLite', described(sqlite.machine), markdownTable(sqlite.rows), ON_SQLITE);
  if (postgres) parts.push('## PostgreSQL', described(postgres.machine), markdownTable(postgres.rows), ON_POSTGRES);
  if (growth) parts.push('## Growth', described(growth.machine), GROWTH, growthTable(growth.points));
  // It lies a folder deeper than the page it becomes a part of.
  parts.push(readFileSync(join(FOLDER, 'where-the-time-goes.md'), 'utf8').trim().replaceAll('](../', ']('));
  writeFileSync(join(DOCS, 'performance.md'), `${parts.join('\n\n')}\n`);
}

function growthTable(points: readonly GrowthPoint[]): string {
  const lines = points.map(
    ({ accounts, tasks, name, rate, p99, ratio }) =>
      `| ${accounts} | ${tasks.toLocaleString('en')} | ${name} | ${rate.toFixed(0)} | ${p99.toFixed(2)} | ${ratio.toFixed(2)} |`,
  );
  const head = '| accounts | tasks in each | case | rate/s | p99 ms | of ceiling |\n|---:|---:|---|---:|---:|---:|';
  return [head, ...lines].join('\n');
}

function described({ cpu, cores, memoryGiB, system, node, sqlite, takenOn }: Machine): string {
  return `Taken on ${takenOn}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; Node ${node}, SQLite ${sqlite}.`;
}

function save(name: string, text: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), text);
}

function read<Kept>(name: string): Kept | undefined {
  const file = join(FOLDER, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const INTRODUCTION = `<!-- Written by npm run bench. -->
# Performance

What one instance does, measured by \`npm run bench\` on one machine that it shares with its load generator, its receiver and, where there is one, PostgreSQL. Rates of
such a machine say little; what counts is the share of a ceiling that was measured in the same run, in turns, so that both saw the same noise. All of it is
with credentials, rate limit, metrics and a log line for every request, and with every write on the disk before it is answered.

\`npm run bench\` takes about a quarter of an hour (\`-- --quick\` under one), \`-- --engine postgres\` measures the other engine, \`-- --growth\` how it grows, and \`-- --assert\` fails where a target is
missed. [Scaling](scaling.md) goes on from these figures.`;

const ON_SQLITE = `One account with a million tasks. The requests range over all of it: any task, any page of any asset, each as likely as any other. Of the *skewed* ones a third goes to the newest hundredth and more than half to the newest tenth, as
where people work on what is new.

**Us (bare) share** is what targets are set on: microseconds of the service's main thread for one request, in brackets those of a bare \`node:http\` server that sends the same bytes without looking at anything, and the second by the first. They are processor
time, so a busy machine blurs them less than rates. **Of ceiling**, for these requests over 32 connections: the share of that server's rate. For the deliveries: of a bare \`undici\` client that posts bodies of the same size to the same TLS receiver with the same concurrency. For patches beside a
draining queue: of the patches after it. **Least** is the share that a program reaches which does nothing but the statements of the case behind \`node:http\`: without credentials, limits, rules, metrics or a log line, it is what
no service on this runtime and this schema can pass. A target above it cannot be met. The second column of the latencies is the 99th percentile, and the 95th for
deliveries.

The load comes from \`undici\`, a client that reads every answer as an integration would. It takes longer for a request than the bare server does, so the ceiling is what one such client can ask for, and **of ceiling** flatters the service.`;

const ON_POSTGRES = `The same requests with the database beside the service on the same cores. **Of ceiling** here: the share of bare statements, the least each case has to ask of PostgreSQL, from a
process that does nothing else, over as many connections as the service's pool has. **Us (bare)** is still beside the bare \`node:http\` server.`;

const GROWTH = `The same requests with more records in one account, and with more accounts of 10,000 tasks each, which ask in turn. A flat line means that a request costs the same however
much there is.

![Share of the ceiling by records and by accounts](performance/growth.svg)`;
