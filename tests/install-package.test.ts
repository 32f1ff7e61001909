// The package that `npm run package` makes runs where it is installed: in a folder outside the clone, by the npm and the Node of the machine.
// npm takes what it needs from its cache, which `npm ci` has filled, and else from the registry.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { client, emptyDatabaseUrl, onBothEngines } from './support/app.ts';
import { TEST_KEY } from './support/keys.ts';
import { runCommand, startService } from './support/service.ts';

const root = dirname(import.meta.dirname);
const NAME = 'maintenance-data-service';
const home = mkdtempSync(join(tmpdir(), 'mds-package-'));
after(() => rmSync(home, { recursive: true, force: true }));
const installed = join(home, 'node_modules', NAME);

let installing: Promise<void> | undefined;

/** Packs and installs once for all tests of this file. */
function install(): Promise<void> {
  installing ??= packAndInstall();
  return installing;
}

async function packAndInstall(): Promise<void> {
  await run('npm', ['run', 'package', '--', '--pack-destination', home], root, process.env);
  const [file] = readdirSync(home).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'a-firm', private: true }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${file}`], home, outside());
}

test('the package has the compiled service and its pages, and neither sources nor tests', async () => {
  await install();
  const notNeeded = [
    '**/*.{ts,mts,cts,tsx,map}',
    'src/**/{testing,conformance}/**',
    'src/**/*.test.*',
    '{tests,bench,.ci}/**',
  ];
  assert.deepEqual(globSync(notNeeded, { cwd: installed }), []);
  for (const pattern of ['src/**/*-thread.*', 'src/**/*.sql', 'src/**/*.css']) {
    const there = globSync(pattern, { cwd: root }).map((file) => file.replace(/\.ts$/, '.js'));
    assert.ok(there.length > 2);
    assert.deepEqual(globSync(pattern, { cwd: installed }).sort(), there.sort());
  }
  for (const file of ['README.md', 'LICENSE', 'docs/operating.md', 'openapi.json', 'console/dist/index.html'])
    assert.ok(existsSync(join(installed, file)), file);
  const { private: isPrivate, devDependencies, scripts } = readJson(join(installed, 'package.json'));
  assert.deepEqual([isPrivate, devDependencies, scripts], [true, undefined, undefined]);
});

test('it brings the packages it needs as they are locked; npm adds the runtime of the machine', async () => {
  await install();
  const { packages } = readJson(join(root, 'package-lock.json'));
  const needed = Object.entries<{ version: string; dev?: boolean; os?: string[] }>(packages).filter(
    ([folder, { dev, os }]) => folder !== '' && !dev && os === undefined,
  );
  assert.ok(needed.length > 50);
  const versionOf = (folder: string): string => readJson(join(folder, 'package.json')).version;
  const found = globSync('node_modules/**/package.json', { cwd: installed })
    .map(dirname)
    .filter((folder) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/.test(folder));
  assert.deepEqual(
    Object.fromEntries(found.sort().map((folder) => [folder, versionOf(join(installed, folder))])),
    Object.fromEntries(needed.map(([folder, { version }]) => [folder, version])),
  );
  const runtime = `node-${process.platform}-${process.arch}`;
  const beside = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(beside.sort(), [NAME, runtime]);
  const pinned = readJson(join(root, 'package.json')).optionalDependencies;
  assert.equal(versionOf(join(home, 'node_modules', runtime)), pinned[runtime]);
});

onBothEngines('the installed package answers requests and shows the console', async (engine, t) => {
  await install();
  const environment = { DATABASE_URL: await emptyDatabaseUrl(t, engine) };
  // As it is typed: npx, with the Node of the machine, which hands over to the runtime that was installed with it.
  await assert.rejects(run('npx', ['mds', 'accounts', 'list'], home, outside()), /is made by: npx mds migrate/);
  await run(
    'npx',
    ['mds', 'migrate'],
    home,
    outside({ ...environment, MDS_SECRETS_KEY: TEST_KEY, MDS_RUNTIME: 'pinned' }),
  );
  const mds = join(installed, 'bin/mds.js');
  const command = (...argv: string[]) => runCommand(argv, environment, home, mds);
  const { accountID } = await command('accounts', 'create', '--name', 'Ours', '--admin-email', 'admin@example.com');
  await command('seed', '--account', accountID, '--size', 'tiny');
  const key = await command('keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full');
  const service = await startService(environment, home, undefined, [], mds);
  t.after(() => service.end('SIGKILL'));

  const user = client(service.url, key);
  assert.equal((await user.post('/api/Tasks', { Name: 'Compiled' })).status, 201);
  // Answered by a thread that reads, and by one that streams.
  assert.deepEqual(
    (await user.get('/api/Tasks?Name=ompile&fuzzy=true')).json.map(({ Name }: { Name: string }) => Name),
    ['Compiled'],
  );
  const csv = await user.get('/api/Tasks?take=1000', { accept: 'text/csv' });
  assert.match(csv.text, /\n\d+,Compiled,/);

  for (const path of ['/console', '/docs']) {
    const page = await fetch(service.url + path);
    assert.equal(page.status, 200, path);
    const [, script] = /<script [^>]*src="([^"]+)"/.exec(await page.text())!;
    const answer = await fetch(service.url + script!);
    assert.match(answer.headers.get('content-type') ?? '', /javascript/);
  }
  assert.doesNotMatch(service.output(), /not built/);
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
});

/** The environment of a shell outside the project: without the runtime and the settings that npm gives to its scripts. */
function outside(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH = '', npm_config_ignore_scripts: _, npm_config_local_prefix: __, ...environment } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...environment, PATH: path.join(delimiter), ...more };
}

async function run(program: string, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(program, argv, { cwd, env, maxBuffer: 2 ** 26 });
  return stdout;
}

// biome-ignore lint/suspicious/noExplicitAny: files of npm's own shape.
function readJson(path: string): any {
  return JSON.parse(readFileSync(path, 'utf8'));
}
