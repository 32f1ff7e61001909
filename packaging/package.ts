/**
 * npm run package [-- options of npm pack]: makes the npm package of the service in a temporary folder. Node strips no types below node_modules,
 * so it holds JavaScript: the modules that the command line and the worker threads import, each compiled to a file in the same folder. With it
 * come the packages it needs, as they are locked: npm reads no npm-shrinkwrap.json in a package that is installed from a file.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundleConsole } from '../console/build.ts';
import packageJson from '../package.json' with { type: 'json' };

const root = dirname(import.meta.dirname);
const CONSOLE = 'console/dist';

const folder = mkdtempSync(join(tmpdir(), 'mds-package-'));
try {
  compile(folder);
  copyFiles(folder);
  await writeConsole(join(folder, CONSOLE));
  installProduction(folder);
  execFileSync('npm', ['pack', folder, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}

function compile(to: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', import.meta.dirname, '--outDir', to], { stdio: 'inherit' });
  chmodSync(join(to, 'bin/mds.js'), 0o755);
}

/** Copies what `files` of package.json lists and is neither compiled nor bundled: migrations, scripts of pages, documents. */
function copyFiles(to: string): void {
  const listed = packageJson.files.filter((name) => !name.startsWith('!') && name !== 'bin' && name !== CONSOLE);
  for (const name of [...listed, 'README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(root, name), join(to, name), {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || !path.endsWith('.ts'),
    });
}

async function writeConsole(to: string): Promise<void> {
  const { bundle } = await bundleConsole();
  for (const [path, bytes] of bundle) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Installs what it needs and writes the manifest. Only the runtime is left to each machine, which needs another one. */
function installProduction(to: string): void {
  const { files: _files, scripts: _scripts, devDependencies: _development, ...shipped } = packageJson;
  const { optionalDependencies: runtimes, ...bundled } = shipped;
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && !dev && !(basename(path) in runtimes),
  );
  writeJson(join(to, 'package.json'), bundled);
  writeJson(join(to, 'package-lock.json'), { ...lock, packages: { '': bundled, ...Object.fromEntries(needed) } });
  const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...quietly], { cwd: to, stdio: ['ignore', 'ignore', 'inherit'] });
  // Half of the files: types, sources and source maps, which no program loads.
  for (const file of globSync('node_modules/**/*.{ts,mts,cts,map}', { cwd: to })) rmSync(join(to, file));
  writeJson(join(to, 'package.json'), { ...shipped, bundleDependencies: Object.keys(bundled.dependencies) });
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
