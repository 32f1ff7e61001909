// Connections that clients keep for later do not lock others out. All of 127.0.0.0/8 is this machine: each address a client.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { type Credentials, onBothEngines, onEitherEngine, startApp } from '../support/app.ts';
import { createSelfSigned } from '../support/certificates.ts';
import { createPlace } from '../support/place.ts';
import { type RawConnection, rawConnection, requestHead } from '../support/raw-connection.ts';
import { startService } from '../support/service.ts';

const few = { MDS_MAX_CONNECTIONS: '20' };
const JSON_TYPE = { 'content-type': 'application/json' };

onEitherEngine('idle connections of one address lock out neither others nor itself', async (engine, t) => {
  const app = await startApp(t, engine, few);
  const idle = await connected(app.url, 30, '127.0.0.1');
  await until(() => idle.filter(isOpen).length <= 10, 'half of all is the share of one');
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.1']) assert.equal(await health(app.url, from), 200, from);
  for (const { socket } of idle) socket.destroy();
});

onBothEngines('where all connections are taken, an idle one of whoever has most makes room', async (engine, t) => {
  const app = await startApp(t, engine, few);
  const most = await connected(app.url, 10, '127.0.0.1');
  const fewer = await connected(app.url, 6, '127.0.0.2');
  const fewest = await connected(app.url, 4, '127.0.0.3');
  const late = await connected(app.url, 3, '127.0.0.4');
  for (const one of late) assert.equal(await statusOn(one), 200);
  assert.equal(most.filter(isOpen).length, 7);
  assert.equal([...fewer, ...fewest].filter(isOpen).length, 10);
  assert.ok(!isOpen(most[0]!), 'the oldest first');
  for (const { socket } of [...most, ...fewer, ...fewest, ...late]) socket.destroy();
});

onBothEngines('a connection with a request under way does not make room', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_CONNECTIONS: '4', MDS_CLIENT_SHARE: '50' });
  const key = await app.key(await app.account());
  const busy = await connected(app.url, 2, '127.0.0.1');
  for (const one of busy) one.write(startOfRequest(key.credentials));
  await sleep(200);
  const [refused] = await connected(app.url, 1, '127.0.0.1');
  assert.equal(await refused!.ended(2_000), '', 'nothing of its own is idle');
  const others = await connected(app.url, 2, '127.0.0.2');
  for (const one of others) assert.equal(await statusOn(one), 200);
  assert.equal(await health(app.url, '127.0.0.3'), 200, 'an idle one of another made room');
  for (const one of busy) one.write(REST_OF_REQUEST);
  for (const one of busy) await one.until((received) => received.startsWith('HTTP/1.1 201 '));
  for (const { socket } of [...busy, ...others]) socket.destroy();
});

onBothEngines('a trusted proxy may have all connections', async (engine, t) => {
  const app = await startApp(t, engine, { ...few, MDS_TRUSTED_PROXIES: '127.0.0.1' });
  const proxied = await connected(app.url, 20, '127.0.0.1');
  for (const one of proxied) assert.equal(await statusOn(one), 200);
  for (const { socket } of proxied) socket.destroy();
});

test('connections are shared alike where they are encrypted', { timeout: 60_000 }, async (t) => {
  const { cert, key } = createSelfSigned({ names: ['localhost'] });
  const place = await createPlace(t, 'sqlite', { ...few, MDS_MAX_CONNECTIONS: '4' });
  const files = { MDS_TLS_CERT_FILE: join(place.folder, 'c.pem'), MDS_TLS_KEY_FILE: join(place.folder, 'k.pem') };
  writeFileSync(files.MDS_TLS_CERT_FILE, cert);
  writeFileSync(files.MDS_TLS_KEY_FILE, key);
  const service = await startService({ ...place.environment, ...files }, place.folder);
  t.after(() => service.end('SIGKILL'));
  const open = (from: string) => openSecurely(service.url, from);
  const busy = await open('127.0.0.1');
  busy.socket.write(startOfRequest(place.credentials));
  await sleep(200);
  const idle = await open('127.0.0.1');
  const newer = await open('127.0.0.1');
  await until(() => idle.socket.destroyed || idle.socket.readableEnded, 'the idle one has made room');
  await answered(newer);
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) await answered(await open(from));
  busy.socket.write(REST_OF_REQUEST);
  await until(() => busy.received().startsWith('HTTP/1.1 201 '), 'what was under way is answered');
});

const body = JSON.stringify({ Name: 'Under way' });
const REST_OF_REQUEST = body.slice(5);

function startOfRequest(credentials: Credentials): string {
  return (
    requestHead('POST /api/Tasks', credentials, { ...JSON_TYPE, 'content-length': body.length }) + body.slice(0, 5)
  );
}

/** One after the other, so that it is known which is the oldest. */
async function connected(url: string, count: number, from: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let n = 0; n < count; n++) {
    const one = await rawConnection(url, from);
    one.socket.on('end', () => one.socket.end());
    connections.push(one);
  }
  return connections;
}

interface SecureConnection {
  readonly socket: TLSSocket;
  received(): string;
}

async function answered({ socket, received }: SecureConnection): Promise<void> {
  socket.write(requestHead('GET /healthz', {}));
  await until(() => received().startsWith('HTTP/1.1 200 '), 'an answer');
}

async function openSecurely(url: string, from: string): Promise<SecureConnection> {
  const port = Number(new URL(url).port);
  const plain = (await rawConnection(url, from)).socket;
  plain.removeAllListeners('data');
  const socket = connectSecurely({ socket: plain, port, rejectUnauthorized: false });
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  await until(() => socket.authorizationError !== null || socket.authorized || socket.destroyed, 'a handshake');
  return { socket, received: () => received };
}

function isOpen({ socket }: RawConnection): boolean {
  return !socket.destroyed && !socket.readableEnded;
}

async function health(url: string, from: string): Promise<number> {
  const [one] = await connected(url, 1, from);
  return statusOn(one!).finally(() => one!.socket.destroy());
}

async function statusOn(connection: RawConnection): Promise<number> {
  connection.write(requestHead('GET /healthz', {}));
  await connection.until((received) => received.includes('"ok"'));
  return Number(connection.received.slice(9, 12));
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, `${what}: not within 5 s`);
    await sleep(10);
  }
}
