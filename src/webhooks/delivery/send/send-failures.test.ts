import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthority } from '../../../../tests/support/certificates.ts';
import type { ReceiverOptions } from '../../../../tests/support/receiver.ts';
import { deliveryTo, networks, senderTo, startedReceiver } from '../../../../tests/support/sending.ts';
import { freePort } from '../../../../tests/support/service.ts';
import { createAddressGuard } from './address-guard.ts';
import type { AttemptResult } from './delivery-attempt.ts';
import { createHttpSender } from './http-sender.ts';
import type { AttemptReport } from './outcome.ts';
import { createTrustedContext } from './trusted-certificates.ts';

test('no status line within the deadline is a timeout', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(() => {});
  const report = await senderTo(t, receiver, { timeoutMs: 800 }).send(deliveryTo(receiver.url));
  timedOut(report, 800, /the request was sent/);
  assert.ok(report.timings.tlsMs! > 0);
  assert.equal(report.timings.firstByteMs, null);
});

test('headers that drip in for ever are a timeout', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(async ({ request }) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    for (let line = 0; !request.socket.destroyed; line++) {
      request.socket.write(`X-Drip-${line}: 1\r\n`);
      await sleep(10);
    }
  });
  const report = await senderTo(t, receiver, { timeoutMs: 800 }).send(deliveryTo(receiver.url));
  timedOut(report, 800, /the request was sent/);
  assert.ok(report.timings.firstByteMs! < 800);
});

test('interim answers without end are a timeout', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(async ({ request, response }) => {
    while (!request.socket.destroyed) {
      response.writeContinue();
      await sleep(10);
    }
  });
  const report = await senderTo(t, receiver, { timeoutMs: 800 }).send(deliveryTo(receiver.url));
  timedOut(report, 800, /the request was sent/);
});

test('an answer that comes to nothing is read for 64 KiB, whether it goes on before its status or after', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { timeoutMs: 2_000 });
  let taken = 0;
  const answerWith = (head: string, part: string) => {
    const parts = part.repeat(2_000);
    receiver.answer(({ request: { socket } }) => {
      const more = () => {
        for (let room = true; room && !socket.destroyed && taken < 100_000_000; taken += parts.length) {
          room = socket.write(parts);
        }
      };
      socket.write(head);
      socket.on('drain', more);
      more();
    });
  };
  // An extension of a chunk is no part of the body, so that nothing of it is ever shown.
  answerWith('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=', 'aaaa');
  const { outcome } = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual(outcome, { kind: 'answered', status: 200 });
  answerWith('', 'HTTP/1.1 102 Processing\r\n\r\n');
  const { error, message } = failure(await sender.send(deliveryTo(receiver.url)));
  assert.equal(error, 'reset');
  assert.match(message, /^Only interim answers \(1xx\) came.* 64 KiB/);
  // Some more fits into the buffers on the way.
  assert.ok(taken < 20_000_000, `${taken} bytes were taken`);
});

test('a TLS handshake that hangs is a timeout, whether nothing comes or half of it', async (t) => {
  const silent = await startedReceiver(t, { connection: () => 'taken' });
  const report = await senderTo(t, silent, { timeoutMs: 400 }).send(deliveryTo(silent.url));
  timedOut(report, 400, /TLS handshake/);
  assert.ok(report.timings.connectMs! >= 0);
  assert.equal(report.timings.tlsMs, null);

  const halfway = await startedReceiver(t, {
    connection: (socket) => {
      // The head of a TLS record that never gets its body.
      socket.write(Buffer.from([22, 3, 3, 0, 100, 2]));
      return 'taken';
    },
  });
  timedOut(await senderTo(t, halfway, { timeoutMs: 400 }).send(deliveryTo(halfway.url)), 400, /TLS handshake/);
});

test('a connection that does not come about is a timeout', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { timeoutMs: 500 });
  const url = `https://127.0.0.1:${await portWithoutAnswer(t)}/`;
  const reports = await Promise.all(Array.from({ length: 8 }, () => sender.send(deliveryTo(url))));
  for (const report of reports) assert.equal(failure(report).error, 'timeout');
  // The first few still find room in the queue of those who wait to be accepted.
  const last = reports.find(({ timings }) => timings.connectMs === null);
  timedOut(last!, 500, /the connection did not come about/);
});

test('a lookup that hangs is a timeout', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { timeoutMs: 100, resolve: () => new Promise(() => {}) });
  const report = await sender.send(deliveryTo('https://hooks.example/'));
  timedOut(report, 100, /looked up/);
  assert.deepEqual([report.timings.dnsMs, report.timings.connectMs], [null, null]);
});

