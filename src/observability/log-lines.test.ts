import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatherLines } from './log-lines.ts';

test('lines wait for others, and what went wrong takes all before it along at once', () => {
  const { lines, written } = collecting();
  lines.write('one\n');
  lines.write('two\n');
  assert.deepEqual(written, []);
  lines.writeNow('wrong\n');
  assert.deepEqual(written, ['one\ntwo\nwrong\n']);
});

test('no line is cut or lost, whatever its length and its characters', () => {
  const { lines, written } = collecting();
  const sent = Array.from({ length: 500 }, (_, n) => `${n} ${'é€😀'.repeat(n)}\n`);
  sent.splice(250, 0, `${'x'.repeat(300_000)}\n`);
  for (const line of sent) lines.write(line);
  lines.writeNow('last\n');
  assert.equal(written.join(''), `${sent.join('')}last\n`);
});

for (const [end, status] of [
  ['', 0],
  ['process.exit(3)', 3],
  [`throw new Error('nobody expected')`, 1],
] as const) {
  test(`every line is out when the process ends by ${end || 'itself'}`, () => {
    const program = `
      const { createLog } = await import('${import.meta.dirname}/log.ts');
      const log = createLog('info');
      for (let n = 0; n < 5000; n++) {
        if (n % 3 === 0) log.warn({ n }, 'warned');
        else log.line('info', 'told', () => '"n":' + n);
      }
      ${end}`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.equal(run.status, status, run.stderr);
    const found = run.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).n);
    assert.deepEqual(
      found,
      Array.from({ length: 5000 }, (_, n) => n),
    );
  });
}

test('what went wrong is out at once, without the process ending', () => {
  const program = `
    const { createLog } = await import('${import.meta.dirname}/log.ts');
    const log = createLog('info');
    log.info({ n: 1 }, 'told');
    log.error({ err: new Error('wrong') }, 'wrong');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.equal(run.signal, 'SIGKILL');
  assert.deepEqual(
    run.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).msg),
    ['told', 'wrong'],
  );
});

test('a log that can never be written keeps nothing from going on, nor from ending', { timeout: 20_000 }, () => {
  const program = `
    const { createLog } = await import('${import.meta.dirname}/log.ts');
    const log = createLog('info');
    for (let n = 0; n < 20; n++) {
      log.warn({ n }, 'warned');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.error('went on');`;
  const run = spawnSync(
    '/bin/sh',
    ['-c', 'exec "$0" --input-type=module -e "$1" > /dev/full', process.execPath, program],
    {
      encoding: 'utf8',
      timeout: 10_000,
    },
  );
  assert.deepEqual([run.status, run.stderr], [0, 'went on\n']);
});

test('a log that nobody takes keeps no process from ending, and one that is taken slowly is whole', {
  timeout: 60_000,
}, async (t) => {
  const program = `
    const { createLog } = await import('${import.meta.dirname}/log.ts');
    process.stdout.on('error', () => {});
    const log = createLog('info');
    for (let n = 0; n < 1_000; n++) log.warn({ n, text: 'x'.repeat(1_000) }, 'warned');`;
  const start = () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    return { child, ended: once(child, 'exit') };
  };
  const { ended } = start();
  assert.deepEqual(await ended, [0, null]);
  const slow = start();
  let text = '';
  for await (const piece of slow.child.stdout.setEncoding('utf8')) {
    text += piece;
    await sleep(100);
  }
  assert.deepEqual(await slow.ended, [0, null]);
  assert.equal(text.split('\n').length, 1_001);
});

test('lines that could not be written are counted, and told of where there is room again', {
  timeout: 30_000,
}, async (t) => {
  const file = join(temporaryFolder(t), 'log');
  const program = `
    const { createLog } = await import('${import.meta.dirname}/log.ts');
    const log = createLog('info');
    let n = 0;
    setInterval(() => log.warn({ n: n++ }, 'warned'), 5);
    process.on('SIGTERM', () => process.exit());`;
  // No file of it may be longer than a few kilobytes, which is what a full disk looks like.
  const script = 'ulimit -f 8; exec "$0" --input-type=module -e "$1" >> "$2"';
  const child = spawn('/bin/sh', ['-c', script, process.execPath, program, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  // Full where it has not grown for a while: a machine that has other work lets it stand still for a moment.
  for (let size = -1; size < 1 || size < statSync(file).size; ) {
    size = statSync(file, { throwIfNoEntry: false })?.size ?? -1;
    await sleep(500);
  }
  const before = readFileSync(file, 'utf8');
  truncateSync(file);
  while (statSync(file).size < 500) await sleep(10);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  const whole = before.slice(0, before.lastIndexOf('\n') + 1);
  const read = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const last = read(whole).at(-1).n;
  const [told, next] = read(readFileSync(file, 'utf8'));
  assert.equal(told.msg, 'lines of the log could not be written');
  assert.equal(next.n, last + 1 + told.lines);
});

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-log-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function collecting() {
  const written: string[] = [];
  const lines = gatherLines({ write: (bytes) => written.push(bytes.toString()), hurry() {} });
  return { lines, written };
}
