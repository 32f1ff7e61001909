import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request as sendRequest } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectSecurely, type TLSSocket } from 'node:tls';
import { createAuthority, createSelfSigned } from '../support/certificates.ts';
import { createPlace } from '../support/place.ts';
import { freePort, type Service, startService } from '../support/service.ts';

const longEnough = { timeout: 60_000 };
const names = ['localhost', '127.0.0.1'];

test('with a certificate it speaks HTTPS only, and a renewed one is used without a restart', longEnough, async (t) => {
  const place = await createPlace(t, 'sqlite');
  const files = { MDS_TLS_CERT_FILE: join(place.folder, 'cert.pem'), MDS_TLS_KEY_FILE: join(place.folder, 'key.pem') };
  const install = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.MDS_TLS_CERT_FILE, cert);
    writeFileSync(files.MDS_TLS_KEY_FILE, key);
  };
  const [first, second] = [createAuthority(), createAuthority()];
  install(first.issue({ names }));
  const service = await startService({ ...place.environment, ...files, LOG_LEVEL: 'info' }, place.folder);
  t.after(() => service.end('SIGKILL'));
  assert.match(service.output(), /on https:\/\//);

  const kept = new Agent({ ca: first.certificate, keepAlive: true, maxSockets: 1 });
  t.after(() => kept.destroy());
  const answer = await ask(service, kept, place.credentials);
  assert.equal(answer.status, 200);
  assert.match(answer.headers['strict-transport-security'] ?? '', /^max-age=\d{8,}$/);
  await assert.rejects(ask(service, new Agent({ ca: second.certificate }), place.credentials), /certificate/);
  assert.equal(await plainAnswer(service), '', 'nothing is answered in the clear');

  const { cert } = second.issue({ names });
  writeFileSync(files.MDS_TLS_CERT_FILE, cert);
  process.kill(service.pid, 'SIGHUP');
  await written(service, /cannot be used; the old one stays/);
  assert.equal((await ask(service, new Agent({ ca: first.certificate }), place.credentials)).status, 200);

  install(second.issue({ names }));
  process.kill(service.pid, 'SIGHUP');
  await written(service, /was renewed/);
  assert.equal((await ask(service, new Agent({ ca: second.certificate }), place.credentials)).status, 200);
  await assert.rejects(ask(service, new Agent({ ca: first.certificate }), place.credentials), /certificate/);
  assert.equal((await ask(service, kept, place.credentials)).status, 200, 'connections that stand stay');
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  assert.doesNotMatch(service.output(), /BEGIN/, 'no key is ever written to the log');
});

test(
  'a client that does not shake hands, or speaks old TLS, is not answered and holds nothing',
  longEnough,
  async (t) => {
    const place = await createPlace(t, 'sqlite');
    const { cert, key } = createSelfSigned({ names });
    const files = {
      MDS_TLS_CERT_FILE: join(place.folder, 'cert.pem'),
      MDS_TLS_KEY_FILE: join(place.folder, 'key.pem'),
    };
    writeFileSync(files.MDS_TLS_CERT_FILE, cert);
    writeFileSync(files.MDS_TLS_KEY_FILE, key);
    const service = await startService({ ...place.environment, ...files }, place.folder);
    t.after(() => service.end('SIGKILL'));
    const { port } = new URL(service.url);
    const old = connectSecurely({
      port: Number(port),
      host: '127.0.0.1',
      ca: cert,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await assert.rejects(secured(old));
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const began = performance.now();
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    assert.ok(performance.now() - began < 5_000, 'it does not hold the end up');
    silent.destroy();
  },
);

test(
  'TLS 1.2 is spoken with forward secrecy and authenticated encryption alone, also after a renewal',
  longEnough,
  async (t) => {
    const place = await createPlace(t, 'sqlite');
    const files = {
      MDS_TLS_CERT_FILE: join(place.folder, 'cert.pem'),
      MDS_TLS_KEY_FILE: join(place.folder, 'key.pem'),
    };
    const authority = createAuthority();
    const install = () => {
      const { cert, key } = authority.issue({ names, key: 'rsa' });
      writeFileSync(files.MDS_TLS_CERT_FILE, cert);
      writeFileSync(files.MDS_TLS_KEY_FILE, key);
    };
    install();
    const service = await startService({ ...place.environment, ...files, LOG_LEVEL: 'info' }, place.folder);
    t.after(() => service.end('SIGKILL'));
    const speaks = async (options: ConnectionOptions) => {
      const { hostname: host, port } = new URL(service.url);
      const socket = connectSecurely({ host, port: Number(port), ca: authority.certificate, ...options });
      await secured(socket);
      const { name } = socket.getCipher();
      socket.destroy();
      return name;
    };
    const tls12 = (ciphers: string) => speaks({ maxVersion: 'TLSv1.2', ciphers });
    for (let round = 0; ; round++) {
      for (const weak of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384']) {
        await assert.rejects(tls12(weak), /handshake failure/i, weak);
      }
      for (const sound of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305']) {
        assert.equal(await tls12(sound), sound);
      }
      assert.match(await speaks({}), /^TLS_AES_/, 'TLS 1.3 wherever the client speaks it');
      if (round === 1) break;
      install();
      process.kill(service.pid, 'SIGHUP');
      await written(service, /was renewed/);
    }
  },
);

test('half a pair of files, or files that cannot be read, stop the start', longEnough, async (t) => {
  const place = await createPlace(t, 'sqlite');
  const start = async (settings: Record<string, string>) =>
    startService({ ...place.environment, ...settings, PORT: String(await freePort()) }, place.folder);
  await assert.rejects(start({ MDS_TLS_CERT_FILE: 'cert.pem' }), /MDS_TLS_CERT_FILE and MDS_TLS_KEY_FILE/);
  await assert.rejects(start({ MDS_TLS_CERT_FILE: 'none.pem', MDS_TLS_KEY_FILE: 'none.pem' }), /none\.pem/);
});

interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]> & { 'strict-transport-security'?: string };
}

function ask(service: Service, agent: Agent, headers: object): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(`${service.url}/api/Me`, { agent, headers: { ...headers } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers as Answered['headers'] }));
    });
    request.on('error', reject);
    request.end();
  });
}

async function plainAnswer(service: Service): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString('latin1');
  });
  await once(socket, 'close');
  return /HTTP\/1\.1[\s\S]*/.exec(received)?.[0] ?? '';
}

async function secured(socket: TLSSocket): Promise<void> {
  await once(socket, 'secureConnect');
}

async function written(service: Service, text: RegExp): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!text.test(service.output())) {
    assert.ok(performance.now() < deadline, service.output());
    await sleep(20);
  }
}
