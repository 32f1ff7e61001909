// npm test: one PostgreSQL for all tests, then Node's test runner over every test file, or over the files and folders
// given as arguments. Options are passed on to the runner: npm test -- src/lib --test-name-pattern=folds
// What is random comes from one seed, which is printed: TEST_SEED=1234 npm test repeats it.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Failure } from './support/failures.ts';
import { startTestServer } from './support/postgres.ts';
import { newSeed } from './support/seed.ts';
import { createMigrated } from './support/sqlite.ts';
import { watchWithheld } from './support/withheld.ts';

/** For what hangs: whatever takes long, takes many times as long on a machine that has other work. */
const TEST_TIMEOUT_MS = 600_000;
/** They measure how long others have to wait, so nothing runs beside them. */
const ALONE = ['tests/neighbours.test.ts'];
/** Many wait more than they compute: for a process to start, a pause to end, a silence to be noticed. */
const AT_ONCE = availableParallelism() + 1;
/** How many files share a process, at most. */
const TOGETHER = 6;
/** Files and folders that take longest, most of it waiting: begun last, they would be waited for alone. */
const FIRST = [
  'tests/install-package.test.ts',
  'tests/webhooks/crash.test.ts',
  'tests/webhooks/workers.test.ts',
  'tests/many-processes.test.ts',
  'tests/moving.test.ts',
  'tests/guide.test.ts',
  'tests/crash.test.ts',
  'tests/backup.test.ts',
  'tests/observability/shutdown.test.ts',
  'tests/webhooks',
];
/** From this share of the processors on that the machine did not get, a test that failed may have failed for want of them. */
const MUCH_WITHHELD = 0.05;
/** In files that look at the clock: how long something takes depends on what runs beside them. */
const LOOKS_AT_THE_CLOCK = /\bperformance\.now\(|support\/turns\.ts|\.arrivedAt\b/;
/** In the names of files that import those. */
const TIMED = '-timed-';
/** A file system in memory, if there is one with room for the databases of tests. */
const MEMORY = { folder: '/dev/shm', bytes: 4 * 2 ** 30 };
const root = dirname(import.meta.dirname);

const seed = process.env.TEST_SEED ?? String(newSeed());
const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const files = testFiles(given.filter((argument) => !argument.startsWith('-')));

// Whoever presses Ctrl-C, even while the server starts, still gets it stopped.
let interrupted: NodeJS.Signals | null = null;
let interruptRunner = (_signal: NodeJS.Signals) => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    interruptRunner(signal);
  });
}

const temporary = temporaryFolder();
// Some tests are another user.
chmodSync(temporary, 0o755);
// Hundreds of databases are copied from one: on a disk each takes up to ten times as long.
const server = await startTestServer({ dataFolder: join(temporary, 'postgres') });
const migrated = join(temporary, 'migrated.db');
createMigrated(migrated);
const isAlone = (file: string) => ALONE.some((one) => file.endsWith(one));
const withheld = watchWithheld();
const alone = await runTests(files.filter(isAlone), 1, server.url());
const others = await runTests(arranged(files.filter((file) => !isAlone(file))), AT_ONCE, server.url());
const { code, failed } = await judged([alone, others]);
if (code !== 0) {
  // What runs alone has told of it thousands of lines ago.
  for (const test of failed) console.error(`✖ ${test}`);
  console.error(`Random values were made from TEST_SEED=${seed}.`);
}
await server.stop('immediate');
rmSync(temporary, { recursive: true, force: true });
process.exitCode = interrupted ? 128 + constants.signals[interrupted] : code;

function testFiles(paths: string[]): string[] {
  if (paths.length === 0) return globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root }).sort();
  return paths.flatMap((path) => {
    const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    const found = globSync(folder ? join(path, '**/*.test.ts') : path).sort();
    if (found.length === 0)
      refuse(folder ? `There is no test file (*.test.ts) in ${path}.` : `There is no file ${path}.`);
    // Run as a test, any other file would pass.
    const other = found.find((file) => !/\.(test|long)\.ts$/.test(file));
    if (other !== undefined) refuse(`${other} is no test file (*.test.ts). Its folder: npm test -- ${dirname(other)}`);
    return found.map((file) => resolve(file));
  });
}

/** What a test writes need not outlive the machine: a disk takes longer to be sure of it than most tests take. */
function temporaryFolder(): string {
  const elsewhere = () => mkdtempSync(join(tmpdir(), 'mds-tests-'));
  if (!existsSync(MEMORY.folder)) return elsewhere();
  const { bavail, bsize } = statfsSync(MEMORY.folder);
  if (bavail * bsize < MEMORY.bytes) return elsewhere();
  const folder = mkdtempSync(join(MEMORY.folder, 'mds-tests-'));
  // Some tests install programs, which such a file system may refuse to run.
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return elsewhere();
}

