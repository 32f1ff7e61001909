/**
 * Console files: prebuilt in console/dist by `npm run console`, otherwise bundled once per process and as long as
 * nothing changes. If neither is possible, a page explains what to do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StaticBody } from '../../http/static-body.ts';

export interface ConsoleFile {
  readonly body: StaticBody;
  readonly type: string;
}

export interface ConsoleFiles {
  /** Document for every page address. */
  readonly page: ConsoleFile;
  /** Files by their name below `assets/`; each name is derived from the content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console');

let known: Promise<ConsoleFiles> | undefined;

/** Loads the files once; concurrent callers share one load. */
export function loadConsoleFiles(): Promise<ConsoleFiles> {
  known ??= loadFilesFrom(CONSOLE_FOLDER);
  return known;
}

/** True if the pages are built, or can be bundled. Checked at startup, before the first page is opened. */
export function canServeConsole(): boolean {
  return existsSync(join(CONSOLE_FOLDER, 'dist/index.html')) || canBundle(join(CONSOLE_FOLDER, 'build.ts'));
}

function canBundle(program: string): boolean {
  try {
    createRequire(program).resolve('esbuild');
    return existsSync(program);
  } catch {
    return false;
  }
}

export async function loadFilesFrom(folder: string): Promise<ConsoleFiles> {
  const built = readBuilt(join(folder, 'dist'));
  if (built !== undefined) return built;
  try {
    return filesOf(await bundle(join(folder, 'kept-bundle.ts')));
  } catch (failure) {
    return { page: fileOf('index.html', notBuilt(failure as Error)), assets: new Map() };
  }
}

function readBuilt(dist: string): ConsoleFiles | undefined {
  if (!existsSync(join(dist, 'index.html'))) return undefined;
  const names = ['index.html', ...readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)];
  return filesOf(new Map(names.map((name) => [name, readFileSync(join(dist, name))])));
}

/**
 * Bundles the files. The image does not contain this program, and it needs esbuild, which is a development dependency.
 */
async function bundle(program: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { keptBundle } = await import(pathToFileURL(program).href);
  return keptBundle();
}

function filesOf(bytes: ReadonlyMap<string, Uint8Array>): ConsoleFiles {
  const assets = [...bytes].filter(([name]) => name.startsWith('assets/'));
  return {
    page: fileOf('index.html', bytes.get('index.html')!),
    assets: new Map(assets.map(([name, content]) => [name.slice('assets/'.length), fileOf(name, content)])),
  };
}

function fileOf(name: string, content: string | Uint8Array): ConsoleFile {
  return { body: new StaticBody(content), type: types[extname(name)] ?? 'application/octet-stream' };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

function notBuilt({ message }: Error): string {
  const reason = message.split('\n')[0]!.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Maintenance Data Service</title>
<h1>The console has not been built</h1>
<p>The service runs; only its pages for people are missing. Whoever runs it makes them once, in a copy with all packages
(<code>npm ci &amp;&amp; npm run console</code>), and puts the folder <code>console/dist</code> beside <code>src</code>.
The image and what <code>npm run package</code> makes have it.</p>
<p>The API is at <a href="/docs">/docs</a> as ever. What was in the way: ${reason}</p>
</html>
`;
}
