import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryTo, senderTo, startedReceiver } from '../../../../tests/support/sending.ts';
import type { AttemptOutcome } from './outcome.ts';

test('a delivery is one POST with exactly the contracted headers and the body byte for byte', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver, { clock: { now: () => 1_769_851_800_999 } });
  const body = '{"data": {"Name": "Größe 🛠 \\u0041"},   "submitter": "a@b.example", "processedDate": "x"}';
  const report = await sender.send(deliveryTo(`${receiver.url}/hooks/a?b=c%20d&e#f`, { body }));
  const [received] = receiver.requests;
  assert.equal(`${received!.method} ${received!.path}`, 'POST /hooks/a?b=c%20d&e');
  assert.deepEqual(received!.body, Buffer.from(body));
  assert.deepEqual(pairs(received!.rawHeaders), [
    ['host', `127.0.0.1:${receiver.port}`],
    ['connection', 'keep-alive'],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Maintenance-Data-Service-Webhooks/1'],
    ['webhook-id', 'evt_1'],
    ['webhook-timestamp', '1769851800'],
    ['X-Entity-Type', 'Tasks'],
    ['X-Action', 'Updated'],
    ['content-length', String(Buffer.byteLength(body))],
  ]);
  assert.deepEqual(report.outcome, { kind: 'answered', status: 200 });
  assert.equal(report.startedOn, 1_769_851_800_999);
  assert.ok(report.decidedOn <= performance.now());
});

test('what cannot be sent is reported by the same clock as an attempt', async (t) => {
  const sender = senderTo(t, await startedReceiver(t));
  const before = performance.now();
  for (const request of [{ unsendable: 'It is damaged.' }, deliveryTo('ftp://hooks.example.com')]) {
    const { outcome, decidedOn } = await sender.send(request);
    assert.equal(outcome.kind, 'failed');
    assert.ok(decidedOn >= before && decidedOn <= performance.now(), `${decidedOn}`);
  }
});

test('custom headers are sent as they were given, and a trace context unless they hold one', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  const headers = { 'X-Secret': 's3cret, "quoted"', authorization: 'Bearer a.b.c', 'X-Empty': '' };
  await sender.send(deliveryTo(receiver.url, { headers, traceparent: '00-a-b-01' }));
  await sender.send(deliveryTo(receiver.url, { headers: { TraceParent: 'mine' }, traceparent: '00-a-b-01' }));
  const [first, second] = receiver.requests.map(({ rawHeaders }) => pairs(rawHeaders).slice(8, -1));
  assert.deepEqual(first, [...Object.entries(headers), ['traceparent', '00-a-b-01']]);
  assert.deepEqual(second, [['TraceParent', 'mine']]);
});

test('no cookie is kept and no compression is asked for', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(({ response }) => void response.setHeader('Set-Cookie', 'a=b').end());
  const sender = senderTo(t, receiver);
  await sender.send(deliveryTo(receiver.url));
  await sender.send(deliveryTo(receiver.url));
  for (const { headers } of receiver.requests) {
    assert.equal(headers.cookie, undefined);
    assert.equal(headers['accept-encoding'], undefined);
  }
});

test('a body of a quarter of a megabyte arrives whole', async (t) => {
  const receiver = await startedReceiver(t);
  const body = JSON.stringify({ data: 'é'.repeat(130_000) });
  assert.equal((await senderTo(t, receiver).send(deliveryTo(receiver.url, { body }))).outcome.kind, 'answered');
  assert.equal(receiver.requests[0]!.body.toString(), body);
});

test('every status is an answer, and a redirect is not followed', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  for (const status of [200, 201, 202, 204, 299, 301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599]) {
    receiver.answer(({ response }) => void response.writeHead(status, { Location: `${receiver.url}/elsewhere` }).end());
    const { outcome } = await sender.send(deliveryTo(receiver.url));
    assert.deepEqual(outcome, { kind: 'answered', status });
  }
  assert.equal(receiver.requests.length, 18);
  assert.ok(receiver.requests.every(({ path }) => path === '/'));
});

test('interim answers are passed over, 100 Continue included, however they are cut up', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  receiver.answer(({ response }) => {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>' });
    response.writeContinue();
    response.writeHead(202).end('done');
  });
  const first = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual([first.outcome, first.answerStart], [{ kind: 'answered', status: 202 }, 'done']);
  // The connection is as good as before.
  await sender.send(deliveryTo(receiver.url));
  assert.deepEqual(
    receiver.requests.map(({ connection }) => connection),
    [1, 1],
  );

  receiver.answer(async ({ request }) => {
    const text =
      'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 100 \r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok';
    for (const byte of text) {
      request.socket.write(byte);
      await sleep(0);
    }
  });
  const second = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual([second.outcome, second.answerStart], [{ kind: 'answered', status: 201 }, 'ok']);
});

