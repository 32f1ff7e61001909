import assert from 'node:assert/strict';
import { once } from 'node:events';
import { BlockList, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { deliveryTo, networks, senderTo, startedReceiver } from '../../../../tests/support/sending.ts';
import { createAddressGuard } from './address-guard.ts';
import type { ResolvedAddress, ResolveHost } from './guarded-lookup.ts';
import type { AttemptReport } from './outcome.ts';
import { createTrustedContext } from './trusted-certificates.ts';

const strict = createAddressGuard({ allow: new BlockList() });

test('addresses of this machine and its network are refused when they are dialled, in every spelling', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { guard: strict });
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:808:808::80ff:fffe]',
    '[2606:4700::5efe:127.0.0.1]',
    '0.0.0.0',
    '[::]',
    'localhost',
    'a.LOCALHOST.',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
  ]) {
    refused(await sender.send(deliveryTo(`https://${host}:${receiver.port}/`)));
  }
  assert.equal(receiver.requests.length, 0);
});

test('a name is refused by what it leads to, and the log does not tell the address', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { guard: strict, resolve: async () => [ipv4('10.9.8.7')] });
  const message = refused(await sender.send(deliveryTo('https://db.internal.example/')));
  assert.equal(message, 'db.internal.example leads to a private address, which deliveries may not be sent to.');
});

test('one refused address among good ones speaks against the whole name, wherever it stands', async (t) => {
  const receiver = await startedReceiver(t);
  // The good one is this machine, by leave; were it dialled, the delivery would arrive.
  const guard = createAddressGuard({ allow: networks('127.0.0.1/32') });
  for (const answer of [
    [ipv4('127.0.0.1'), ipv4('192.168.0.1')],
    [ipv4('192.168.0.1'), ipv4('127.0.0.1')],
    [ipv4('127.0.0.1'), { address: '::ffff:10.0.0.1', family: 6 }],
    [ipv4('127.0.0.1'), { address: 'fe80::1%lo', family: 6 }],
    [ipv4('127.0.0.1'), { address: 'no address at all', family: 4 }],
  ]) {
    const sender = senderTo(t, receiver, { guard, resolve: async () => answer });
    refused(await sender.send(deliveryTo(`https://localhost.example:${receiver.port}/`)));
  }
  assert.equal(receiver.requests.length, 0);
});

test('an address whose first packet was lost is waited for, though the name has another', async (t) => {
  const receiver = await startedReceiver(t, { names: ['hooks.example'] });
  const port = await deafAtFirst(t, receiver.port);
  const resolve: ResolveHost = async () => [ipv4('127.0.0.1'), { address: '::1', family: 6 }];
  const sender = senderTo(t, receiver, { resolve, timeoutMs: 10_000 });
  const { outcome } = await sender.send(deliveryTo(`https://hooks.example:${port}/`));
  assert.deepEqual(outcome, { kind: 'answered', status: 200 });
});

test('an address that never answers leaves time for the next, however little an attempt has', async (t) => {
  const receiver = await startedReceiver(t, { names: ['hooks.example'] });
  // On the same port as the receiver.
  const port = await deafAtFirst(t, receiver.port, { host: '127.0.0.2', port: receiver.port, forMs: 30_000 });
  const resolve: ResolveHost = async () => [ipv4('127.0.0.2'), ipv4('127.0.0.1')];
  const sender = senderTo(t, receiver, { resolve, timeoutMs: 2_900 });
  const { outcome } = await sender.send(deliveryTo(`https://hooks.example:${port}/`));
  assert.deepEqual(outcome, { kind: 'answered', status: 200 });
});

test('the address that was checked is the one that is dialled, though the name server changes its mind', async (t) => {
  const receiver = await startedReceiver(t, { names: ['hooks.example'] });
  const guard = createAddressGuard({ allow: networks('127.0.0.1/32') });
  let asked = 0;
  // First an address that is allowed, and then, as a rebinding attack would, one that is not.
  const resolve: ResolveHost = async () => (asked++ === 0 ? [ipv4('127.0.0.1')] : [ipv4('127.0.0.2')]);
  const sender = senderTo(t, receiver, { guard, resolve });
  const url = `https://hooks.example:${receiver.port}/`;
  assert.deepEqual((await sender.send(deliveryTo(url))).outcome, { kind: 'answered', status: 200 });
  assert.equal(asked, 1);
  assert.equal(receiver.requests[0]!.headers.host, `hooks.example:${receiver.port}`);

  receiver.closeIdleConnections();
  refused(await sender.send(deliveryTo(url)));
  assert.equal(asked, 2);
  assert.equal(receiver.requests.length, 1);
});

test('the first address that connects is taken when others do not', async (t) => {
  const receiver = await startedReceiver(t, { names: ['hooks.example'] });
  const guard = createAddressGuard({ allow: networks('127.0.0.0/8') });
  const resolve: ResolveHost = async () => [ipv4('127.0.0.2'), ipv4('127.0.0.3'), ipv4('127.0.0.1')];
  const { outcome } = await senderTo(t, receiver, { guard, resolve }).send(
    deliveryTo(`https://hooks.example:${receiver.port}/`),
  );
  assert.deepEqual(outcome, { kind: 'answered', status: 200 });
});

test('a name server that fails or knows no address is a dns failure', async (t) => {
  const receiver = await startedReceiver(t);
  const failing: ResolveHost = async () => {
    throw Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' });
  };
  for (const [resolve, code] of [
    [failing, 'ESERVFAIL'],
    [async () => [], 'no address'],
  ] as const) {
    const { outcome } = await senderTo(t, receiver, { resolve }).send(deliveryTo('https://hooks.example/'));
    const message = `The name hooks.example could not be looked up (${code}).`;
    assert.deepEqual(outcome, { kind: 'failed', error: 'dns', message });
  }
});

