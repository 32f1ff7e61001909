/** Parses a command line into a command and its options, and writes the help. */
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { nearest } from '../lib/nearest.ts';
import { type Command, type Given, optionsOf, UsageError } from './command.ts';
import { typed } from './typed.ts';

export interface CommandLine {
  readonly command: Command;
  readonly given: Given;
  readonly rest: readonly string[];
  readonly json: boolean;
}

export type ParsedCommandLine = { readonly text: string } | CommandLine;

export function readCommandLine(argv: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  if (['--version', '-v', 'version'].includes(argv[0] ?? '')) return { text: `${version(argv.slice(1))}\n` };
  const command = findCommand(argv, commands);
  const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  if (!command) {
    const group = argv.filter((word) => !word.startsWith('-') && word !== 'help')[0];
    const members = commands.filter((candidate) => candidate.words.split(' ')[0] === group);
    if (wantsHelp && (group === undefined || members.length > 0)) {
      return { text: overview(members.length > 0 ? members : commands) };
    }
    throw new UsageError(unknownCommand(argv, commands, members));
  }
  if (wantsHelp) return { text: commandHelp(command) };
  return readOptions(command, argv.slice(command.words.split(' ').length));
}

function version(further: readonly string[]): string {
  const { name, version } = packageJson;
  const { node } = process.versions;
  const [stray] = further.filter((word) => word !== '--json');
  if (stray !== undefined) throw new UsageError(`version takes nothing more than --json; "${stray}" is too much.`);
  return further.length > 0 ? JSON.stringify({ name, version, node }) : `${name} ${version} (Node ${node})`;
}

function findCommand(argv: readonly string[], commands: readonly Command[]): Command | undefined {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  return commands.find((command) => command.words.split(' ').every((word, index) => words[index] === word));
}

function readOptions(command: Command, argv: readonly string[]): CommandLine {
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, option]) => [name, { type: option.value ? 'string' : 'boolean' }]),
  ) as Record<string, { type: 'string' | 'boolean' }>;
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(command, token.name, token.value);
    if (seen.has(token.name)) throw new UsageError(`--${token.name} is given more than once; give it once.`);
    seen.add(token.name);
  }
  const stray = positionals[command.rest === undefined ? 0 : 1];
  if (stray !== undefined) {
    throw new UsageError(
      `"${stray}" is too much: ${command.words} takes no such word. See: ${typed(`${command.words} --help`)}`,
    );
  }
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && values[name] === undefined) {
      throw new UsageError(`${command.words} needs --${name} ${option.value}: ${option.doc}`);
    }
  }
  return {
    command,
    rest: positionals,
    json: values.json === true,
    given: {
      required: (name) => values[name] as string,
      value: (name) => values[name] as string | undefined,
      flag: (name) => values[name] === true,
    },
  };
}

function checkOption(command: Command, name: string, value: string | undefined): void {
  if (name === 'json' && command.noJson !== undefined) throw new UsageError(command.noJson);
  const options = optionsOf(command);
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const suggestion = nearest(name, Object.keys(options));
    throw new UsageError(
      `${command.words} has no option --${name}${suggestion ? `; did you mean --${suggestion}?` : ''}`,
    );
  }
  // An empty one is a variable of the shell that was not set.
  if (option.value && !value) throw new UsageError(`--${name} needs a value: ${option.doc}`);
  if (!option.value && value !== undefined) throw new UsageError(`--${name} takes no value`);
}

function unknownCommand(argv: readonly string[], commands: readonly Command[], members: readonly Command[]): string {
  const line = argv.filter((word) => !word.startsWith('-')).join(' ');
  if (members.length > 0) return `"${line}" is not a command. There are:\n${summaries(members)}`;
  const suggestion = nearest(
    line,
    commands.map((command) => command.words),
  );
  return `"${line}" is not a command${suggestion ? `; did you mean "${suggestion}"?` : '.'} See: ${typed('--help')}`;
}

function overview(commands: readonly Command[]): string {
  return `Usage: ${typed('<command>')} [options]

Commands:
${summaries(commands)}

Every command but mcp takes --json (one JSON value on standard output, nothing else), every one --help; --version tells which one this is.
Settings come from the environment and from a .env file: see docs/reference/settings.md.
`;
}

function commandHelp(command: Command): string {
  const lines = Object.entries(optionsOf(command)).map(([name, option]) => {
    const left = `  --${name}${option.value ? ` ${option.value}` : ''}`;
    return `${left.padEnd(26)} ${option.doc}${option.required ? ' (required)' : ''}`;
  });
  return `Usage: ${typed(command.words)} ${command.rest ? `<${command.rest.join('|')}> ` : ''}[options]\n\n${command.summary}\n\nOptions:\n${lines.join('\n')}\n`;
}

function summaries(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length));
  return commands.map((command) => `  ${command.words.padEnd(width)} ${command.summary}`).join('\n');
}
