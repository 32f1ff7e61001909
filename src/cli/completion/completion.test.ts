import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordTypeNames } from '../../catalogue/index.ts';
import { allCommands } from '../index.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';

const commands = await allCommands();

/** What a real bash offers behind a line, typed up to the last character. */
function offered(lines: readonly string[]): string[][] {
  const ask = lines.map((line) => {
    const words = line.split(' ');
    const list = words.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _mds; echo "\${COMPREPLY[*]}"`;
  });
  const script = `set -u\nsource <(cat <<'END'\n${bashScript(commands)}END\n)\n${ask.join('\n')}`;
  const output = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter(Boolean));
}

test('bash completes commands, their second words, options, and values that can be known', () => {
  const cases: [line: string, expected: readonly string[]][] = [
    ['mds acc', ['accounts']],
    ['./bin/mds.js mig', ['migrate']],
    ['mds --v', ['--version']],
    ['mds accounts ', ['create', 'list', 'update', 'freeze', 'thaw', 'remove']],
    ['mds keys ro', ['rotate']],
    ['mds accounts create --a', ['--admin-email']],
    ['mds accounts create --name Firm --', ['--name', '--admin-email', '--currency', '--shard', '--json', '--help']],
    ['mds accounts create --name ', []],
    ['mds seed --size ', ['tiny', 'demo', 'load']],
    ['mds serve --role w', ['worker']],
    ['mds explain Work', ['WorkOrders']],
    ['mds completion ', ['bash', 'zsh', 'fish', '--json', '--help']],
    ['mds nothing ', []],
  ];
  const answers = offered(cases.map(([line]) => line));
  for (const [n, [line, expected]] of cases.entries()) assert.deepEqual(answers[n], expected, line);
  assert.deepEqual(offered(['mds explain '])[0]!.slice(0, 15), recordTypeNames);
});

test('bash completes files where an option takes one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-completion-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'monday.db'), '');
  assert.deepEqual(offered([`mds restore --from ${folder}/mon`]), [[`${folder}/monday.db`]]);
});

test('every command and every option is completed, in every shell', () => {
  const fish = fishScript(commands);
  assert.ok(!offeredBy.bash('mcp', 'json') && !fish.includes("from mcp' -l json "), 'which it refuses');
  for (const { words, options } of commands) {
    for (const name of [...Object.keys(options), ...(words === 'mcp' ? [] : ['json']), 'help']) {
      assert.ok(offeredBy.bash(words, name), `bash: ${words} --${name}`);
      const typed = words.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
      assert.ok(fish.includes(`-n '${typed.join('; and ')}' -l ${name} `), `fish: ${words} --${name}`);
    }
  }
});

const all = offered(commands.map(({ words }) => `mds ${words} --`));
const offeredBy = {
  bash: (words: string, name: string) => all[commands.findIndex((one) => one.words === words)]!.includes(`--${name}`),
};
