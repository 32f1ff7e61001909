/**
 * Kills the service with deliveries under way, again and again, and compares what the receiver got with what was
 * committed: nothing is missing, records keep their order, and only what was out at a kill came twice.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, type Engine } from '../support/app.ts';
import { createFirm } from '../support/firm.ts';
import { startPostgres } from '../support/postgres.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { runCommand, startService } from '../support/service.ts';
import { trusting } from '../support/webhooks.ts';
import { History } from './history.ts';

export interface CrashReport {
  /** Changes whose answer arrived. */
  readonly acknowledged: number;
  readonly received: number;
  /** Received once more after a kill. */
  readonly repeated: number;
}

const WRITERS = 8;
const RETRY_MS = 60;
/** A worker that dies keeps its leases this long; the next one cannot send before. */
const TAKEOVER_MS = 15_000;
const MAX_BEHIND = 20;

export async function webhookCrashRounds(engine: Engine, rounds: number, random: () => number): Promise<CrashReport> {
  const cleanUp: (() => unknown)[] = [];
  const receiver = await startReceiver();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'mds-webhook-crash-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = engine === 'postgres' ? await startPostgres({ settings: { max_connections: '50' } }) : undefined;
    cleanUp.push(() => postgres?.stop('immediate'));
    const environment = {
      DATABASE_URL: postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'crash.db')}`,
      MDS_RATE_LIMIT: '0',
      MDS_WEBHOOK_RETRY_MS: String(RETRY_MS),
      ...trusting(receiver),
    };
    return await crashes(environment, folder, receiver, rounds, random);
  } finally {
    await receiver.stop();
    for (const last of cleanUp.reverse()) await last();
  }
}

async function crashes(
  environment: Record<string, string>,
  folder: string,
  receiver: Receiver,
  rounds: number,
  random: () => number,
): Promise<CrashReport> {
  const { credentials: key } = await createFirm(environment);
  const history = new History(receiver);
  for (let round = 0; round < rounds; round++) {
    const service = await startService(environment, folder);
    const user = client(service.url, key);
    if (round === 0) await prepare(user, receiver);
    const storm = startStorm(user, history);
    // Some rounds die at the first delivery, some in the middle of many.
    const enough = receiver.requests.length + 1 + Math.floor(random() * 150);
    const failure = await receiver.waitFor(enough, TAKEOVER_MS).catch((error: Error) => error);
    await sleep(random() * 20);
    await history.kill(() => service.end('SIGKILL'));
    await storm.stop();
    if (failure instanceof Error) throw failure;
  }
  const service = await startService(environment, folder);
  await drained(client(service.url, key)).finally(() => service.end('SIGTERM'));
  assert.deepEqual((await runCommand(['doctor'], environment, folder))[0].findings, []);
  return history.verify(RETRY_MS);
}

async function prepare(user: Client, receiver: Receiver): Promise<void> {
  for (let n = 0; n < WRITERS; n++) await user.post('/api/Tasks', { Name: `Writer ${n}` });
  const targetUrl = `${receiver.url}/hook`;
  const reply = await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl });
  assert.equal(reply.status, 201, reply.text);
}

/** Each writer moves a record of its own forward, step by step. */
function startStorm(user: Client, history: History): { stop(): Promise<void> } {
  let stopped = false;
  const writers = Array.from({ length: WRITERS }, async (_, n) => {
    while (!stopped) {
      // Far more than a record's deliveries one after the other keep up with would only pile up.
      if (history.behind(n + 1) > MAX_BEHIND) {
        await sleep(5);
        continue;
      }
      const step = history.nextStep(n + 1);
      const patch = [{ op: 'replace', path: '/Position', value: step }];
      const reply = await user.patch(`/api/Tasks/${n + 1}`, patch).catch(() => undefined);
      if (reply?.status === 200) history.acknowledged(n + 1, step);
      else await sleep(5);
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

async function drained(user: Client): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const { json: waiting } = await user.get('/api/Webhooks/1/Deliveries?state=waiting&take=5');
    if (waiting.length === 0) return;
    assert.ok(Date.now() < until, `still waiting: ${JSON.stringify(waiting)}`);
    await sleep(50);
  }
}
