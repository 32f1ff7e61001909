import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
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
      const { makeLog } = await import('${import.meta.dirname}/log.ts');
      const log = makeLog('info');
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
    const { makeLog } = await import('${import.meta.dirname}/log.ts');
    const log = makeLog('info');
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

function collecting() {
  const written: string[] = [];
  const lines = gatherLines({ write: (bytes) => written.push(bytes.toString()), hurry() {} });
  return { lines, written };
}
