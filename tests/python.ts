/**
 * npm run test:python: the Python client, installed from its folder into an environment of its own, judged by mypy and pyright and
 * tested against a real service. Where there is no Python it says so and fails.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isInstalled, run } from './generators/commands.ts';
import { runCommand, startService } from './support/service.ts';

const root = dirname(import.meta.dirname);
const client = join(root, 'clients/python');
const environment = join(root, 'node_modules/.cache/python-client');
const python = join(environment, 'bin/python');

if (!isInstalled('python3')) throw new Error('Not tested: this machine has no python3.');
if (!existsSync(python)) await run('python3', ['-m', 'venv', environment]);
const install = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install'];
await run(python, [...install, '--requirement', join(client, 'requirements-test.txt')]);
await run(python, [...install, '--force-reinstall', '--no-deps', client]);

console.log((await run(join(environment, 'bin/mypy'), [], { cwd: client })).trim());
console.log((await run(join(environment, 'bin/pyright'), ['--pythonpath', python], { cwd: client })).trim());

const folder = mkdtempSync(join(tmpdir(), 'mds-python-'));
const service = await startService({ MDS_RATE_LIMIT: '0' }, folder);
try {
  const made = ['accounts', 'create', '--name', 'Python', '--admin-email', 'admin@example.com'];
  const { accountID } = await runCommand(made, {}, folder);
  const key = await runCommand(
    ['keys', 'create', '--account', accountID, '--name', 'Python', '--preset', 'Full'],
    {},
    folder,
  );
  const given = { BASE_URL: service.url, API_KEY: key.apiKey, VAULT_SECRET: key.vaultSecret, SHARD_ID: key.shardID };
  await run(python, ['tests/test_client.py'], { cwd: client, environment: given });
  console.log('The tests have passed.');
  const guide = readFileSync(join(client, 'README.md'), 'utf8');
  const example = join(folder, 'example.py');
  writeFileSync(example, /```python\n([\s\S]*?)```/.exec(guide)![1]!.replace('http://127.0.0.1:8080', service.url));
  await run(join(environment, 'bin/mypy'), ['--strict', '--config-file=', example]);
  const printed = await run(python, [example], { environment: given });
  assert.match(
    printed,
    /^\d+ minutes\n\S+Z\n\['Updated'\]\n412 precondition_failed .*\n\S+ \d+ \['Updated', 'Completed'\]\nPython\n$/,
  );
  console.log('The example of its guide does what it says.');
} finally {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
}
