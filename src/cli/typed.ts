/**
 * Formats commands for output so that they work when pasted into the shell and the folder in which they were printed.
 */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

const program = join(import.meta.dirname, '../../bin/mds.js');

/**
 * Returns the command to type: `./bin/mds.js accounts list`, or `mds accounts list` if `mds` on the path is this
 * program. `setting` is put before it.
 */
export function typed(words: string, setting?: `${string}=${string}`): string {
  const before = setting === undefined ? '' : `${setting} `;
  // A user of `npm start` also has its settings.
  if (words === 'serve' && process.env.npm_lifecycle_event === 'start') return `${before}npm start`;
  const name = programName(process.cwd(), process.env.PATH ?? '', process.execPath);
  // npx adds the folder of the command to the path of its child process, not to that of the shell.
  const program = name === 'mds' && process.env.npm_lifecycle_event === 'npx' ? 'npx mds' : name;
  return `${before}${program} ${words}`;
}

/**
 * Returns how to call this program. `node` is the path of the runtime, used if the shell finds none itself, as under a
 * supervisor.
 */
export function programName(folder: string, path: string, node: string): string {
  const installed = onPath('mds', path);
  if (installed !== undefined && realpathSync(installed) === realpathSync(program)) return 'mds';
  const way = relative(folder, program);
  const file = quoted(way.startsWith('..') ? program : `./${way}`);
  return isExecutable(program) && onPath('node', path) !== undefined ? file : `${quoted(node)} ${file}`;
}

function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Quotes a word for a POSIX shell, if necessary. */
export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
