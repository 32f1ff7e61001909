/** `--growth`: the same requests as records and accounts grow tenfold and a hundredfold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../tests/support/service.ts';
import { cases, type EvenCase, findAssets } from './cases.ts';
import type { Loader } from './loader.ts';
import { sideBySide } from './records.ts';
import { openSeeded, type Size } from './seeded.ts';

export interface GrowthPoint extends Size {
  readonly name: EvenCase;
  readonly rate: number;
  readonly p99: number;
  readonly ratio: number;
}

export const sizes: readonly Size[] = [
  { accounts: 1, tasks: 10_000 },
  { accounts: 1, tasks: 100_000 },
  { accounts: 1, tasks: 1_000_000 },
  { accounts: 10, tasks: 10_000 },
  { accounts: 100, tasks: 10_000 },
];

export async function measureGrowth(loader: Loader, seconds: number): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'mds-growth-'));
    const { databaseUrl, keys } = await openSeeded('sqlite', size, folder);
    const environment = { DATABASE_URL: databaseUrl, MDS_RATE_LIMIT: '10000000', LOG_LEVEL: 'info' };
    const service = await startService(environment, folder, join(folder, 'service.log'));
    try {
      const tenants = [];
      for (const credentials of keys) {
        const assets = await findAssets(service.url, credentials, 20);
        tenants.push({ credentials, tasks: size.tasks, assets });
      }
      for (const name of cases) {
        const measured = { service, loader, tenants, seconds, judged: false };
        const { rate, p99, ratio } = await sideBySide(name, measured);
        points.push({ ...size, name, rate: rate!, p99: p99!, ratio: ratio! });
        console.error(`${size.accounts} x ${size.tasks} ${name}: ${rate!.toFixed(0)}/s, ${ratio!.toFixed(2)}`);
      }
    } finally {
      await service.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return points;
}
