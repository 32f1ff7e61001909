// A stream far larger than what may be held of it: memory and the event loop of the service while it is taken.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings, shardsOf } from '../src/settings.ts';
import { closeShards, openShards } from '../src/storage/shards.ts';
import { sample } from './conformance/samples.ts';
import { createKey, createTestAccount, databaseUrl, onEitherEngine } from './support/app.ts';
import { testKeys } from './support/keys.ts';
import { memoryOf } from './support/process-vitals.ts';
import { startService } from './support/service.ts';

/** What the driver of PostgreSQL reads lies in new buffers, of which V8 lets 64 MB be before it collects them. */
const MAX_MB = { sqlite: 60, postgres: 110 };

const TASKS = 16_000;
/** Of which the text is 100 MB in all. */
const notes = (id: number) => `${id} `.padEnd(6_000, 'check the valve, ');

onEitherEngine(
  '100 MB stream through little memory, byte for byte, while others are answered at once',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const shards = await openShards(shardsOf(readSettings({ DATABASE_URL: url })), {
      role: 'tool',
      readerThreads: 1,
      readerQueue: 10,
      keys: testKeys,
      poolSize: 2,
      mayCreate: true,
    });
    const shard = shards.get('s1')!;
    const account = await createTestAccount(shard, 'Firm');
    for (let from = 0; from < TASKS; from += 1_000) {
      const tasks = Array.from({ length: 1_000 }, (_, n) =>
        sample('Tasks', from + n + 1, { Notes: notes(from + n + 1) }),
      );
      await shard.bulk(account).load('Tasks', tasks);
    }
    const { credentials } = await createKey('', shard, account, {});
    await closeShards(shards);
    const folder = mkdtempSync(join(tmpdir(), 'mds-stream-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const service = await startService({ DATABASE_URL: url, MDS_BOOTSTRAP: 'none', MDS_RATE_LIMIT: '0' }, folder);
    t.after(() => service.end());
    const headers = { ...credentials } as Record<string, string>;
    const ask = async () => {
      const began = performance.now();
      const reply = await fetch(`${service.url}/api/Tasks/7`, { headers });
      await reply.arrayBuffer();
      assert.equal(reply.status, 200);
      return performance.now() - began;
    };
    for (let n = 0; n < 300; n++) await ask();
    // As much as it takes for lists anyway.
    for (let n = 0; n < 20; n++) {
      await (await fetch(`${service.url}/api/Tasks?take=500&skip=${n * 500}`, { headers })).arrayBuffer();
    }
    const before = memoryOf(service.pid).now;

    let over = false;
    let most = 0;
    const times: number[] = [];
    const asking = (async () => {
      while (!over) {
        times.push(await ask());
        most = Math.max(most, memoryOf(service.pid).now);
        await sleep(5);
      }
    })();
    for (const accept of ['application/x-ndjson', 'text/csv']) {
      const began = performance.now();
      const reply = await fetch(`${service.url}/api/Tasks?fields=Notes`, {
        headers: { ...headers, accept, 'accept-encoding': 'identity' },
      });
      const hash = createHash('sha256');
      for await (const piece of reply.body!) {
        hash.update(piece);
        // Now and then the client is elsewhere, so that pieces wait on their way.
        if (piece[0]! % 64 === 0) await sleep(1);
      }
      t.diagnostic(`${accept}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      assert.equal(hash.digest('hex'), expected(accept), accept);
    }
    over = true;
    await asking;
    times.sort((a, b) => a - b);
    const median = times[times.length >> 1]!;
    t.diagnostic(
      `${(most - before).toFixed(0)} MB more than ${before.toFixed(0)}; of ${times.length} requests half within ${median.toFixed(1)} ms`,
    );
    assert.ok(most - before < MAX_MB[engine], `${before} MB before, ${most} MB meanwhile`);
    // The processors are shared with whoever takes the stream, and with other tests.
    assert.ok(median < 50, `${median} ms`);
  },
);

function expected(accept: string): string {
  const hash = createHash('sha256');
  if (accept === 'text/csv') hash.update('ID,Notes\r\n');
  for (let id = 1; id <= TASKS; id++) {
    hash.update(
      accept === 'text/csv' ? `${id},"${notes(id)}"\r\n` : `{"ID":${id},"Notes":${JSON.stringify(notes(id))}}\n`,
    );
  }
  return hash.digest('hex');
}
