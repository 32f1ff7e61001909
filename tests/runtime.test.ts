// bin/mds.js in a copy of the project's layout, with a main.ts that tells what it was given. Started by the older Node
// of the machine where there is one; elsewhere MDS_RUNTIME=pinned makes the same hand-over.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

const root = dirname(import.meta.dirname);
const pinnedName = `node-linux-${process.arch}`;
const pinnedFolder = join(root, 'node_modules', pinnedName);
const pinnedVersion: string = JSON.parse(readFileSync(join(pinnedFolder, 'package.json'), 'utf8')).version;

// No process.exit after 'tell' and 'echo': a command must end by itself when it has nothing left to do.
const mainFile = `
const [command, value]: string[] = process.argv.slice(2);
const settings: string[] = Object.keys(process.env).filter((name) => name === 'MDS_RUNTIME');
if (command === 'tell') console.log(JSON.stringify({ version: process.versions.node, args: process.argv.slice(2), settings }));
if (command === 'echo') process.stdin.pipe(process.stdout);
if (command === 'threads') {
  const { pbkdf2 } = await import('node:crypto');
  const { readdirSync, readFileSync } = await import('node:fs');
  pbkdf2('', '', 1, 8, 'sha1', () => {
    const names = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8'));
    console.log(names.filter((name) => name === 'libuv-worker\\n').length);
  });
}
if (command === 'exit') process.exit(Number(value));
if (command === 'throw') throw new Error('thrown by main');
if (command === 'count') {
  let times = 0;
  process.on('SIGINT', () => {
    if (++times > 1) return;
    setTimeout(() => {
      console.log('SIGINT x ' + times);
      process.exit(0);
    }, 300);
  });
  setInterval(() => {}, 1000);
  console.log('counting');
}
if (command === 'wait' || command === 'serve') {
  setInterval(() => {}, 1000);
  if (command === 'serve') {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      process.on(signal, () => {
        console.log('ending on ' + signal);
        process.exit(3);
      });
    }
  }
  console.log(process.pid);
}
`;

const layouts: string[] = [];
const outerProcesses: ChildProcess[] = [];
after(() => {
  for (const process_ of outerProcesses) process_.kill('SIGKILL');
  for (const layout of layouts) rmSync(layout, { recursive: true });
});

const layout = copyOfLayout({ withRuntime: true });
const outer = outerNode();

test('the service runs on the pinned runtime and gets the arguments it was given', async () => {
  const started = start(['tell', '--help', 'two words', '']);
  const told = JSON.parse(await started.line());
  assert.deepEqual(told, { version: pinnedVersion, args: ['tell', '--help', 'two words', ''], settings: [] });
  assert.deepEqual(await started.end(), { code: 0, signal: null });
});

test('standard input reaches the service', async () => {
  const started = start(['echo']);
  started.process.stdin!.end('through and back');
  assert.equal(await started.line(), 'through and back');
  assert.deepEqual(await started.end(), { code: 0, signal: null });
});

test('the exit code of the service is the exit code of the command', async () => {
  for (const code of [0, 1, 7, 255]) {
    assert.deepEqual(await start(['exit', String(code)]).end(), { code, signal: null });
  }
  const thrown = start(['throw']);
  assert.deepEqual(await thrown.end(), { code: 1, signal: null });
  assert.match(thrown.errors(), /thrown by main/);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} reaches the service, which ends in its own way`, async () => {
    const started = start(['serve']);
    await started.line();
    started.process.kill(signal);
    assert.equal(await started.line(), `ending on ${signal}`);
    assert.deepEqual(await started.end(), { code: 3, signal: null });
  });
}

test('Ctrl-C, which a terminal sends to the whole group, reaches the service once', async () => {
  const started = start(['count'], { ...outer, detached: true });
  await started.line();
  process.kill(-started.process.pid!, 'SIGINT');
  assert.equal(await started.line(), 'SIGINT x 1');
  assert.deepEqual(await started.end(), { code: 0, signal: null });
});

test('a command that does not handle a signal dies of it, seen from outside too', async () => {
  const waiting = start(['wait']);
  await waiting.line();
  waiting.process.kill('SIGTERM');
  assert.deepEqual(await waiting.end(), { code: null, signal: 'SIGTERM' });

  const killed = start(['wait']);
  process.kill(Number(await killed.line()), 'SIGKILL');
  assert.deepEqual(await killed.end(), { code: null, signal: 'SIGKILL' });
});

test('a kill -9 of the outer process ends the service as SIGTERM does', async () => {
  const started = start(['serve']);
  const pid = Number(await started.line());
  assert.notEqual(pid, started.process.pid);
  started.process.kill('SIGKILL');
  assert.equal(await started.line(), 'ending on SIGTERM');
  await gone(pid);
});

test('a kill -9 of the outer process ends a command that handles no signal', async () => {
  const started = start(['wait']);
  const pid = Number(await started.line());
  started.process.kill('SIGKILL');
  await gone(pid);
});

test('a runtime that is new enough runs the service itself, without a second process', async () => {
  const started = start(['wait'], { node: process.execPath, env: {} });
  assert.equal(Number(await started.line()), started.process.pid);
  started.process.kill('SIGTERM');
  assert.deepEqual(await started.end(), { code: null, signal: 'SIGTERM' });
});

test('what was compiled is kept beside the packages, and a start does without where it cannot be', async () => {
  const kept = (layout: string) => join(layout, 'node_modules/.cache');
  const here = { node: process.execPath, env: {} };
  for (const how of [here, outer]) {
    const fresh = copyOfLayout({ withRuntime: true });
    assert.deepEqual(await start(['exit', '0'], { ...how, layout: fresh }).end(), { code: 0, signal: null });
    const files = readdirSync(kept(fresh), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    assert.notEqual(files.length, 0);

    const closed = copyOfLayout({ withRuntime: true });
    writeFileSync(kept(closed), 'no folder');
    const started = start(['exit', '0'], { ...how, layout: closed });
    assert.deepEqual(await started.end(), { code: 0, signal: null });
    assert.equal(started.errors(), '');
  }
});

test('lookups that hang leave threads for others: there are 32 unless the operator says otherwise', async () => {
  const here = { node: process.execPath };
  for (const [env, threads] of [
    [{}, '32'],
    [{ UV_THREADPOOL_SIZE: '6' }, '6'],
  ] as const) {
    assert.equal(await start(['threads'], { ...here, env }).line(), threads, 'run by this Node itself');
    assert.equal(await start(['threads'], { ...outer, env: { ...outer.env, ...env } }).line(), threads, 'handed over');
  }
});

test('a missing runtime is named, with the command that installs it', async () => {
  const bare = copyOfLayout({ withRuntime: false });
  const started = start(['tell'], { ...outer, layout: bare });
  assert.deepEqual(await started.end(), { code: 1, signal: null });
  assert.match(started.errors(), new RegExp(`${pinnedName}.*npm ci' in ${bare}`, 's'));
});

