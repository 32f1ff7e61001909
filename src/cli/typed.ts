/** How a command is typed so that it works as printed, pasted into the shell and the folder in which it was printed. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

const program = join(import.meta.dirname, '../../bin/mds.js');

/** `./bin/mds.js accounts list`; `mds accounts list` where that name leads here. `setting` is put before it. */
export function typed(words: string, setting?: `${string}=${string}`): string {
  const before = setting === undefined ? '' : `${setting} `;
  // Whoever typed `npm start` has its settings, too.
  if (words === 'serve' && process.env.npm_lifecycle_event === 'start') return `${before}npm start`;
  const name = programName(process.cwd(), process.env.PATH ?? '', process.execPath);
  // npx puts the folder of the command on the path of what it runs, not on that of the shell.
  const program = name === 'mds' && process.env.npm_lifecycle_event === 'npx' ? 'npx mds' : name;
  return `${before}${program} ${words}`;
}

/** `node` is the runtime to name where the shell has none of its own, as under a supervisor. */
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

/** For a POSIX shell, where it needs it. */
export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
