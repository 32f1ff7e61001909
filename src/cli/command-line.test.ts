import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { UsageError } from './command.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { allCommands } from './index.ts';
import { typed } from './typed.ts';

const commands = await allCommands();
const read = (...argv: string[]) => readCommandLine(argv, commands);
const textOf = (...argv: string[]) => (read(...argv) as { text: string }).text;

test('--version tells which version this is, and the runtime it runs on', () => {
  for (const asked of ['--version', '-v', 'version']) {
    assert.equal(textOf(asked), `maintenance-data-service ${packageJson.version} (Node ${process.versions.node})\n`);
  }
});

test('--version as one JSON value, and nothing behind it', () => {
  for (const asked of ['--version', '-v', 'version']) {
    const { name, version } = packageJson;
    assert.deepEqual(JSON.parse(textOf(asked, '--json')), { name, version, node: process.versions.node });
    assert.throws(() => read(asked, '--jsn'), UsageError);
  }
});

test('a word that a command does not take is refused: nobody takes it for heeded', () => {
  assert.throws(
    () => read('doctor', 'extra'),
    new UsageError(`"extra" is too much: doctor takes no such word. See: ${typed('doctor --help')}`),
  );
  assert.throws(() => read('seed', 'demo', '--account', 'acc_1'), /"demo" is too much/);
  assert.throws(() => read('accounts', 'remove', '--account', 'acc_1', '--yes', 'please'), /"please" is too much/);
  assert.throws(() => read('explain', 'Tasks', 'Assets'), /"Assets" is too much/);
  assert.deepEqual((read('explain', 'Tasks') as CommandLine).rest, ['Tasks']);
});

test('an option that a command does not have is refused, whatever it is called', () => {
  for (const name of ['jsn', 'constructor', 'toString', 'valueOf'])
    assert.throws(() => read('doctor', `--${name}`), new RegExp(`^UsageError: doctor has no option --${name}`));
});

test('help says how each command is typed here, with what may follow it', () => {
  assert.ok(textOf('--help').startsWith(`Usage: ${typed('<command>')} [options]\n`));
  for (const { words } of commands)
    assert.ok(textOf(...words.split(' '), '--help').startsWith(`Usage: ${typed(words)} `));
  assert.match(textOf('completion', '--help'), /completion <bash\|zsh\|fish> \[options\]/);
});

test('--json is offered by every command that takes it, and by no other', () => {
  for (const { words } of commands) {
    const help = textOf(...words.split(' '), '--help');
    assert.equal(/^ {2}--json /m.test(help), words !== 'mcp', words);
  }
  assert.throws(() => read('mcp', '--json'), {
    name: 'UsageError',
    message: /protocol on standard output.*leave --json out/,
  });
});

test('a command that does not exist is answered with the one that was meant, or with how to find it', () => {
  assert.throws(
    () => read('migrat'),
    new UsageError(`"migrat" is not a command; did you mean "migrate"? See: ${typed('--help')}`),
  );
  assert.throws(() => read('accounts', 'creat'), /There are:\n {2}accounts create/);
});

test('an option that is given twice is refused: neither of the two is passed over', () => {
  assert.throws(
    () => read('listen', '--print', '--action', 'Updated', '--action=Created'),
    new UsageError('--action is given more than once; give it once.'),
  );
  assert.throws(() => read('listen', '--print', '--print'), /--print is given more than once/);
  assert.throws(() => read('doctor', '--json', '--json'), /--json is given more than once/);
});

test('no text of the program tells to type a name that may not lead here', () => {
  const root = join(import.meta.dirname, '../..');
  const first = [...new Set(commands.map(({ words }) => words.split(' ')[0]!))].join('|');
  // A name in quotes, such as that of a lock, is nothing to type.
  const bare = new RegExp(`(?<!['"])\\bmds (${first}|--)`);
  for (const file of globSync('src/**/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))) {
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      if (!/^\s*(\/?\*|\/\/)/.test(line)) assert.doesNotMatch(line, bare, file);
    }
  }
});

test('every command that a guide, a file to deploy by or a page of the console shows is one, with options it takes', () => {
  const root = join(import.meta.dirname, '../..');
  const places = [
    '*.md',
    'docs/**/*.md',
    'deploy/*',
    '{examples,connectors,clients}/*/README.md',
    'console/src/words/**',
  ];
  const files = globSync(places, { cwd: root, exclude: (name) => name === 'node_modules' });
  // Up to where the shell goes on with something else.
  const shown = /bin\/mds\.js((?: +(?!\|)[^\s`|&;>)]+)+)/g;
  let count = 0;
  for (const file of files.filter((name) => /\.\w+$|file$/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8').replace(/\\\n\s*/g, ' ');
    for (const [line, words = ''] of text.matchAll(shown)) {
      if (/^ +(--|<|picks|-)/.test(words)) continue;
      const [first, second] = words.trim().split(/ +/);
      const command = commands.find(({ words }) => words === `${first} ${second}` || words === first);
      assert.ok(command, `${file}: ${line}`);
      for (const [, name = ''] of words.matchAll(/ --([a-z-]+)/g))
        assert.ok(name in command.options || ['json', 'help', 'default'].includes(name), `${file}: ${line}: --${name}`);
      count++;
    }
  }
  assert.ok(count > 40, `${count}`);
});

test('the summaries of all commands stand in one column', () => {
  const lines = textOf('--help').split('\n');
  const columns = commands.map(({ words, summary }) => {
    const line = lines.find((one) => one.startsWith(`  ${words} `) && one.endsWith(summary));
    return line?.indexOf(summary);
  });
  assert.equal(new Set(columns).size, 1, `${columns}`);
});
