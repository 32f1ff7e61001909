import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { readSettings, settingsTable } from '../../src/settings.ts';
import { startApp } from '../support/app.ts';
import { createSelfSigned } from '../support/certificates.ts';
import { createPlace } from '../support/place.ts';
import { freePort, startService } from '../support/service.ts';

const root = dirname(dirname(import.meta.dirname));
const deploy = join(root, 'deploy');

/** Of packages and built-in modules; those of types aside, which are gone when it runs. */
const imports = /^(?:import|export) (?!type )(?:[\w\s{},*]+ from )?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;

test('the service needs no package that is installed for development only', () => {
  const files = globSync(['src/**/*.ts', 'bin/*.js', 'deploy/*.js'], { cwd: root });
  assert.ok(files.length > 100);
  for (const file of files.filter((file) => !file.endsWith('.test.ts') && !/\/(testing|conformance)\//.test(file))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, statement, dynamic] of text.matchAll(imports)) {
      const name = statement ?? dynamic!;
      const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]!;
      if (owner.startsWith('node:') || builtinModules.includes(owner)) continue;
      assert.ok(owner in packageJson.dependencies, `${file} imports ${owner}`);
    }
  }
});

test('the image brings the Node that the packages pin', () => {
  const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');
  const [, version] = /^ARG NODE_VERSION=(\S+)/m.exec(dockerfile)!;
  for (const pinned of Object.values(packageJson.optionalDependencies)) assert.equal(version, pinned);
});

test('the image bundles the console from what it copies, and from nothing else', { timeout: 60_000 }, async (t) => {
  const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');
  const [, stage = ''] = /^FROM .* AS console$([\s\S]*?)^FROM /m.exec(dockerfile)!;
  const folder = mkdtempSync(join(tmpdir(), 'mds-image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
  const isKept = (path: string) => path !== join(root, 'console/dist') && !path.endsWith('.test.ts');
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isKept });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const [, program = ''] = /^RUN node (\S+)$/m.exec(stage)!;
  await promisify(execFile)(process.execPath, [program], { cwd: folder });
  assert.match(readFileSync(join(folder, 'console/dist/index.html'), 'utf8'), /\/console\/assets\/main-/);
});

test('what every process needs for people to come in and for letters is handed on to both containers', () => {
  const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const [, shared = ''] = /^x-service: &service$([\s\S]*?)^services:/m.exec(compose)!;
  for (const name of ['MDS_PUBLIC_URL', 'MDS_SMTP_URL', 'MDS_MAIL_FROM', 'MDS_SECRETS_KEY'])
    assert.match(shared, new RegExp(`^    ${name}: \\$\\{${name}:`, 'm'), name);
  assert.equal(compose.match(/<<: \*service$/gm)?.length, 2);
  // Left empty, they are as if they were not there.
  readSettings({ MDS_PUBLIC_URL: '', MDS_SMTP_URL: '', MDS_MAIL_FROM: '', MDS_METRICS_TOKEN: '' });
});

test('the guide for operators lists its sections, all of them and in their order', () => {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const listed = [...guide.matchAll(/^- \[(.+)\]\(#/gm)].map(([, name]) => name);
  const sections = [...guide.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(listed, sections);
});

test('every setting that is named for operators exists', () => {
  const known = [...Object.keys(settingsTable), 'MDS_RUNTIME'];
  const pages = [...readdirSync(deploy).map((name) => join(deploy, name)), join(root, 'docs/operating.md')];
  for (const page of pages) {
    for (const [name] of readFileSync(page, 'utf8').matchAll(/\bMDS_[A-Z_]+\b/g)) {
      assert.ok(known.includes(name), `${page} names ${name}`);
    }
  }
});

test('the health check of the image tells a service that lives from one that does not', {
  timeout: 60_000,
}, async (t) => {
  const check = (settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(deploy, 'healthcheck.js')], { env: { ...settings } }).then(
      () => 'healthy',
      ({ code }: { code: number }) => `ended with ${code}`,
    );
  const app = await startApp(t, 'sqlite');
  assert.equal(await check({ PORT: new URL(app.url).port }), 'healthy');
  assert.equal(await check({ PORT: String(await freePort()) }), 'ended with 1');

  const place = await createPlace(t, 'sqlite');
  const { cert, key } = createSelfSigned({ names: ['localhost'] });
  const files = { MDS_TLS_CERT_FILE: join(place.folder, 'cert.pem'), MDS_TLS_KEY_FILE: join(place.folder, 'key.pem') };
  writeFileSync(files.MDS_TLS_CERT_FILE, cert);
  writeFileSync(files.MDS_TLS_KEY_FILE, key);
  const service = await startService({ ...place.environment, ...files }, place.folder);
  t.after(() => service.end('SIGKILL'));
  assert.equal(await check({ PORT: new URL(service.url).port, ...files }), 'healthy');
  await service.end('SIGTERM');
});
