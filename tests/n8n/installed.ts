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

/** npm hands the settings of this project on to what it runs. Empty, they are as if they were not there: whoever follows the guide has others. */
const OWN_SETTINGS = { npm_config_ignore_scripts: '', npm_config_loglevel: '' };

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

/** The commands of our guide: those that make the package, and those that install it. */
export function commandsOfGuide(): readonly string[] {
  const guide = readFileSync(join(ours, 'README.md'), 'utf8');
  return [...guide.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, script]) => script!);
}

/** Makes our package as its guide says, and checks it by n8n's own rules. Gives the file. */
export async function packNodes(): Promise<string> {
  const folder = join(cache, 'n8n-nodes');
  rmSync(folder, { recursive: true, force: true });
  copyOurs(folder);
  await run('sh', ['-e', '-c', commandsOfGuide()[0]!], { cwd: folder, environment: OWN_SETTINGS });
  await run('npm', ['run', 'lint'], { cwd: folder });
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, `${name}-${version}.tgz`);
}

/** Installs our package as its guide says, for the n8n of this user folder. */
export async function installNodes(userFolder: string, file: string): Promise<void> {
  const script = commandsOfGuide()[1]!
    .replaceAll('~', userFolder)
    .replace(`/path/to/${basename(file)}`, file);
  await run('sh', ['-e', '-c', script], { cwd: userFolder, environment: OWN_SETTINGS });
}

function copyOurs(folder: string): void {
  const made = new Set(['node_modules', 'dist']);
  cpSync(ours, folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
}
