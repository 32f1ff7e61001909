// A million tasks with a quarter of a million work orders and what belongs to them, on both engines: every tool answers in its time and size or
// says how to narrow, the first question after a start included. MDS_MILLION_TASKS makes it smaller; MDS_MILLION_FOLDER keeps what was filled.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Client, client, createKey, createTestAccount, type Engine, engines, startApp } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { ask, askEveryTool, fill, type LargeAccount, wear } from './every-tool.ts';

const TASKS = Number(process.env.MDS_MILLION_TASKS ?? 1_000_000);
const VERSIONS = Number(process.env.MDS_MILLION_VERSIONS ?? 10_000);
const LONG = { timeout: 3_600_000 };
const NOW = Date.parse('2026-11-01T00:00:00Z');
/** What is asked first of a service that has just been started, each of another one. */
const first: readonly [string, JsonObject][] = [
  ['search', { text: 'e' }],
  ['list', { type: 'Tasks', query: 'orderby=Description&count=true' }],
  ['summarise', { type: 'Tasks', by: ['Status'], sum: ['SpentMinutes'] }],
  ['get', { type: 'WorkOrders', id: 1 }],
];

for (const engine of engines) {
  test(`every tool keeps to its limits at ${TASKS} tasks (${engine})`, LONG, async (t) => {
    const url = await database(t, engine);
    const known = await filled(t, engine, url);
    for (const [tool, given] of first) {
      await t.test(`the first question after a start: ${tool}`, LONG, async (t) => {
        const service = await startService({ DATABASE_URL: url, MDS_SECRETS_KEY: TEST_KEY }, folder(t, 'sqlite'));
        t.after(() => service.end('SIGKILL'));
        const { ms, bytes } = await ask(clientOf(service.url, known), tool, given);
        t.diagnostic(`${Math.round(ms)} ms, ${bytes} bytes`);
      });
    }
    await t.test('every tool', LONG, async (t) => {
      const app = await startApp(t, engine, { DATABASE_URL: url });
      const key = clientOf(app.url, known);
      t.after(() => withdrawNewest(key));
      for (const { tool, given, ms, bytes, narrowed } of await askEveryTool(key, known)) {
        if (ms > 300)
          t.diagnostic(
            `${tool} ${JSON.stringify(given).slice(0, 120)}: ${Math.round(ms)} ms, ${bytes} bytes${narrowed ? ', says how to narrow' : ''}`,
          );
      }
    });
  });
}

/** What this run proposed, so that the next one may, too: only so many wait at a time. */
async function withdrawNewest(key: Client): Promise<void> {
  const newest = await key.get('/api/Proposals?state=pending&orderby=id Desc&take=60');
  const ids: { id: number }[] = newest.status === 200 ? newest.json : [];
  for (const { id } of ids) await key.delete(`/api/Proposals/${id}`);
}

interface Known extends LargeAccount {
  readonly credentials: Client['credentials'];
}

function clientOf(url: string, { credentials }: Known): Client {
  return client(url, credentials);
}

const kept = process.env.MDS_MILLION_FOLDER;

function folder(t: TestContext, engine: Engine): string {
  if (kept !== undefined) {
    mkdirSync(join(kept, engine), { recursive: true });
    return join(kept, engine);
  }
  const made = mkdtempSync(join(tmpdir(), 'mds-million-'));
  chmodSync(made, 0o755);
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function database(t: TestContext, engine: Engine): Promise<string> {
  const place = folder(t, engine);
  if (engine === 'sqlite') return `sqlite:${join(place, 'million.db')}`;
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB' };
  const server = await startPostgres(kept === undefined ? { settings } : { settings, dataFolder: join(place, 'data') });
  t.after(() => server.stop());
  return server.url();
}

/** Filled once: what is known of it lies beside it. */
async function filled(t: TestContext, engine: Engine, url: string): Promise<Known> {
  const note = kept === undefined ? undefined : join(kept, engine, `known-${TASKS}.json`);
  if (note !== undefined && existsSync(note)) return JSON.parse(readFileSync(note, 'utf8'));
  let known: Known | undefined;
  await t.test('filling', LONG, async (t) => {
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const account = await createTestAccount(app.shard, 'Million');
    const began = performance.now();
    await fill(app.shard, account, { size: 'load', tasks: TASKS, now: NOW });
    t.diagnostic(`filled in ${Math.round((performance.now() - began) / 1000)} s`);
    const [writer, key] = await Promise.all(
      [0, 1].map((n) => createKey(app.url, app.shard, account, { name: `Key ${n}` })),
    );
    const worn = await wear(writer!, key!, VERSIONS, 900);
    known = { ...worn, tasks: TASKS, credentials: key!.credentials };
  });
  if (note !== undefined) writeFileSync(note, JSON.stringify(known));
  return known!;
}