/**
 * The files that Node's runner gets, which takes them by their names. Files of a folder share a process, whose start, with the service
 * and the browser that they use in turn, takes longer than most of them: those beside the code, which are small, all of a room, others a few.
 */
function arranged(chosen: readonly string[]): string[] {
  const folder = join(root, 'node_modules/.cache/tests');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups = Map.groupBy(chosen, (file) => {
    const path = relative(root, resolve(root, file));
    const [place = '', room = ''] = path.split(sep);
    const isTimed = LOOKS_AT_THE_CLOCK.test(readFileSync(resolve(root, file), 'utf8'));
    if (FIRST.includes(path)) return `0-${path}${isTimed ? TIMED : ''}`;
    if (isTimed) return `1-${place === 'src' ? place : dirname(path)}${TIMED}`;
    if (FIRST.includes(dirname(path))) return `1-${dirname(path)}`;
    return place === 'src' && room !== 'storage' ? `2-${room}` : `3-${dirname(path)}`;
  });
  return [...groups].flatMap(([name, members]) =>
    inParts(members, name.startsWith('2-') ? members.length : TOGETHER).map((part, n) => {
      // The runtime strips types from no file below node_modules.
      const file = join(folder, `${name.replaceAll(sep, '-')}-${n}.test.mjs`);
      writeFileSync(file, part.map((member) => `import ${JSON.stringify(resolve(root, member))};\n`).join(''));
      return file;
    }),
  );
}

/** Of equal size, as far as can be. */
function inParts<Item>(items: readonly Item[], most: number): Item[][] {
  const parts = Math.ceil(items.length / most);
  return Array.from({ length: parts }, (_, n) => items.filter((_item, at) => at % parts === n));
}

/**
 * What failed for want of processors is run once more, one file after the other: files that look at the clock, beside which others ran,
 * and any file while the machine did not get its processors. Whatever else fails has failed.
 */
async function judged(outcomes: readonly Outcome[]): Promise<Pick<Outcome, 'code' | 'failed'>> {
  const failed = outcomes.filter(({ code }) => code !== 0);
  const again = failed.flatMap(({ files }) => files);
  const isWithheld = withheld() > MUCH_WITHHELD;
  const isExcused =
    failed.every(({ files }) => files.length > 0) && (isWithheld || again.every((file) => file.includes(TIMED)));
  if (interrupted || failed.length === 0 || !isExcused) {
    return { code: Math.max(...outcomes.map(({ code }) => code)), failed: failed.flatMap((outcome) => outcome.failed) };
  }
  const why = isWithheld
    ? `The machine did not get ${(withheld() * 100).toFixed(0)} % of its processors`
    : 'What failed looks at the clock, and shared the processors with other tests';
  console.error(`${why}: these files again, one at a time.`);
  return runTests(again, 1, server.url());
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function reporters(failures: string): string[] {
  if (options.some((option) => option.startsWith('--test-reporter'))) return [];
  const collecting = join(root, 'tests/support/failures.ts');
  return [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${collecting}`,
    `--test-reporter-destination=${failures}`,
  ];
}

interface Outcome {
  readonly code: number;
  /** In which something failed; none where nobody has told. */
  readonly files: readonly string[];
  /** The tests that failed, by their names. */
  readonly failed: readonly string[];
}

async function runTests(chosen: readonly string[], atOnce: number, database: string): Promise<Outcome> {
  if (interrupted) return { code: 1, files: [], failed: [] };
  if (chosen.length === 0) return { code: 0, files: [], failed: [] };
  const failures = join(temporary, 'failures');
  rmSync(failures, { force: true });
  const { FORCE_COLOR: _colour, ...env } = process.env;
  const runner = spawn(
    process.execPath,
    [
      '--import',
      join(root, 'tests/support/seed.ts'),
      '--test',
      `--test-concurrency=${atOnce}`,
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      ...reporters(failures),
      ...options,
      ...chosen,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...(env.CI ? { ...env, NO_COLOR: '1' } : process.env),
        TMPDIR: temporary,
        MDS_TEST_POSTGRES: database,
        MDS_TEST_SQLITE: migrated,
        TEST_SEED: seed,
        // Every test file and every service it starts is a process of its own: they share what the first has compiled.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
    },
  );
  interruptRunner = (signal) => runner.kill(signal);
  const [exitCode] = await once(runner, 'exit');
  const told = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [];
  const all = told.map((line): Failure => JSON.parse(line));
  return {
    code: exitCode ?? 1,
    files: all.flatMap((failure) => ('file' in failure ? [failure.file] : [])),
    failed: all.flatMap((failure) => ('test' in failure ? [failure.test] : [])),
  };
}
