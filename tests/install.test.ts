// `npm ci --ignore-scripts` gives a working service. None of its packages has an install script, so what it unpacks is what
// any install gives; and with the packages it keeps without the development ones, the service runs. The project's .npmrc
// turns the scripts off for everybody: the install before these tests ran none either.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { client } from './support/app.ts';
import { runCommand, startService } from './support/service.ts';

const root = dirname(import.meta.dirname);

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** By their folder; all that `npm ci --omit=dev` installs on any machine. */
const needed = Object.entries<Locked>(readJson('package-lock.json').packages).filter(
  ([folder, { dev }]) => folder !== '' && dev !== true,
);

test('no package that the service needs runs anything when it is installed', () => {
  assert.ok(needed.length > 10);
  assert.deepEqual(
    needed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder),
    [],
  );
  // What the lock file says holds for the packages themselves; binding.gyp alone would make npm compile something.
  for (const [folder, { optional }] of needed) {
    if (!existsSync(join(root, folder)) && optional) continue;
    assert.deepEqual(installScripts(folder), [], folder);
    assert.ok(!existsSync(join(root, folder, 'binding.gyp')), folder);
  }
  assert.deepEqual(installScripts('.'), [], 'nor does the service itself');
});

test('npm runs no install scripts in this project', async () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'ignore-scripts'], { cwd: root, env });
  assert.equal(stdout.trim(), 'true');
});

test('an install by an older Node says nothing but errors, and says those', { timeout: 60_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-install-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
  // Without the project's own runtime, which npm puts first on the path of its scripts.
  const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'));
  const install = () =>
    promisify(execFile)('npm', ['ci', '--dry-run', '--offline', '--no-update-notifier'], {
      cwd: folder,
      env: { HOME: folder, PATH: path.join(':') },
    });
  assert.equal((await install()).stderr, '');
  const asked = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), asked.replace(/"fastify": "[^"]+"/, '"fastify": "5.0.0"'));
  await assert.rejects(install(), /npm error/);
});

test('with those packages alone the service starts, answers and delivers its pages', { timeout: 60_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-install-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['package.json', 'bin', 'src']) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const [path] of needed) {
    // The runtime is what runs this test, and large.
    if (/\/node-linux-/.test(path) || !existsSync(join(root, path))) continue;
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const mds = join(folder, 'bin/mds.js');
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'mds.db')}` };
  const run = (...argv: string[]) => runCommand(argv, environment, folder, mds);
  await run('migrate');
  const { accountID } = await run('accounts', 'create', '--name', 'Installed', '--admin-email', 'admin@example.com');
  await run('seed', '--account', accountID, '--size', 'tiny');
  const key = await run('keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full');
  const service = await startService(environment, folder, undefined, [], mds);
  t.after(() => service.end('SIGKILL'));
  const user = client(service.url, key);
  const made = await user.post('/api/Tasks', { Name: 'Runs on what was unpacked' });
  assert.equal(made.status, 201, made.text);
  assert.equal((await user.get('/api/Tasks?take=1000')).status, 200);
  for (const path of ['/openapi.json', '/docs', '/metrics']) assert.equal((await user.get(path)).status, 200, path);
  assert.match(service.output(), /Console: .*\n +Its pages are not built\. .*npm run console/);
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
});

/** npm runs `prepare` only of the project itself. */
function installScripts(folder: string): string[] {
  const { scripts = {} } = readJson(join(folder, 'package.json'));
  const names = ['preinstall', 'install', 'postinstall', ...(folder === '.' ? ['prepare'] : [])];
  return names.filter((name) => name in scripts);
}

// biome-ignore lint/suspicious/noExplicitAny: files of npm's own shape.
function readJson(path: string): any {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
