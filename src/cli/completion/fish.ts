/** Creates the completion script for fish: one line per word or option, with its description. */
import type { Command, Option } from '../command.ts';
import { offeredOptions, PROGRAMS, valuesOf, wordsOf } from './choices.ts';

export function fishScript(commands: readonly Command[]): string {
  const lines = PROGRAMS.flatMap((program) => [
    `complete -c ${program} -f`,
    ...[...wordsOf(commands)].flatMap(([first, second]) => wordLines(program, first, second, commands)),
    ...commands.flatMap((command) => commandLines(program, command)),
  ]);
  return `# Completion for the Maintenance Data Service.\n${lines.join('\n')}\n`;
}

function wordLines(program: string, first: string, second: readonly string[], commands: readonly Command[]): string[] {
  const summaryOf = (words: string) => commands.find((command) => command.words === words)?.summary ?? '';
  const below = second.map((word) => {
    const condition = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second.join(' ')}`;
    return `complete -c ${program} -n '${condition}' -a ${word} -d ${quoted(summaryOf(`${first} ${word}`))}`;
  });
  return [`complete -c ${program} -n __fish_use_subcommand -a ${first} -d ${quoted(summaryOf(first))}`, ...below];
}

function commandLines(program: string, command: Command): string[] {
  const { words, rest = [] } = command;
  const typed = words.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const start = `complete -c ${program} -n '${typed.join('; and ')}'`;
  return [
    ...rest.map((word) => `${start} -a ${word}`),
    ...Object.entries(offeredOptions(command)).map(
      ([name, option]) => `${start} -l ${name}${placeOf(option)} -d ${quoted(option.doc)}`,
    ),
  ];
}

function placeOf(option: Option): string {
  if (option.value === undefined) return '';
  const known = valuesOf(option);
  if (known === 'file') return ' -r -F';
  return known === undefined ? ' -x' : ` -x -a '${known.join(' ')}'`;
}

/** Escapes a text for single quotes in fish, which allow only two escape sequences. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
