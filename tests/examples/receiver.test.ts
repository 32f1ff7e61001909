// The example receiver, run as its README says, receives what the service's own sender sends.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/kernel/time.ts';
import { makeAddressGuard } from '../../src/webhooks/sending/address-guard.ts';
import { makeSender, type Sender } from '../../src/webhooks/sending/send.ts';
import { deliveryTo } from '../support/sending.ts';

const program = join(import.meta.dirname, '../../examples/receiver/receiver.ts');

interface Example {
  targetUrl: string;
  headers: Record<string, string>;
  /** The next line it prints. */
  line(): Promise<string>;
  kill(): Promise<void>;
}

test('it takes deliveries with the secret it was given, and works them off', async (t) => {
  const example = await start(t, folderFor(t));
  const sender = demoSender(t);
  assert.equal(await send(sender, example, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 204);
  assert.equal(await example.line(), 'Tasks 7: Updated by ann@example.com: Grease the lift, Open');
});

test('it refuses a wrong secret, what is no delivery, and what is too large', async (t) => {
  const folder = folderFor(t);
  const example = await start(t, folder);
  const sender = demoSender(t);
  const stranger = { ...example, headers: { 'X-Webhook-Secret': 'guess' } };
  assert.equal(await send(sender, stranger, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 401);
  assert.equal(await send(sender, { ...example, headers: {} }, 'evt_1', '{}'), 401);
  assert.equal(await send(sender, example, 'evt_1', 'no JSON'), 500);
  assert.equal(await send(sender, example, 'evt_1', 'x'.repeat(1_100_000)), 400);
  assert.equal(readFileSync(join(folder, 'inbox.jsonl'), 'utf8'), '');
});

test('a duplicate is answered with success and stored once; an older state that comes late is told apart', async (t) => {
  const folder = folderFor(t);
  const example = await start(t, folder);
  const sender = demoSender(t);
  for (let round = 0; round < 3; round++) {
    assert.equal(await send(sender, example, 'evt_2', body(7, '2026-01-31T09:31:00.000Z')), 204);
  }
  assert.equal(await send(sender, example, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 204);
  assert.match(await example.line(), /^Tasks 7: Updated by/);
  assert.equal(await example.line(), 'Tasks 7: Updated, older than what is known');
  const stored = readFileSync(join(folder, 'inbox.jsonl'), 'utf8').match(/"webhookId":"evt_\d"/g);
  assert.deepEqual(stored, ['"webhookId":"evt_2"', '"webhookId":"evt_1"']);
});

test('what was stored and not worked off when it died is worked off by the next run, a torn line aside', async (t) => {
  const folder = folderFor(t);
  const first = await start(t, folder);
  assert.equal(await send(demoSender(t), first, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 204);
  await done(folder, 'evt_1');
  await first.kill();
  const left = { webhookId: 'evt_2', entityType: 'Tasks', action: 'Updated', body: JSON.parse(body(8, '2026-01-31')) };
  appendFileSync(join(folder, 'inbox.jsonl'), `${JSON.stringify(left)}\n{"webhookId":"evt_3","bo`);

  const second = await start(t, folder);
  assert.match(await second.line(), /^Tasks 8: Updated by/);
  assert.equal(await send(demoSender(t), second, 'evt_3', body(9, '2026-01-31T09:30:00.000Z')), 204);
  assert.match(await second.line(), /^Tasks 9: Updated by/);
  await done(folder, 'evt_3');
  await second.kill();
  // Nothing is left to do, and everything is remembered.
  const third = await start(t, folder);
  for (const id of ['evt_1', 'evt_2', 'evt_3']) assert.equal(await send(demoSender(t), third, id, body(7, 'x')), 204);
  assert.equal(await send(demoSender(t), third, 'evt_4', body(4, 'x')), 204);
  assert.match(await third.line(), /^Tasks 4: /);
});

/** Once it is marked so, it is not worked off again. */
async function done(folder: string, webhookId: string): Promise<void> {
  const mark = JSON.stringify({ done: webhookId });
  while (!readFileSync(join(folder, 'inbox.jsonl'), 'utf8').includes(mark)) await sleep(5);
}

async function start(t: TestContext, folder: string): Promise<Example> {
  const child: ChildProcess = spawn(process.execPath, [program, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string;
  assert.match(await line(), /^Receiving on https:\/\/localhost:\d+\//);
  const { targetUrl, headers } = JSON.parse(await line());
  return {
    targetUrl,
    headers,
    line,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** As the service is under `npm start`: receivers on its own machine need no good certificate. */
function demoSender(t: TestContext): Sender {
  const guard = makeAddressGuard({ allow: new BlockList(), allowLoopback: true });
  const sender = makeSender({ guard, timeoutMs: 5_000, clock: systemClock, verifyLoopback: false });
  t.after(() => sender.close());
  return sender;
}

async function send(sender: Sender, { targetUrl, headers }: Example, webhookId: string, body: string): Promise<number> {
  const made = await sender.send(deliveryTo(targetUrl, { headers, webhookId, body }));
  assert.ok(made !== 'put off');
  const { outcome } = made;
  assert.equal(outcome.kind, 'answered', JSON.stringify(outcome));
  return (outcome as Extract<typeof outcome, { kind: 'answered' }>).status;
}

function body(ID: number, UpdatedOn: string): string {
  const data = { ID, Name: 'Grease the lift', Status: 'Open', UpdatedOn };
  return JSON.stringify({ data, submitter: 'ann@example.com', processedDate: UpdatedOn });
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
