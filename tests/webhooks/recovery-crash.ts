/**
 * Kills the service in the middle of a recovery and compares what the receiver got with what there was to recover: each event once
 * more, in the order of its record, and only what was out at the kill twice.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, client } from '../support/app.ts';
import { createFirm } from '../support/firm.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { countOf, countsOf, followed, recover } from '../support/recoveries.ts';
import { runSql } from '../support/run-sql.ts';
import { runCommand, startService } from '../support/service.ts';
import { bodyOf, trusting } from '../support/webhooks.ts';

export interface RecoveryCrash {
  readonly received: number;
  /** Received once more after the kill. */
  readonly repeated: number;
  /** From the beginning of the run to its end, the restart included. */
  readonly seconds: number;
}

const RECORDS = 25;
/** More are never in the lane at once. */
const MAX_OUT = 256;

export async function recoveryCrash(databaseUrl: string, events: number): Promise<RecoveryCrash> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'mds-recovery-crash-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => receiver.stop()];
  try {
    const trusted = trusting(receiver);
    // What is asked of a busy machine is answered late, not refused.
    const environment = { DATABASE_URL: databaseUrl, MDS_RATE_LIMIT: '0', MDS_MAX_DELAY_MS: '10000', ...trusted };
    const { credentials: key } = await createFirm(environment);
    const first = await startService(environment, folder);
    cleanUp.push(() => first.end('SIGKILL'));
    const user = client(first.url, key);
    await createEvents(user, events);
    const targetUrl = `${receiver.url}/hook`;
    await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl });
    assert.equal((await countOf(user, 1)).total, events);
    const began = performance.now();
    const { id } = await recover(user, 1);
    await receiver.waitFor(Math.floor(events / 3), 60_000);
    await first.end('SIGKILL');
    assert.ok(receiver.requests.length < events, 'the kill came in the middle');
    // As if the time had passed after which others take the lanes of the dead over.
    if (databaseUrl.startsWith('postgres')) await runSql(databaseUrl, 'DELETE FROM lanes');
    const second = await startService(environment, folder);
    cleanUp.push(() => second.end('SIGKILL'));
    const ended = await followed(client(second.url, key), 1, id, undefined, 120_000);
    const seconds = (performance.now() - began) / 1000;
    assert.deepEqual(countsOf(ended), {
      state: 'complete',
      total: events,
      done: events,
      delivered: events,
      failed: 0,
      skipped: 0,
    });
    await second.end('SIGTERM');
    const repeated = verify(receiver.requests, events);
    assert.deepEqual((await runCommand(['doctor'], environment, folder))[0].findings, []);
    return { received: receiver.requests.length, repeated, seconds };
  } finally {
    for (const last of cleanUp.reverse()) await last();
  }
}

/** Each record moves forward step by step. */
async function createEvents(user: Client, events: number): Promise<void> {
  const steps = events / RECORDS;
  assert.ok(Number.isInteger(steps), `${events} events are not the same number for each of ${RECORDS} records`);
  const records = Array.from({ length: RECORDS }, async () => {
    const { json } = await user.post('/api/Tasks', { Name: 'Moves on' });
    for (let value = 1; value <= steps; value++) {
      const reply = await user.patch(`/api/Tasks/${json.ID}`, [{ op: 'replace', path: '/Position', value }]);
      assert.equal(reply.status, 200, reply.text);
    }
  });
  await Promise.all(records);
}

/** How many came twice. */
function verify(requests: readonly Received[], events: number): number {
  const arrived = new Map<number, number>();
  let repeated = 0;
  for (const { data } of requests.map(bodyOf)) {
    const before = arrived.get(data.ID) ?? 0;
    if (data.Position === before) repeated++;
    else assert.equal(data.Position, before + 1, `task ${data.ID}: ${data.Position} came after ${before}`);
    arrived.set(data.ID, data.Position);
  }
  assert.equal(requests.length, events + repeated);
  assert.deepEqual(new Set(arrived.values()), new Set([events / RECORDS]));
  const ids = new Set(requests.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, events);
  assert.ok(repeated <= MAX_OUT, `${repeated} came twice`);
  return repeated;
}