test('a library that the runtime lacks is named in one line, with its package', async () => {
  const loader = (library: string) =>
    `node: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`;
  for (const [library, told] of [
    ['libatomic.so.1', /^The runtime needs the library libatomic\.so\.1, .*: apt-get install libatomic1 .*\n$/],
    ['libstdc++.so.6', /^The runtime \S+ cannot be loaded: the library libstdc\+\+\.so\.6 is missing\.\n$/],
  ] as const) {
    const bare = copyOfLayout({ withRuntime: false });
    const bin = join(bare, 'node_modules', pinnedName, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bare, 'node_modules', pinnedName, 'package.json'), '{}');
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${loader(library)}' >&2\nexit 127\n`, { mode: 0o755 });
    const started = start(['tell'], { ...outer, layout: bare });
    assert.deepEqual(await started.end(), { code: 1, signal: null });
    assert.match(started.errors(), told);
  }
});

test('npm start is begun by the Node of the machine, which can say what the runtime lacks', () => {
  // npm puts the project's own runtime first on the path of every script, where a missing library is all that is ever said.
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const told = execFileSync(
    '/bin/sh',
    ['-c', scripts.start.replace('bin/mds.js serve', `'${join(layout, 'bin/mds.js')}' tell`)],
    {
      env: { ...process.env, ...outer.env, npm_node_execpath: outer.node, PATH: '/nonexistent' },
      encoding: 'utf8',
    },
  );
  assert.equal(JSON.parse(told).version, pinnedVersion);
});

test('an unknown MDS_RUNTIME is refused', async () => {
  const started = start(['tell'], { node: process.execPath, env: { MDS_RUNTIME: 'newest' } });
  assert.deepEqual(await started.end(), { code: 1, signal: null });
  assert.match(started.errors(), /MDS_RUNTIME is 'newest'/);
});

interface Outer {
  node: string;
  env: Record<string, string>;
  layout?: string;
  detached?: boolean;
}

function start(args: string[], { node, env, layout: home = layout, detached = false }: Outer = outer) {
  const { MDS_RUNTIME: _unset, UV_THREADPOOL_SIZE: _size, NODE_COMPILE_CACHE: _kept, ...inherited } = process.env;
  const process_: ChildProcess = spawn(node, [join(home, 'bin', 'mds.js'), ...args], {
    env: { ...inherited, ...env },
    detached,
  });
  outerProcesses.push(process_);
  const lines = createInterface({ input: process_.stdout! })[Symbol.asyncIterator]();
  const ended = once(process_, 'close');
  let errors = '';
  process_.stderr!.on('data', (part) => {
    errors += part;
  });
  return {
    process: process_,
    errors: () => errors,
    line: async (): Promise<string> => {
      const next = await lines.next();
      assert.ok(!next.done, `ended without another line; standard error: ${errors}`);
      return next.value;
    },
    end: async () => {
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}

async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (isRunning(pid)) {
    assert.ok(Date.now() < deadline, `process ${pid} is still there`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function copyOfLayout({ withRuntime }: { withRuntime: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-runtime-'));
  layouts.push(folder);
  cpSync(join(root, 'bin', 'mds.js'), join(folder, 'bin', 'mds.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'main.ts'), mainFile);
  mkdirSync(join(folder, 'node_modules'));
  if (withRuntime) symlinkSync(pinnedFolder, join(folder, 'node_modules', pinnedName));
  return folder;
}

function outerNode(): Outer {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  for (const node of folders.map((folder) => join(folder, 'node'))) {
    try {
      accessSync(node, constants.X_OK);
    } catch {
      continue;
    }
    if (Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 26) {
      return { node, env: {} };
    }
  }
  return { node: process.execPath, env: { MDS_RUNTIME: 'pinned' } };
}
