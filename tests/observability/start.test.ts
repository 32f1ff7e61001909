// A start that cannot succeed ends at once, with status 1 and one line that says what to do: whatever stays alive without
// serving looks healthy to a supervisor.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { databaseUrl, onEitherEngine } from '../support/app.ts';
import { createSelfSigned } from '../support/certificates.ts';
import { childEnvironment } from '../support/child-environment.ts';

const mds = join(import.meta.dirname, '../../bin/mds.js');

onEitherEngine('a port that is taken ends the start, and nothing was made meanwhile', async (engine, t) => {
  const port = await takenPort(t);
  const folder = emptyFolder(t);
  const environment = { DATABASE_URL: await databaseUrl(t, engine), PORT: port, MDS_BOOTSTRAP: 'demo' };
  const ended = await serve(environment, folder);
  assert.deepEqual(ended.code, 1, ended.errors);
  assert.match(
    ended.errors,
    new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: .*taken.*PORT=\\d+ \\S+mds\\.js serve\\n$`),
  );
  assert.ok(!existsSync(join(folder, 'data')), 'no demo accounts were made for a service that never ran');
});

test('a port that is taken ends the start also where the certificate is watched', async (t) => {
  const folder = emptyFolder(t);
  const { cert, key } = createSelfSigned({ names: ['localhost'] });
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const tls = { MDS_TLS_CERT_FILE: 'cert.pem', MDS_TLS_KEY_FILE: 'key.pem' };
  const ended = await serve({ ...tls, PORT: await takenPort(t) }, folder);
  assert.equal(ended.code, 1, ended.errors);
});

onEitherEngine('an address that this machine does not have ends the start', async (engine, t) => {
  // Of a network for documentation: nobody has it.
  const environment = { DATABASE_URL: await databaseUrl(t, engine), HOST: '192.0.2.1', PORT: '0' };
  const ended = await serve(environment, emptyFolder(t));
  assert.equal(ended.code, 1, ended.errors);
  assert.match(
    ended.errors,
    /^Cannot listen on 192\.0\.2\.1:0: .*no such address.*HOST=127\.0\.0\.1 \S+mds\.js serve\n$/,
  );
});

test('a name that leads nowhere ends the start', async (t) => {
  const ended = await serve({ HOST: 'nowhere.invalid', PORT: '0' }, emptyFolder(t));
  assert.equal(ended.code, 1, ended.errors);
  assert.match(ended.errors, /^Cannot listen on nowhere\.invalid:0: .*HOST=127\.0\.0\.1 \S+mds\.js serve\n$/);
});

test('certificates for deliveries that cannot be used end the start before there is a database', async (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'notes.pem'), 'not yet');
  for (const [file, why] of [
    ['missing.pem', 'ENOENT.*missing\\.pem.*'],
    ['notes.pem', 'There is no certificate .* in it\\.'],
  ] as const) {
    const ended = await serve({ DATABASE_URL: 'sqlite:own.db', PORT: '0', MDS_WEBHOOK_CA_FILE: file }, folder);
    assert.equal(ended.code, 1, ended.errors);
    assert.match(ended.errors, new RegExp(`^MDS_WEBHOOK_CA_FILE cannot be used: ${why}\n$`));
  }
  assert.deepEqual(readdirSync(folder), ['notes.pem']);
});

onEitherEngine('a service that may write to its database alone makes its first start', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { output, end } = await serveAsNobody(t, { DATABASE_URL: url, MDS_BOOTSTRAP: 'none' }, /link#\S+\n/);
  const [link] = /http:\S+link#\S+/.exec(output())!;
  if (engine === 'sqlite') {
    const file = join(dirname(url.slice('sqlite:'.length)), 'setup-link');
    assert.equal(readFileSync(file, 'utf8'), `${link}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(output().includes(`It is also in ${file}`));
  } else {
    assert.match(output(), /^\S+\/data\/setup-link cannot be written \(EACCES.*\): keep what is printed below\.$/m);
    assert.doesNotMatch(output(), /It is also in/);
  }
  assert.equal(await end(), 0);
});

test('a demo that may write to its database alone leaves its credentials there', async (t) => {
  const url = await databaseUrl(t, 'sqlite');
  const { output, end } = await serveAsNobody(t, { DATABASE_URL: url, MDS_BOOTSTRAP: 'demo' }, /Webhooks may be sent/);
  const [, apiKey] = /apiKey: +(\S+)/.exec(output())!;
  const file = join(dirname(url.slice('sqlite:'.length)), 'demo-credentials.json');
  assert.equal(JSON.parse(readFileSync(file, 'utf8'))[0].apiKey, apiKey);
  assert.ok(output().includes(`Demo credentials: ${file}`));
  assert.equal(await end(), 0);
});

/** In a folder that it cannot write to, as in the image; resolves when it has said what is awaited. Root may write anywhere. */
async function serveAsNobody(
  t: TestContext,
  environment: { DATABASE_URL: string } & Record<string, string>,
  said: RegExp,
) {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const folder = emptyFolder(t);
  chmodSync(folder, 0o555);
  const [engine, path] = environment.DATABASE_URL.split(/:(.*)/s) as [string, string];
  if (engine === 'sqlite' && 'uid' in user) {
    const files = [dirname(path), ...readdirSync(dirname(path)).map((name) => join(dirname(path), name))];
    for (const file of files) chownSync(file, 65_534, 65_534);
  }
  const env = { ...childEnvironment(), HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...environment };
  const child = spawn(process.execPath, [mds, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  for await (const data of child.stderr.iterator({ destroyOnReturn: false })) {
    errors += String(data);
    if (said.test(errors)) break;
  }
  assert.match(errors, said);
  return {
    output: () => errors,
    async end() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

/** Killed where it is still there after 20 seconds; then the code is null. */
function serve(environment: Record<string, string>, folder: string): Promise<{ code: number | null; errors: string }> {
  const env = { ...childEnvironment(), HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [mds, 'serve'], { cwd: folder, env, timeout: 20_000 }, (error, _stdout, errors) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : null, errors });
    });
  });
}

async function takenPort(t: TestContext): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return String((server.address() as { port: number }).port);
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-start-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
