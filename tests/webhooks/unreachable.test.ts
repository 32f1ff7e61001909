// Addresses that no connection can even begin to, and errors that nobody catches, fail one delivery and never the service.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, databaseUrl, type Engine, onEitherEngine } from '../support/app.ts';
import { createFirm } from '../support/firm.ts';
import { startNameServer } from '../support/name-server.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { type Shown, trusting } from '../support/webhooks.ts';

/** Refused within `connect()` on every machine, and no packet leaves: TCP has no multicast. */
const IPV4 = '224.0.0.1';
const IPV6 = 'ff02::1';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'four.example': [IPV4],
  'six.example': [IPV6],
  'mixed.example': [IPV4, IPV6],
  'partly.example': [IPV4, '127.0.0.1', IPV6],
};

onEitherEngine('names that lead to unreachable addresses fail their own deliveries alone', async (engine, t) => {
  const { service, receiver, subscribe, change, attempts } = await start(engine, t);
  const dead = ['four.example', 'six.example', 'mixed.example'];
  for (const host of [...dead, 'partly.example', 'alive.example']) await subscribe(host);
  for (let n = 0; n < 2; n++) await change();
  for (const host of dead) {
    for (const { error, message } of await attempts(host, 2)) {
      const expected = `No connection to ${host}:${receiver.port} could be made (ENETUNREACH).`;
      assert.deepEqual([error, message], ['connect', expected]);
    }
  }
  const arrived = await receiver.waitFor(4);
  assert.deepEqual(
    arrived.map(hostOf).sort(),
    ['alive', 'alive', 'partly', 'partly'].map((name) => `${name}.example`),
  );
  assert.deepEqual(await service.end(), { code: 0, signal: null }, service.output());
});

/** Errors put into Node's own `tls.connect`, by the host that is called. */
const FAULTS = `
  import { EventEmitter } from 'node:events';
  import { syncBuiltinESMExports } from 'node:module';
  import tls from 'node:tls';
  const connect = tls.connect;
  const fault = () => { throw new TypeError('A fault'); };
  const faults = {
    throws: fault,
    emits: () => process.nextTick(() => new EventEmitter().emit('error', new TypeError('A fault'))),
    later: () => setImmediate(fault),
    rejects: () => void Promise.reject(new TypeError('A fault')),
  };
  tls.connect = (options) => {
    faults[/^fault-(\\w+)/.exec(options.host)?.[1]]?.();
    return connect(options);
  };
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => { throw new Error('A fault outside of deliveries'); });
`;

onEitherEngine('an error that nobody catches fails its delivery; any other ends the process', async (engine, t) => {
  const { service, receiver, subscribe, change, attempts } = await start(engine, t, FAULTS);
  const faulty = ['throws', 'emits', 'later', 'rejects'].map((how) => `fault-${how}.example`);
  for (const host of [...faulty, 'alive.example']) await subscribe(host);
  for (let n = 0; n < 2; n++) await change();
  for (const host of faulty) {
    for (const { error, message } of await attempts(host, 2)) {
      assert.equal(error, 'connect', host);
      assert.match(message, /unexpected error of the service \(TypeError: A fault\)/);
    }
  }
  const arrived = await receiver.waitFor(2);
  assert.deepEqual(arrived.map(hostOf), ['alive.example', 'alive.example']);
  assert.match(service.output(), /"A fault".*a delivery failed with an error that nobody caught/);

  process.kill(service.pid, 'SIGUSR2');
  for (const until = Date.now() + 5_000; isRunning(service) && Date.now() < until; ) await sleep(20);
  assert.deepEqual(await service.end(), { code: 1, signal: null });
  assert.match(service.output(), /Error: A fault outside of deliveries\n {4}at /);
});

interface Started {
  readonly service: Service;
  readonly receiver: Receiver;
  subscribe(host: string): Promise<void>;
  change(): Promise<void>;
  /** Those of all deliveries to the host, once there are that many. */
  attempts(host: string, count: number): Promise<Shown[]>;
}

/** The service as a process, `preload` before it, with a name server that sends names nobody knows to this machine. */
async function start(engine: Engine, t: TestContext, preload = ''): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-unreachable-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const names = await startNameServer(t, (name) => ADDRESSES[name] ?? '127.0.0.1');
  const receiver = await startReceiver({ names: ['partly.example', 'alive.example'] });
  t.after(() => receiver.stop());
  const preloaded = join(folder, 'preload.mjs');
  writeFileSync(preloaded, preload);
  const environment = {
    DATABASE_URL: await databaseUrl(t, engine),
    ...trusting(receiver),
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8,224.0.0.0/4,ff00::/8',
    MDS_WEBHOOK_DNS: names.place,
    MDS_RATE_LIMIT: '0',
  };
  const { credentials } = await createFirm(environment);
  const service = await startService({ ...environment, NODE_OPTIONS: `--import=${preloaded}` }, folder);
  t.after(() => service.end('SIGKILL'));
  const user = client(service.url, credentials);
  const subscriptions = new Map<string, number>();
  const ask = async (asked: Promise<Shown>, status: number): Promise<Shown> => {
    const reply = await asked.catch((failure) => assert.fail(`${failure.cause ?? failure}: ${service.output()}`));
    assert.equal(reply.status, status, reply.text);
    return reply.json;
  };
  return {
    service,
    receiver,
    async subscribe(host) {
      const targetUrl = `https://${host}:${receiver.port}/`;
      const body = { entityType: 'Tasks', action: 'Created', targetUrl };
      subscriptions.set(host, (await ask(user.post('/api/Webhooks', body), 201)).id);
    },
    async change() {
      await ask(user.post('/api/Tasks', { Name: 'Check the valve' }), 201);
    },
    async attempts(host, count) {
      for (const until = Date.now() + 10_000; ; await sleep(20)) {
        const deliveries = await ask(user.get(`/api/Webhooks/${subscriptions.get(host)}/Deliveries`), 200);
        const found = deliveries.flatMap((delivery: Shown) => delivery.attempts);
        if (found.length === count) return found;
        assert.ok(Date.now() < until, `${host} has come to ${JSON.stringify(deliveries)}`);
      }
    },
  };
}

function hostOf({ headers }: Received): string {
  return headers.host!.replace(/:\d+$/, '');
}

function isRunning({ pid }: Service): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
