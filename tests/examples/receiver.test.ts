// The example receiver, copied alone into an empty folder and run by every Node it is for, receives what the service's own sender sends.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/lib/time.ts';
import { createAddressGuard } from '../../src/webhooks/delivery/send/address-guard.ts';
import { createHttpSender, type HttpSender } from '../../src/webhooks/delivery/send/http-sender.ts';
import { createSigningKeys } from '../../src/webhooks/delivery/send/signature.ts';
import {
  createSigningSecret,
  formatSigningSecret,
  type SigningSecret,
} from '../../src/webhooks/subscriptions/signing-secrets.ts';
import { deliveryTo } from '../support/sending.ts';

const example = join(import.meta.dirname, '../../examples/receiver');
const root = join(import.meta.dirname, '../..');

interface Example {
  targetUrl: string;
  /** What deliveries to it are signed with. */
  secret: SigningSecret;
  /** The next line it prints. */
  line(): Promise<string>;
  kill(): Promise<void>;
}

test('it runs on the Node of this project and on the one of the machine, 20 or newer', async (t) => {
  const outer = outerNode();
  assert.ok(outer, 'There is no other Node on the PATH to run it with: install Node 20, or put one there.');
  for (const node of [process.execPath, outer.node]) {
    const receiver = await start(t, folderFor(t), [createSigningSecret()], node);
    assert.equal(await send(demoSender(t), receiver, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 204, node);
    assert.equal(await receiver.line(), 'Tasks 7: Updated by ann@example.com: Grease the lift, Open');
    await receiver.kill();
  }
  t.diagnostic(`run by ${process.version} and by ${outer.version}`);
});

test('without a secret it says how to get one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  cpSync(example, folder, { recursive: true });
  const run = () =>
    execFileSync(process.execPath, ['receiver.mjs'], { cwd: folder, env: {}, stdio: 'pipe', encoding: 'utf8' });
  assert.throws(run, (failure: { status: number; stderr: string }) => {
    assert.equal(failure.status, 2);
    assert.match(failure.stderr, /Subscribe first/);
    return true;
  });
  rmSync(folder, { recursive: true });
});

test('it refuses what is not signed with its secret, what is no delivery, and what is too large', async (t) => {
  const folder = folderFor(t);
  const example = await start(t, folder);
  const sender = demoSender(t);
  const stranger = { ...example, secret: createSigningSecret() };
  assert.equal(await send(sender, stranger, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 401);
  assert.equal(await send(sender, { ...example, secret: undefined }, 'evt_1', '{}'), 401);
  assert.equal(await send(sender, example, 'evt_1', 'no JSON'), 500);
  assert.equal(await send(sender, example, 'evt_1', 'x'.repeat(1_100_000)), 413);
  assert.equal(readFileSync(join(folder, 'inbox.jsonl'), 'utf8'), '');
});

test('while a secret is exchanged it takes deliveries signed with either', async (t) => {
  const [old, young] = [createSigningSecret(), createSigningSecret()];
  const receiver = await start(t, folderFor(t), [old, young]);
  const sender = demoSender(t);
  assert.equal(await send(sender, { ...receiver, secret: old }, 'evt_1', body(7, '2026-01-31T09:30:00.000Z')), 204);
  assert.equal(await send(sender, { ...receiver, secret: young }, 'evt_2', body(7, '2026-01-31T09:31:00.000Z')), 204);
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

  const second = await start(t, folder, [first.secret]);
  assert.match(await second.line(), /^Tasks 8: Updated by/);
  assert.equal(await send(demoSender(t), second, 'evt_3', body(9, '2026-01-31T09:30:00.000Z')), 204);
  assert.match(await second.line(), /^Tasks 9: Updated by/);
  await done(folder, 'evt_3');
  await second.kill();
  // Nothing is left to do, and everything is remembered.
  const third = await start(t, folder, [first.secret]);
  for (const id of ['evt_1', 'evt_2', 'evt_3']) assert.equal(await send(demoSender(t), third, id, body(7, 'x')), 204);
  assert.equal(await send(demoSender(t), third, 'evt_4', body(9, '2026-01-31T09:29:00.000Z')), 204);
  assert.equal(await third.line(), 'Tasks 9: Updated, older than what is known');
});

test('what did not fit on the disk is not taken for stored, and spoils nothing that comes after it', (t) => {
  const folder = folderFor(t);
  cpSync(example, folder, { recursive: true });
  const delivery = { webhookId: 'evt_1', entityType: 'Tasks', action: 'Updated', body: JSON.parse(body(7, 'x')) };
  const script = `import { truncateSync } from 'node:fs';
    import { openInbox } from './inbox.mjs';
    const inbox = openInbox('inbox.jsonl');
    const large = { ...${JSON.stringify(delivery)}, filler: 'x'.repeat(5000) };
    try { inbox.store(large); console.log('stored'); } catch { console.log('refused', inbox.has('evt_1')); }
    truncateSync('inbox.jsonl', 20);
    inbox.store(${JSON.stringify({ ...delivery, webhookId: 'evt_2' })});
    console.log(openInbox('inbox.jsonl').pending().map(({ webhookId }) => webhookId).join());`;
  // A file may have some hundred bytes: the first part of what is written fits, and the rest does not.
  const node = `ulimit -f 1; exec "$0" --input-type=module --eval "$1"`;
  const printed = execFileSync('sh', ['-c', node, process.execPath, script], { cwd: folder, encoding: 'utf8' });
  assert.deepEqual(printed.trim().split('\n'), ['refused false', 'evt_2']);
});

/** Once it is marked so, it is not worked off again. */
async function done(folder: string, webhookId: string): Promise<void> {
  const mark = JSON.stringify({ done: webhookId });
  while (!readFileSync(join(folder, 'inbox.jsonl'), 'utf8').includes(mark)) await sleep(5);
}

async function start(
  t: TestContext,
  folder: string,
  secrets = [createSigningSecret()],
  node = process.execPath,
): Promise<Example> {
  cpSync(example, folder, { recursive: true });
  const child: ChildProcess = spawn(node, ['receiver.mjs', '--port', '0'], {
    cwd: folder,
    env: { WEBHOOK_SECRET: secrets.map(formatSigningSecret).join(' ') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string;
  const [, targetUrl = ''] = /^Receiving on (https:\/\/localhost:\d+\/)/.exec(await line()) ?? [];
  return {
    targetUrl,
    secret: secrets[0]!,
    line,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The first Node on the path that is not ours, where it is one that the receiver is for. */
function outerNode(): { node: string; version: string } | undefined {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const node = join(folder, 'node');
    if (folder.startsWith(root) || node === process.execPath) continue;
    try {
      const version = execFileSync(node, ['--version'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
      if (version !== process.version && Number(/^v(\d+)/.exec(version)?.[1]) >= 20) return { node, version };
    } catch {
      // There is none in this folder.
    }
  }
  return undefined;
}

/** As the service is under `npm start`: receivers on its own machine need no good certificate. */
function demoSender(t: TestContext): HttpSender {
  const guard = createAddressGuard({ allow: new BlockList(), allowLoopback: true });
  const sender = createHttpSender({ guard, timeoutMs: 5_000, clock: systemClock, verifyLoopback: false });
  t.after(() => sender.close());
  return sender;
}

async function send(
  sender: HttpSender,
  { targetUrl, secret }: { targetUrl: string; secret: SigningSecret | undefined },
  webhookId: string,
  body: string,
): Promise<number> {
  const signing = createSigningKeys(secret === undefined ? [] : [secret]);
  const made = await sender.send(deliveryTo(targetUrl, { signing, webhookId, body }));
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
