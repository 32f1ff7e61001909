import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:https';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthority, createSelfSigned } from './certificates.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';

test('a client that trusts the authority reaches the receiver by each of its names', async (t) => {
  const receiver = await started(t, { names: ['hooks.example'] });
  for (const host of ['127.0.0.1', 'localhost']) {
    assert.equal((await post(receiver, { host })).status, 200);
  }
  assert.equal((await post(receiver, { servername: 'hooks.example' })).status, 200);
});

test('a client that does not trust the authority refuses', async (t) => {
  const receiver = await started(t);
  await assert.rejects(post(receiver, { ca: [] }), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  await assert.rejects(post(receiver, { ca: createAuthority().certificate }), {
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  assert.equal(receiver.requests.length, 0);
});

for (const [certificate, code] of [
  ['expired', 'CERT_HAS_EXPIRED'],
  ['not-yet-valid', 'CERT_NOT_YET_VALID'],
  ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
] as const) {
  test(`a client refuses a certificate that is ${certificate}`, async (t) => {
    await assert.rejects(post(await started(t, { certificate })), { code });
  });
}

test('certificates say what was wished for', () => {
  const validFrom = new Date('2049-12-31T23:59:59Z');
  const validTo = new Date('2050-01-01T00:00:00Z');
  const names = ['hooks.example', '10.1.2.3', '2001:db8::7:0:1'];
  const authority = createAuthority();
  const issued = new X509Certificate(authority.issue({ names, validFrom, validTo }).cert);
  const issuer = new X509Certificate(authority.certificate);
  assert.deepEqual([issued.validFromDate, issued.validToDate], [validFrom, validTo]);
  assert.equal(issued.subjectAltName, 'DNS:hooks.example, IP Address:10.1.2.3, IP Address:2001:DB8:0:0:0:7:0:1');
  assert.ok(issued.checkIssued(issuer) && issued.verify(issuer.publicKey));
  assert.deepEqual([issuer.ca, issued.ca], [true, false]);
  assert.deepEqual(issued.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  const own = new X509Certificate(createSelfSigned({ names }).cert);
  assert.ok(own.verify(own.publicKey));
});

test('a request is kept byte for byte, with its time and its connection', async (t) => {
  const receiver = await started(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const before = Date.now();
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  await post(receiver, { agent, path: '/a?b=c', body, headers: { 'X-Secret': 's', 'X-List': ['1', '2'] } });
  await post(receiver, { agent });
  await post(receiver);
  const [first, second, third] = await receiver.waitFor(3);
  assert.equal(first!.method, 'POST');
  assert.equal(first!.path, '/a?b=c');
  assert.deepEqual(first!.body, body);
  assert.equal(first!.headers['x-secret'], 's');
  assert.deepEqual(first!.rawHeaders.slice(0, 6), ['X-Secret', 's', 'X-List', '1', 'X-List', '2']);
  assert.deepEqual([first!.connection, second!.connection, third!.connection], [1, 1, 2]);
  assert.ok(first!.arrivedAt >= before - 1 && first!.arrivedAt <= second!.arrivedAt);
});

test('statuses are answered one after another, and the last one stays', async (t) => {
  const receiver = await started(t);
  receiver.answer([500, 410, 204]);
  const seen = [];
  for (let round = 0; round < 4; round++) seen.push((await post(receiver)).status);
  assert.deepEqual(seen, [500, 410, 204, 204]);
  receiver.answer(302);
  assert.equal((await post(receiver)).status, 302);
});

test('waiting ends with the request, or says in time what has arrived instead', async (t) => {
  const receiver = await started(t);
  const waiting = receiver.waitFor((requests) => requests.some(({ path }) => path === '/two'));
  await post(receiver, { path: '/one' });
  await post(receiver, { path: '/two' });
  assert.equal((await waiting).length, 2);
  await assert.rejects(receiver.waitFor(3, 20), /received 2:\n1: POST \/one .*\n2: POST \/two/);
});

test('a behaviour may reset, close early, hang, answer 1xx first, drip, or send without end', async (t) => {
  const receiver = await started(t);
  receiver.answer(({ reset }) => reset());
  await assert.rejects(post(receiver), { code: 'ECONNRESET' });

  receiver.answer(({ request }) => void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
  await assert.rejects(post(receiver), { code: 'ECONNRESET', message: 'aborted' });

  receiver.answer(() => {});
  await assert.rejects(post(receiver, { signal: AbortSignal.timeout(100) }), { name: 'AbortError' });

  receiver.answer(({ response }) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>' });
    response.writeHead(201).end();
  });
  assert.deepEqual((await post(receiver)).informational, [102, 103]);

  receiver.answer(async ({ response }) => {
    for (const letter of 'drip') {
      response.write(letter);
      await sleep(5);
    }
    response.end();
  });
  const dripped = await post(receiver);
  assert.deepEqual([dripped.text, dripped.parts > 1], ['drip', true]);

  receiver.answer(({ response }) => void response.end(Buffer.alloc(20_000_000)));
  assert.equal((await post(receiver)).text.length, 20_000_000);
});

test('a behaviour at the head acts before the body has arrived', async (t) => {
  const receiver = await started(t);
  receiver.answer(({ response }) => void response.writeHead(413).end(), { at: 'head' });
  const call = request({ host: '127.0.0.1', port: receiver.port, ca: receiver.ca, method: 'POST' });
  call.on('error', () => {});
  call.write('the beginning of something long');
  const [answer] = await once(call, 'response');
  assert.equal(answer.statusCode, 413);
  call.destroy();
});

test('a connection can be taken before its handshake, and idle ones closed', async (t) => {
  const taken = await started(t, { connection: () => 'taken' });
  await assert.rejects(post(taken, { signal: AbortSignal.timeout(100) }), { name: 'AbortError' });
  const cut = await started(t, { connection: (socket) => void socket.resetAndDestroy() });
  await assert.rejects(post(cut), { code: 'ECONNRESET' });

  const receiver = await started(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  await post(receiver, { agent });
  const [idle] = Object.values(agent.freeSockets).flat();
  const closed = once(idle!, 'close');
  receiver.closeIdleConnections();
  await closed;
  await post(receiver, { agent });
  assert.deepEqual(
    receiver.requests.map(({ connection }) => connection),
    [1, 2],
  );
});

test('stopping cuts off those who still wait, and tells of a behaviour that failed', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => {
    throw new Error('the behaviour failed');
  });
  const cutOff = assert.rejects(post(receiver), { code: 'ECONNRESET' });
  await receiver.waitFor(1);
  await assert.rejects(receiver.stop(), /the behaviour failed/);
  await cutOff;
  await assert.rejects(post(receiver), { code: 'ECONNREFUSED' });
});

async function started(t: TestContext, options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.stop());
  return receiver;
}

/** Node's own HTTPS client, which checks certificates by the book. */
async function post(receiver: Receiver, { body, ...options }: RequestOptions & { body?: Buffer } = {}) {
  const { port, ca } = receiver;
  const call = request({ host: '127.0.0.1', port, ca, method: 'POST', agent: false, ...options });
  const informational: number[] = [];
  call.on('information', ({ statusCode }) => informational.push(statusCode));
  call.end(body ?? '{}');
  const [answer] = await once(call, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, informational, parts: chunks.length, text: Buffer.concat(chunks).toString() };
}