test('the first KiB of the answer is kept, as text that any database stores', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  const answerTo = async (body: string | Buffer) => {
    receiver.answer(({ response }) => void response.writeHead(500).end(body));
    return (await sender.send(deliveryTo(receiver.url))).answerStart;
  };
  assert.equal(await answerTo(''), null);
  assert.equal(await answerTo('no such tenant'), 'no such tenant');
  assert.equal(await answerTo('x'.repeat(3_000)), 'x'.repeat(1_024));
  // Half a character at the cut is left out; what is no text at all is marked as such.
  assert.equal(await answerTo(`${'é'.repeat(511)}a${'é'.repeat(9)}`), `${'é'.repeat(511)}a`);
  assert.equal(await answerTo(Buffer.from([0x61, 0x00, 0xff, 0x62])), 'a\ufffd\ufffdb');
});

test('of an answer of 100 MB at most 16 KiB are read, then the connection is dropped; the status counts', async (t) => {
  const receiver = await startedReceiver(t);
  const chunk = Buffer.alloc(100_000);
  let sent = 0;
  receiver.answer(({ request, response }) => {
    response.writeHead(200, { 'Content-Length': 1_000 * chunk.length });
    const more = () => {
      let room = true;
      for (; room && sent < 1_000 && !request.socket.destroyed; sent++) room = response.write(chunk);
      if (sent === 1_000) response.end();
    };
    response.on('drain', more);
    more();
  });
  const sender = senderTo(t, receiver);
  const report = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual(report.outcome, { kind: 'answered', status: 200 });
  receiver.answer(200);
  await sender.send(deliveryTo(receiver.url));
  assert.deepEqual(
    receiver.requests.map(({ connection }) => connection),
    [1, 2],
  );
  // Some more fits into the buffers on the way.
  assert.ok(sent < 200, `${sent} of 1,000 parts were taken`);
});

test('a slow answer body is read until the deadline, and the outcome is known before', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(async ({ request, response }) => {
    response.writeHead(503).write('still ');
    while (!request.socket.destroyed) {
      await sleep(20);
      response.write('here ');
    }
  });
  const sender = senderTo(t, receiver, { timeoutMs: 600 });
  const started = performance.now();
  let known: { outcome: AttemptOutcome; after: number } | undefined;
  const report = await sender.send(deliveryTo(receiver.url), (outcome) => {
    known = { outcome, after: performance.now() - started };
  });
  assert.deepEqual(report.outcome, { kind: 'answered', status: 503 });
  assert.deepEqual(known?.outcome, report.outcome);
  assert.ok(known!.after < 500, `known after ${known!.after} ms`);
  assert.ok(report.decidedOn - started < 500);
  assert.ok(report.timings.totalMs! >= 595 && report.timings.totalMs! < 2_000, `${report.timings.totalMs} ms`);
  assert.match(report.answerStart!, /^still (here )+$/);
});

test('a body that keeps silent is left after a second, that of a 410 sooner; one that flows is read', async (t) => {
  const receiver = await startedReceiver(t);
  receiver.answer(async ({ request, response }) => {
    const [, status, pieces] = request.url!.split('/').map(Number);
    response.writeHead(status!);
    for (let piece = 0; piece < pieces! && !request.socket.destroyed; piece++) {
      response.write('on ');
      await sleep(400);
    }
    if (pieces! > 1) response.end();
  });
  const sender = senderTo(t, receiver, { timeoutMs: 10_000 });
  const sent = ['/500/1', '/410/1', '/410/4', '/200/4'].map((path) => sender.send(deliveryTo(receiver.url + path)));
  const [silent, gone, talkative, flowing] = await Promise.all(sent);
  assert.deepEqual([silent!.outcome, silent!.answerStart], [{ kind: 'answered', status: 500 }, 'on ']);
  const left = [silent!, gone!, talkative!].map(({ timings }) => timings.totalMs! - timings.firstByteMs!);
  for (const [n, [least, most]] of [
    [990, 1_900],
    [240, 900],
    [240, 900],
  ].entries())
    assert.ok(left[n]! >= least! && left[n]! < most!, `${left}`);
  assert.deepEqual([gone!.answerStart, flowing!.answerStart], ['on ', 'on on on on ']);
});

test('an answer cut off in its body counts by its status', async (t) => {
  const receiver = await startedReceiver(t);
  const sender = senderTo(t, receiver);
  receiver.answer(({ request }) => void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
  const cut = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual([cut.outcome, cut.answerStart], [{ kind: 'answered', status: 200 }, 'half']);

  receiver.answer(async ({ response, reset }) => {
    response.writeHead(500, { 'Content-Length': 10 }).write('half');
    await sleep(20);
    reset();
  });
  const broken = await sender.send(deliveryTo(receiver.url));
  assert.deepEqual([broken.outcome, broken.answerStart], [{ kind: 'answered', status: 500 }, 'half']);
});

function pairs(rawHeaders: readonly string[]): string[][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!]] : []));
}
