import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNameServer } from '../../../../tests/support/name-server.ts';
import { deliveryTo, senderTo, startedReceiver } from '../../../../tests/support/sending.ts';
import type { LookupRequester, ResolveHost } from './guarded-lookup.ts';
import { createNameLookup } from './name-lookup.ts';

function asker(account = 'acc_1'): LookupRequester & { line: string[] } {
  const line: string[] = [];
  return { account, line, waitInLine: () => line.push('in'), leaveLine: () => line.push('out') };
}

async function addresses(resolve: ResolveHost, name: string, by = asker()): Promise<string[] | 'put off'> {
  const found = await resolve(name, by);
  return found === 'put off' ? found : found.map(({ address }) => address);
}

test('names of this machine are found, by whatever way it knows them', async () => {
  const { resolve } = createNameLookup();
  const found = await addresses(resolve, 'localhost');
  assert.ok(found.includes('127.0.0.1') || found.includes('::1'));
});

test('the hosts file comes before the name servers, and a change of it is seen', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-hosts-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '# ours\n192.0.2.1 Hooks.example other # trailing\n2001:db8::1\thooks.example\nnonsense here\n',
  );
  const server = await startNameServer(t, () => '192.0.2.9');
  const { resolve } = createNameLookup({ servers: [server.place], hostsFile });
  assert.deepEqual(await addresses(resolve, 'hooks.example'), ['192.0.2.1', '2001:db8::1']);
  assert.deepEqual(await addresses(resolve, 'other.'), ['192.0.2.1']);
  assert.deepEqual(await addresses(resolve, 'here'), ['192.0.2.9']);
  writeFileSync(hostsFile, '192.0.2.77 hooks.example\n');
  for (const until = Date.now() + 5_000; ; await sleep(50)) {
    const found = await addresses(resolve, 'hooks.example');
    if (found[0] === '192.0.2.77') break;
    assert.ok(Date.now() < until, String(found));
  }
});

test('a name that does not exist rejects, each time it is asked for', async (t) => {
  const server = await startNameServer(t, () => 'unknown');
  const { resolve } = createNameLookup({ servers: [server.place] });
  for (let round = 0; round < 2; round++) {
    await assert.rejects(addresses(resolve, 'nobody.example'), { code: 'ENOTFOUND' });
  }
});

test('several of one account who ask for one name at once share one question, and the next asks anew', async (t) => {
  const server = await startNameServer(t, async () => {
    await sleep(20);
    return '192.0.2.1';
  });
  const { resolve } = createNameLookup({ servers: [server.place] });
  await Promise.all(Array.from({ length: 5 }, () => addresses(resolve, 'hooks.example')));
  const asked = server.asked.length;
  assert.equal(asked, 2, 'once for each kind of address');
  await addresses(resolve, 'hooks.example');
  assert.equal(server.asked.length, 2 * asked);
});

test('names whose server keeps silent hold up no other account, and of their own no name that has proved quick', async (t) => {
  const server = await startNameServer(t, (name) => (name.startsWith('dead') ? 'silent' : '192.0.2.1'));
  const { resolve, budgets } = createNameLookup({ servers: [server.place], untried: { total: 8, share: 4 } });
  await addresses(resolve, 'quick.example');
  for (let n = 0; n < 20; n++) addresses(resolve, `dead${n}.example`).catch(() => {});
  const began = performance.now();
  await addresses(resolve, 'quick.example');
  await addresses(resolve, 'hooks.example', asker('acc_2'));
  assert.ok(performance.now() - began < 1_000);
  assert.equal(budgets[1]!.heldBy('acc_1'), 4);
});

test('who waits in line for a look-up is told so, and put off when that takes long', async (t) => {
  const server = await startNameServer(t, () => 'silent');
  const { resolve } = createNameLookup({ servers: [server.place], untried: { total: 8, share: 1 } });
  addresses(resolve, 'dead.example').catch(() => {});
  const waiting = asker();
  assert.equal(await addresses(resolve, 'other.example', waiting), 'put off');
  assert.deepEqual(waiting.line, ['in', 'out']);
});

test('time in line is not the endpoint’s: its deadline begins with its own look-up', async (t) => {
  const server = await startNameServer(t, async (name) => {
    if (name === 'first.example') await sleep(1_800);
    return '127.0.0.1';
  });
  const receiver = await startedReceiver(t, { names: ['first.example', 'second.example'] });
  const { resolve } = createNameLookup({ servers: [server.place], untried: { total: 1, share: 1 } });
  const sender = senderTo(t, receiver, { timeoutMs: 1_500, resolve });
  const first = sender.send(deliveryTo(`https://first.example:${receiver.port}/`));
  const second = await sender.send(deliveryTo(`https://second.example:${receiver.port}/`));
  assert.equal(second.outcome.kind, 'answered');
  assert.ok(second.timings.totalMs! < 1_500, 'the wait is not among its timings');
  const { outcome } = await first;
  assert.ok(outcome.kind === 'failed' && outcome.error === 'timeout', 'its own look-up does count');
});
