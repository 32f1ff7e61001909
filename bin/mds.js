#!/usr/bin/env node
// Picks the runtime and hands over to src/main.ts. The service needs Node 26; a machine often has an older one, so
// an older Node starts the runtime the project carries in node_modules and stands in front of it until it ends.
// Plain JavaScript of Node 18: an older Node must be able to read this file to the end.
//
// MDS_RUNTIME=pinned takes the project's own runtime even where the outer Node would do.

import { spawn, spawnSync } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_MAJOR = 26;
const HANDED_OVER = 'handed-over';
// A little longer than the service may take to finish what is under way.
const GRACE_MS = 20_000;

// Looking up a name that only the machine itself knows holds a thread of libuv's pool for as long as a name server keeps silent,
// and the pool has 4: a few such names would hold up every one of them, and every compressed answer. They do nothing but
// wait, so many cost next to nothing. The pool is made when it is first used, and its size is read then.
process.env.UV_THREADPOOL_SIZE ||= '32';

const asked = process.env.MDS_RUNTIME;
// Not a setting of the service, which refuses MDS_ names it does not know.
delete process.env.MDS_RUNTIME;

if (asked === HANDED_OVER) {
  endWithOuterProcess();
  await run();
} else if (asked !== undefined && asked !== '' && asked !== 'pinned') {
  refuse(`MDS_RUNTIME is '${asked}'; the only value it takes is 'pinned'.`);
} else if (asked !== 'pinned' && Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  await run();
} else {
  handOver(pinnedRuntime());
}

// Half of the time of a start goes into compiling, so what was compiled is kept. Not in the machine's folder for temporary
// files, where anybody could lay down code for us to run: beside the packages, where only those can write who could change
// the program itself. Where that is read-only all is compiled each time. Threads find the folder in the environment.
function run() {
  process.env.NODE_COMPILE_CACHE ||= join(ROOT, 'node_modules/.cache/compiled');
  module.enableCompileCache();
  return import('../src/main.ts');
}

function pinnedRuntime() {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node');
  } catch {
    refuse(
      `This needs Node ${NEEDED_MAJOR} and was started by Node ${process.versions.node}; its own runtime (${name}) is not installed.`,
      `On Linux, x64 or arm64, ${howToInstall()}. Elsewhere start it with Node ${NEEDED_MAJOR} or newer.`,
    );
  }
}

function howToInstall() {
  const isPackage = basename(dirname(ROOT)) === 'node_modules';
  return isPackage ? 'install the package again without --omit=optional' : `run 'npm ci' in ${ROOT}`;
}

// A minimal system lacks a library of the runtime: the loader then ends it with 127 and a line that names no package. Asking
// for the version takes a few milliseconds.
function checkLibraries(runtime) {
  const { status, stderr } = spawnSync(runtime, ['--version'], { encoding: 'utf8' });
  if (status !== 127) return;
  const missing = /(lib\S+?\.so[.\d]*)/.exec(stderr)?.[1];
  if (missing === 'libatomic.so.1') {
    refuse(
      `The runtime needs the library ${missing}, which this system lacks: apt-get install libatomic1 (Fedora: dnf install libatomic).`,
    );
  }
  refuse(`The runtime ${runtime} cannot be loaded: ${missing ? `the library ${missing} is missing.` : stderr.trim()}`);
}

function handOver(runtime) {
  checkLibraries(runtime);
  const inner = spawn(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MDS_RUNTIME: HANDED_OVER },
    // Out of the reach of a terminal: Ctrl-C goes to every process of a group, so the service would get it twice, once
    // from the terminal and once from here, and many a program takes the second for impatience.
    detached: true,
  });
  const forward = (signal) => inner.kill(signal);
  const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of forwarded) process.on(signal, forward);
  inner.on('error', (error) => {
    // Also reported when a signal or a message could not be passed on: then the inner process is still there.
    if (inner.pid === undefined) refuse(`Cannot start the runtime ${runtime}: ${error.message}`);
  });
  inner.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // Whoever started this must see the same end: killed by that signal, not an exit code.
    for (const name of forwarded) process.removeListener(name, forward);
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
  });
}

// A killed outer process cannot pass anything on. The channel between the two closes with it, however it dies, and
// the service then ends as it does on SIGTERM; otherwise it would hold its port and its database with nobody in charge.
function endWithOuterProcess() {
  const end = () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  };
  process.once('disconnect', end);
  // The channel alone must not keep a finished command alive.
  process.channel?.unref();
  // It may have closed before the listener stood.
  if (!process.connected) end();
}

function refuse(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}