test('a reset and an early close are resets, with nothing and with half of the headers sent', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  const errorOf = async () => failure(await sender.send(deliveryTo(receiver.url))).error;
  receiver.answer(({ reset }) => reset());
  assert.equal(await errorOf(), 'reset');
  receiver.answer(({ request }) => void request.socket.end());
  assert.equal(await errorOf(), 'reset');
  receiver.answer(({ request }) => void request.socket.end('HTTP/1.1 200 OK\r\nContent-'));
  assert.equal(await errorOf(), 'reset');
  receiver.answer(({ request }) => void request.socket.end('HTTP/1.1 2'));
  assert.equal(await errorOf(), 'reset');
  receiver.answer(({ reset }) => reset(), { at: 'head' });
  assert.equal(await errorOf(), 'reset');
  // None of them was sent a second time.
  assert.equal(receiver.requests.length, 5);
});

test('what is no HTTP answer is a reset that says so', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  for (const [text, message] of [
    ['SSH-2.0-OpenSSH_9.9\r\n', /not HTTP/],
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n', /closed/],
    [`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, /larger than 16 KiB/],
    [`HTTP/1.1 100 Continue\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, /larger than 16 KiB|closed/],
  ] as const) {
    receiver.answer(({ request }) => void request.socket.write(text));
    const { error, message: told } = failure(await sender.send(deliveryTo(receiver.url)));
    assert.equal(error, 'reset');
    assert.match(told, message);
  }
});

test('a connection cut during the handshake is a reset', async (t) => {
  const receiver = await startedReceiver(t, {
    connection: (socket) => {
      socket.once('data', () => socket.resetAndDestroy());
      return 'taken';
    },
  });
  const { error, message } = failure(await senderTo(t, receiver).send(deliveryTo(receiver.url)));
  assert.equal(error, 'reset');
  assert.match(message, /during the TLS handshake/);
});

for (const [certificate, code] of [
  ['expired', 'CERT_HAS_EXPIRED'],
  ['not-yet-valid', 'CERT_NOT_YET_VALID'],
  ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
] as const) {
  test(`a certificate that is ${certificate} is a TLS failure, by name and by address`, async (t) => {
    const receiver = await startedReceiver(t, { certificate });
    const sender = senderTo(t, receiver);
    for (const url of [receiver.url, `https://localhost:${receiver.port}/`]) {
      const { error, message } = failure(await sender.send(deliveryTo(url)));
      assert.equal(error, 'tls');
      assert.ok(message.includes(code), message);
    }
    assert.equal(receiver.requests.length, 0);
  });
}

test('a certificate of an unknown authority is a TLS failure', async (t) => {
  const receiver = await startedReceiver(t);
  for (const extraCertificates of [undefined, createAuthority().certificate]) {
    const guard = createAddressGuard({ allow: networks('127.0.0.0/8') });
    const secureContext = createTrustedContext(extraCertificates);
    const sender = createHttpSender({ guard, timeoutMs: 2_000, clock: { now: () => 0 }, secureContext });
    const { error, message } = failure(await sender.send(deliveryTo(receiver.url)));
    assert.deepEqual([error, message.includes('UNABLE_TO_VERIFY_LEAF_SIGNATURE')], ['tls', true]);
    await sender.close();
  }
});

test('a server that does not speak TLS is a TLS failure', async (t) => {
  const receiver = await startedReceiver(t, { connection: answerInPlain });
  const { error, message } = failure(await senderTo(t, receiver).send(deliveryTo(receiver.url)));
  assert.equal(error, 'tls');
  assert.doesNotMatch(message, /deps|openssl/);
});

test('a port where nobody listens is a connect failure', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  const port = await freePort();
  for (const host of ['127.0.0.1', 'localhost']) {
    const report = await sender.send(deliveryTo(`https://${host}:${port}/`));
    const { error, message } = failure(report);
    assert.deepEqual([error, message], ['connect', `No connection to ${host}:${port} could be made (ECONNREFUSED).`]);
    assert.deepEqual([report.timings.connectMs, report.timings.tlsMs], [null, null]);
  }
});

test('a name that does not exist is a dns failure', async (t) => {
  const receiver = await startedReceiver(t);
  const { error, message } = failure(await senderTo(t, receiver).send(deliveryTo('https://nobody.invalid/')));
  assert.equal(error, 'dns');
  assert.match(message, /^The name nobody\.invalid could not be looked up \((ENOTFOUND|EAI_AGAIN)\)\.$/);
});

function answerInPlain(socket: Socket): ReturnType<NonNullable<ReceiverOptions['connection']>> {
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  return 'taken';
}

/** A process that listens and is then stopped: once the queue before it is full, nobody answers any more. */
async function portWithoutAnswer(t: TestContext): Promise<number> {
  const listen = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    () => console.log(s.address().port))`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  return Number(port);
}

function failure(made: AttemptResult) {
  assert.ok(made !== 'put off');
  const { outcome } = made;
  assert.equal(outcome.kind, 'failed');
  return outcome as Extract<typeof outcome, { kind: 'failed' }>;
}

function timedOut(report: AttemptReport, timeoutMs: number, message: RegExp): void {
  assert.equal(failure(report).error, 'timeout');
  assert.match(failure(report).message, message);
  const { totalMs } = report.timings;
  assert.ok(totalMs! >= timeoutMs - 2 && totalMs! < timeoutMs + 1_000, `${totalMs} ms`);
}
