/**
 * The console's bundle for a service that starts in a clone: that of the last start, as long as nothing has changed of what it was made from,
 * else made anew, which takes a second of the processor. It is kept below node_modules, where that may be written.
 */
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Bundle } from './build.ts';

interface Kept {
  /** By path from here: when it was written and how long it was. */
  readonly sources: ReadonlyMap<string, string>;
  readonly bundle: Bundle;
}

const here = import.meta.dirname;
const FILE = join(here, '../node_modules/.cache/console/bundle');

export async function keptBundle(file = FILE): Promise<Bundle> {
  const kept = readKept(file);
  if (kept !== undefined && isOf(kept.sources)) return kept.bundle;
  // It brings esbuild with it.
  const { bundleConsole } = await import('./build.ts');
  const { bundle, sources } = await bundleConsole();
  keep(file, { bundle, sources: new Map([...sources, ...ownSources()].map((path) => [path, stampOf(path)])) });
  return bundle;
}

function readKept(file: string): Kept | undefined {
  try {
    return deserialize(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** Whether the sources are as they were. */
export function isOf(sources: Kept['sources']): boolean {
  // Styles and lists of what is often used are found by their names: one more changes the bundle, though no source names it.
  const isNew = ownSources().some((path) => !sources.has(path));
  return !isNew && [...sources].every(([path, stamp]) => stampOf(path) === stamp);
}

function ownSources(): string[] {
  return ['build.ts', '../package-lock.json', ...globSync(['src/**/*.css', 'src/**/often.ts'], { cwd: here })];
}

function stampOf(path: string): string {
  const found = statSync(join(here, path), { throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${found.mtimeMs} ${found.size}`;
}

/** Others may start at the same time: each puts its own in the place at once. */
function keep(file: string, kept: Kept): void {
  const mine = `${file}-${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(mine, serialize(kept));
    renameSync(mine, file);
  } catch {
    // It is made again at the next start.
  }
}
