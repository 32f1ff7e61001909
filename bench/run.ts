/** `npm run bench`: the service on a seeded database, side by side with its ceiling in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../tests/support/service.ts';
import { type AssetPages, cases, findAssets } from './cases.ts';
import { growthChart } from './chart.ts';
import { measureGrowth } from './growth.ts';
import { limiterRow } from './limiter.ts';
import { type Loader, startLoader } from './loader.ts';
import { logRows } from './log.ts';
import { describeMachine } from './machine.ts';
import { rawRate } from './raw-statements.ts';
import { recordRows } from './records.ts';
import { saveGrowth, saveResult, writePage } from './results.ts';
import { type BenchEngine, openSeeded } from './seeded.ts';
import { type Row, table } from './table.ts';
import { webhookRows } from './webhooks.ts';
import { workerRows } from './workers.ts';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    quick: { type: 'boolean', default: false },
    assert: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    tasks: { type: 'string' },
    /** Part of a case's name, `webhooks` or `log`. */
    only: { type: 'string' },
  },
});
if (options.engine !== 'sqlite' && options.engine !== 'postgres') throw new Error('--engine is sqlite or postgres.');
const engine: BenchEngine = options.engine;
const tasks = Number(options.tasks ?? (options.quick ? 100_000 : 1_000_000));
const seconds = options.quick ? 0.5 : 4;
/** Only a run of everything, at full size, is worth keeping. */
const whole = !options.quick && options.only === undefined && options.tasks === undefined;
/** What a process keeps by default. */
const POOL_SIZE = 10;
const machine = describeMachine(new Date());

const loader = startLoader();
try {
  if (options.growth) {
    const points = await measureGrowth(loader, options.quick ? 1 : 2);
    if (whole) saveGrowth({ machine, points }, growthChart(points));
  } else {
    const rows = await measureEngine(loader);
    console.log(table(rows));
    if (whole) saveResult(engine, { machine, rows });
    if (options.assert && rows.some(({ met }) => met === false)) process.exitCode = 1;
  }
  if (whole) writePage();
} finally {
  loader.close();
}

async function measureEngine(loader: Loader): Promise<Row[]> {
  const rows = options.only === 'webhooks' || options.only === 'log' ? [] : await records(loader);
  const webhooks = options.only === undefined || options.only === 'webhooks';
  if (engine === 'sqlite') {
    rows.push(limiterRow());
    if (webhooks) rows.push(...(await webhookRows(options.quick, loader)));
  } else if (webhooks) rows.push(...(await workerRows(options.quick)));
  if (options.only === undefined || options.only === 'log') rows.push(...(await logRows(engine, options.quick)));
  return rows;
}

async function records(loader: Loader): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
  const { databaseUrl, file, keys, size, close } = await openSeeded(engine, { accounts: 1, tasks }, folder);
  try {
    const environment = { DATABASE_URL: databaseUrl, MDS_RATE_LIMIT: limitOf(engine), LOG_LEVEL: 'info' };
    const service = await startService(environment, folder, join(folder, 'service.log'));
    try {
      const assets = await findAssets(service.url, keys[0]!, options.quick ? 100 : 650);
      const tenants = [{ credentials: keys[0]!, tasks, assets }];
      const least = file === undefined ? undefined : { seeded: file, into: folder };
      const measured = { service, loader, tenants, seconds, least, judged: engine === 'sqlite' };
      const rows = await recordRows(measured, options.only);
      if (whole) rows.push({ name: 'database, 1 M tasks', memory: (await size()) / 1e6 });
      return engine === 'sqlite' ? rows : await besideRawStatements(rows, databaseUrl, assets);
    } finally {
      await service.end('SIGTERM');
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In memory it is counted whatever it is. In PostgreSQL it is a ring of as many rows, so there it is switched off. */
function limitOf(engine: BenchEngine): string {
  return engine === 'sqlite' ? '10000000' : '0';
}

async function besideRawStatements(rows: readonly Row[], url: string, assets: readonly AssetPages[]): Promise<Row[]> {
  const beside: Row[] = [];
  for (const row of rows) {
    const one = cases.find((name) => name === row.name);
    if (one === undefined) beside.push(row);
    else {
      const raw = await rawRate({ url, case: one, connections: POOL_SIZE, seconds, tasks, assets });
      beside.push({ ...row, ratio: row.rate! / raw }, { name: '... bare statements', rate: raw });
    }
  }
  return beside;
}
