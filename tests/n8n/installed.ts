/**
 * n8n itself and our package for it, made and installed from npm as their guides say. Both go into the cache of whoever runs this: n8n alone
 * is more than a gigabyte, and none of it belongs to the repository.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from '../generators/commands.ts';

const VERSION = '2.41.1';
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'maintenance-data-service');
const ours = join(import.meta.dirname, '../../connectors/n8n');

/** Nothing that is installed runs anything: the modules of n8n that would be compiled then are not needed here. */
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** The program of n8n, for Node to run. */
export async function installN8n(): Promise<string> {
  const folder = join(cache, `n8n-${VERSION}`);
  const whole = join(folder, 'whole');
  if (!existsSync(whole)) {
    mkdirSync(folder, { recursive: true });
    // The newest linkedom needs a package that not every registry has; n8n asks for any of them.
    const wanted = { private: true, dependencies: { n8n: VERSION }, overrides: { linkedom: '0.18.14' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted));
    await run('npm', ['install', ...QUIETLY], { cwd: folder });
    writeFileSync(whole, '');
  }
  return join(folder, 'node_modules/n8n/bin/n8n');
}

/** Our package as a file, made by n8n's own tools, which find nothing wrong with it. */
export async function packNodes(): Promise<string> {
  const folder = join(cache, 'n8n-nodes');
  const lock = readFileSync(join(ours, 'package-lock.json'));
  const known = join(folder, 'node_modules/.installed');
  if (!existsSync(known) || !readFileSync(known).equals(lock)) {
    rmSync(folder, { recursive: true, force: true });
    copyOurs(folder);
    await run('npm', ['ci', ...QUIETLY], { cwd: folder });
    writeFileSync(known, lock);
  }
  copyOurs(folder);
  await run('npm', ['run', 'lint'], { cwd: folder });
  await run('npm', ['run', 'build'], { cwd: folder });
  return join(folder, (await run('npm', ['pack', '--silent'], { cwd: folder })).trim());
}

/** Installs our package where an n8n with this folder finds it. */
export async function installNodes(userFolder: string, file: string): Promise<void> {
  const folder = join(userFolder, '.n8n/nodes');
  mkdirSync(folder, { recursive: true });
  await run('npm', ['install', ...QUIETLY, file], { cwd: folder });
}

function copyOurs(folder: string): void {
  const made = new Set(['node_modules', 'dist']);
  cpSync(ours, folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
}