test('a name with a dot at its end is the same name to the certificate and in the handshake', async (t) => {
  const receiver = await startedReceiver(t, { names: ['hooks.example'] });
  const resolve: ResolveHost = async () => [ipv4('127.0.0.1')];
  const { outcome } = await senderTo(t, receiver, { resolve }).send(
    deliveryTo(`https://hooks.example.:${receiver.port}/`),
  );
  assert.deepEqual(outcome, { kind: 'answered', status: 200 });

  let hello = '';
  const listening = await startedReceiver(t, {
    connection: (socket) => {
      socket.once('data', (bytes) => {
        hello = bytes.toString('latin1');
        socket.destroy();
      });
      return 'taken';
    },
  });
  await senderTo(t, listening, { resolve }).send(deliveryTo(`https://hooks.example.:${listening.port}/`));
  assert.ok(hello.includes('hooks.example') && !hello.includes('hooks.example.'));
});

test('where loopback is let pass, its certificates are not verified, by name, by address and again', async (t) => {
  const guard = createAddressGuard({ allow: new BlockList(), allowLoopback: true });
  for (const certificate of ['self-signed', 'expired', 'wrong-name'] as const) {
    const receiver = await startedReceiver(t, { certificate });
    const sender = senderTo(t, receiver, { guard, verifyLoopback: false });
    for (const host of ['localhost', '127.0.0.1', 'localhost']) {
      const { outcome } = await sender.send(deliveryTo(`https://${host}:${receiver.port}/`));
      assert.deepEqual(outcome, { kind: 'answered', status: 200 }, `${certificate} at ${host}`);
      receiver.closeIdleConnections();
    }
  }
});

test('that loosens nothing else: other addresses are verified, and private ones refused', async (t) => {
  const guard = createAddressGuard({ allow: networks('127.0.0.0/8'), allowLoopback: true });
  const receiver = await startedReceiver(t, { certificate: 'self-signed' });
  // 64:ff9b::7f00:1 is no loopback address: it leads to that of a translator.
  const sender = senderTo(t, receiver, { guard: createAddressGuard({ allow: new BlockList(), allowLoopback: true }) });
  refused(await sender.send(deliveryTo('https://[64:ff9b::7f00:1]/')));
  refused(await sender.send(deliveryTo('https://10.0.0.1/')));

  const verifying = senderTo(t, receiver, { guard, verifyLoopback: true });
  const { outcome } = await verifying.send(deliveryTo(receiver.url));
  assert.equal(outcome.kind === 'failed' && outcome.error, 'tls');
});

test('a session of a certificate that was not verified spares no other connection the verification', async (t) => {
  const receiver = await startedReceiver(t, { certificate: 'wrong-name' });
  const guard = createAddressGuard({ allow: networks('192.0.2.0/24'), allowLoopback: true });
  let addresses = [ipv4('127.0.0.1')];
  const sender = senderTo(t, receiver, { guard, verifyLoopback: false, resolve: async () => addresses });
  const url = `https://hooks.example:${receiver.port}/`;
  assert.equal((await sender.send(deliveryTo(url))).outcome.kind, 'answered');
  receiver.closeIdleConnections();
  // No longer this machine alone.
  addresses = [ipv4('127.0.0.1'), ipv4('192.0.2.1')];
  const { outcome } = await sender.send(deliveryTo(url));
  assert.equal(outcome.kind === 'failed' && outcome.error, 'tls', JSON.stringify(outcome));
});

test('an operator sees at the start that the certificates it adds cannot be read', async (t) => {
  const receiver = await startedReceiver(t);
  const broken = receiver.ca.replace(/[A-Za-z0-9+/]{20}\n/, 'AAAA\n');
  assert.throws(() => createTrustedContext('nothing'), /There is no certificate/);
  assert.throws(() => createTrustedContext(`${receiver.ca}${broken}`), /Certificate 2 of 2 cannot be read/);
  // Comments between certificates, as bundles have them, do no harm.
  const sender = senderTo(t, receiver, { secureContext: createTrustedContext(`# ours\n${receiver.ca}\n# end\n`) });
  assert.equal((await sender.send(deliveryTo(receiver.url))).outcome.kind, 'answered');
});

function ipv4(address: string): ResolvedAddress {
  return { address, family: 4 };
}

function refused({ outcome, timings }: AttemptReport): string {
  assert.equal(outcome.kind, 'failed');
  const { error, message } = outcome as Extract<typeof outcome, { kind: 'failed' }>;
  assert.equal(error, 'refused_address', message);
  assert.equal(timings.connectMs, null);
  return message;
}

/** A port that leads to another, and whose queue is full for a moment: the system drops whatever comes meanwhile. */
async function deafAtFirst(
  t: TestContext,
  target: number,
  { host, port: own, forMs } = { host: '127.0.0.1', port: 0, forMs: 900 },
): Promise<number> {
  const worker = new Worker(
    `const { connect, createServer } = require('node:net');
    const { parentPort, workerData } = require('node:worker_threads');
    const server = createServer((socket) => {
      const onwards = connect(workerData.target, '127.0.0.1');
      for (const one of [socket, onwards]) one.on('error', () => {});
      socket.pipe(onwards).pipe(socket);
    });
    server.listen({ port: workerData.own, host: workerData.host, backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.forMs);
    });`,
    { eval: true, workerData: { target, host, own, forMs } },
  );
  t.after(() => worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  for (let n = 0; n < 4; n++) {
    const filling = connect(port, host).on('error', () => {});
    t.after(() => filling.destroy());
    if (n < 2) await once(filling, 'connect');
  }
  return port;
}
