import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Receiver } from '../../../../tests/support/receiver.ts';
import { random } from '../../../../tests/support/seed.ts';
import { deliveryTo, senderTo, startedReceiver } from '../../../../tests/support/sending.ts';

test('a connection is used again, and its stages are timed only where they take place', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  receiver.answer(async ({ response }) => {
    await sleep(30);
    response.end();
  });
  const url = `https://localhost:${receiver.port}/`;
  const first = (await sender.send(deliveryTo(url))).timings;
  const again = (await sender.send(deliveryTo(url))).timings;
  assert.deepEqual(connectionsOf(receiver), [1, 1]);
  for (const stage of [first.dnsMs, first.connectMs, first.tlsMs]) assert.ok(stage !== null && stage >= 0);
  assert.ok(first.tlsMs! > 0);
  assert.ok(first.firstByteMs! >= first.dnsMs! + first.connectMs! + first.tlsMs! + 28, JSON.stringify(first));
  assert.ok(first.totalMs! >= first.firstByteMs!);
  assert.deepEqual([again.dnsMs, again.connectMs, again.tlsMs], [null, null, null]);
  assert.ok(again.firstByteMs! >= 28 && again.totalMs! >= again.firstByteMs!, JSON.stringify(again));
});

test('an address needs no lookup, so there is none to time', async (t) => {
  const receiver = await startedReceiver(t);
  const { timings } = await senderTo(t, receiver).send(deliveryTo(receiver.url));
  assert.equal(timings.dnsMs, null);
  assert.ok(timings.connectMs !== null && timings.tlsMs !== null);
});

test('an idle connection is kept for a second at most, whatever the receiver offers', async (t) => {
  const offering = await startedReceiver(t, { keepAliveMs: 60_000 });
  const silent = await startedReceiver(t, { keepAliveMs: 60_000 });
  // With a header of its own, Node does not tell how long it keeps the connection.
  silent.answer(({ response }) => void response.setHeader('Connection', 'keep-alive').end());
  await Promise.all(
    [offering, silent].map(async (receiver) => {
      const sender = senderTo(t, receiver);
      await sender.send(deliveryTo(receiver.url));
      await sleep(300);
      await sender.send(deliveryTo(receiver.url));
      await sleep(1_200);
      await sender.send(deliveryTo(receiver.url));
      assert.deepEqual(connectionsOf(receiver), [1, 1, 2]);
    }),
  );
});

test('a new connection to a known receiver resumes its TLS session', async (t) => {
  const receiver = await startedReceiver(t);
  const resumed: boolean[] = [];
  receiver.answer(({ request, response }) => {
    resumed.push((request.socket as TLSSocket).isSessionReused());
    response.setHeader('Connection', 'close').end();
  });
  const sender = senderTo(t, receiver);
  for (let round = 0; round < 3; round++) await sender.send(deliveryTo(receiver.url));
  assert.deepEqual(connectionsOf(receiver), [1, 2, 3]);
  assert.deepEqual(resumed, [false, true, true]);
});

test('a receiver that keeps no connection gets a new one each time', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(({ response }) => void response.setHeader('Connection', 'close').end('ok'));
  const sender = senderTo(t, receiver);
  for (let round = 0; round < 3; round++) {
    assert.equal((await sender.send(deliveryTo(receiver.url))).outcome.kind, 'answered');
  }
  assert.deepEqual(connectionsOf(receiver), [1, 2, 3]);
});

for (const [how, close] of [
  ['closed', (_socket: Socket, receiver: Receiver) => receiver.closeIdleConnections()],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
] as const) {
  test(`a connection ${how} while it is idle is noticed before the request is written: it goes over a fresh one`, async (t) => {
    const sockets: Socket[] = [];
    const receiver = await startedReceiver(t, { connection: (socket) => void sockets.push(socket) });
    const sender = senderTo(t, receiver);
    for (let round = 0; round < 5; round++) {
      await sender.send(deliveryTo(receiver.url, { webhookId: `before ${round}` }));
      // In the same turn of the event loop: the end is on its way, the sender cannot have seen it yet.
      close(sockets.at(-1)!, receiver);
      const { outcome, timings } = await sender.send(deliveryTo(receiver.url, { webhookId: `after ${round}` }));
      assert.deepEqual(outcome, { kind: 'answered', status: 200 });
      assert.ok(timings.tlsMs !== null, 'it took a fresh connection');
    }
    assert.deepEqual(
      receiver.requests.map(({ headers }) => headers['webhook-id']),
      Array.from({ length: 5 }, (_, round) => [`before ${round}`, `after ${round}`]).flat(),
    );
  });

  test(`a connection ${how} after the request was written is a reset, and nothing is sent twice`, async (t) => {
    const sockets: Socket[] = [];
    const receiver = await startedReceiver(t, { connection: (socket) => void sockets.push(socket) });
    const sender = senderTo(t, receiver);
    await sender.send(deliveryTo(receiver.url));
    receiver.answer(({ request, reset }) => (how === 'reset' ? reset() : void request.socket.end()), { at: 'head' });
    const { outcome } = await sender.send(deliveryTo(receiver.url, { webhookId: 'second' }));
    assert.equal(outcome.kind === 'failed' && outcome.error, 'reset');
    assert.deepEqual(connectionsOf(receiver), [1, 1]);
    assert.equal(sockets.length, 1);
  });
}

test('connections closed at random instants never make a delivery arrive twice', async (t) => {
  const sockets = new Set<Socket>();
  const receiver = await startedReceiver(t, { connection: (socket) => void sockets.add(socket) });
  const sender = senderTo(t, receiver);
  let sending = true;
  const closing = (async () => {
    for (let round = 0; sending; round++) {
      if (round % 2 === 0) receiver.closeIdleConnections();
      else for (const socket of sockets) if (random() < 0.1) socket.resetAndDestroy();
      await sleep(random() * 3);
    }
  })();
  const outcomes = new Map<string, string>();
  await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let number = 0; number < 60; number++) {
        const webhookId = `${lane}-${number}`;
        const { outcome } = await sender.send(deliveryTo(receiver.url, { webhookId }));
        outcomes.set(webhookId, outcome.kind === 'answered' ? 'answered' : outcome.error);
      }
    }),
  );
  sending = false;
  await closing;
  const arrived = receiver.requests.map(({ headers }) => String(headers['webhook-id']));
  assert.equal(new Set(arrived).size, arrived.length, 'one arrived twice');
  for (const [webhookId, outcome] of outcomes) {
    if (outcome === 'answered') assert.ok(arrived.includes(webhookId));
    else assert.equal(outcome, 'reset');
  }
});

test('requests that hang hold up no other, though all go to one host', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(({ received, response }) => void (received.path === '/hang' || response.end()));
  const sender = senderTo(t, receiver, { timeoutMs: 3_000 });
  const hanging = Array.from({ length: 60 }, () => sender.send(deliveryTo(`${receiver.url}/hang`)));
  await receiver.waitFor(60);
  const quick = await Promise.all(Array.from({ length: 30 }, () => sender.send(deliveryTo(`${receiver.url}/quick`))));
  for (const { outcome, timings } of quick) {
    assert.equal(outcome.kind, 'answered');
    assert.ok(timings.totalMs! < 2_000, `${timings.totalMs} ms`);
  }
  for (const { outcome } of await Promise.all(hanging)) {
    assert.equal(outcome.kind === 'failed' && outcome.error, 'timeout');
  }
});

test('closing waits for what is under way, ends every connection, and nothing is sent after it', async (t) => {
  const sockets: Socket[] = [];
  const receiver = await startedReceiver(t, { keepAliveMs: 60_000, connection: (socket) => void sockets.push(socket) });
  receiver.answer(async ({ response }) => {
    await sleep(50);
    response.end();
  });
  const sender = senderTo(t, receiver);
  const ended = once(await socketOf(sockets, sender.send(deliveryTo(receiver.url))), 'close');
  const underWay = sender.send(deliveryTo(receiver.url));
  await Promise.all([sender.close(), sender.close()]);
  assert.equal((await underWay).outcome.kind, 'answered');
  await ended;
  assert.throws(() => sender.send(deliveryTo(receiver.url)), /closed/);
});

test('what is no TLS any more after the handshake is a TLS failure', async (t) => {
  const sockets: Socket[] = [];
  const receiver = await startedReceiver(t, { connection: (socket) => void sockets.push(socket) });
  receiver.answer(() => void sockets[0]!.write('this is not encrypted'));
  const { outcome } = await senderTo(t, receiver).send(deliveryTo(receiver.url));
  assert.equal(outcome.kind === 'failed' && outcome.error, 'tls', JSON.stringify(outcome));
});

async function socketOf(sockets: readonly Socket[], sent: Promise<unknown>): Promise<Socket> {
  await sent;
  return sockets[0]!;
}

function connectionsOf(receiver: Receiver): number[] {
  return receiver.requests.map(({ connection }) => connection);
}
