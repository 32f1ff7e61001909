/**
 * Creates the completion script for bash. The script contains all choices, so that no program runs during completion.
 */
import type { Command } from '../command.ts';
import { offeredOptions, PROGRAMS, valuesOf, wordsOf } from './choices.ts';

export function bashScript(commands: readonly Command[]): string {
  const words = wordsOf(commands);
  const alone = new Set(commands.map((command) => command.words));
  const groups = [...words].filter(([first, second]) => second.length > 0 && !alone.has(first));
  return `# Completion for the Maintenance Data Service.
_mds() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" before="" choices="" n
  COMPREPLY=()
  for ((n = 1; n < COMP_CWORD; n++)); do before+="\${COMP_WORDS[n]} "; done
  case "$before" in
    '') choices='${[...words.keys(), 'help', '--version', '--help'].join(' ')}' ;;
${groups.map(([first, second]) => `    '${first} ') choices='${second.join(' ')}' ;;`).join('\n')}
${commands.map((command) => caseOf(command, words.get(command.words))).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -F _mds ${PROGRAMS.join(' ')}
`;
}

/** `further`: words that make another command of it. */
function caseOf(command: Command, further: readonly string[] = []): string {
  const { words, options, rest = [] } = command;
  const names = Object.keys(offeredOptions(command)).map((name) => `--${name}`);
  const values = Object.entries(options).flatMap(([name, option]) => {
    const known = valuesOf(option);
    if (option.value === undefined) return [];
    if (known === 'file') return [`        --${name}) COMPREPLY=($(compgen -f -- "$current")); return ;;`];
    return [`        --${name}) choices='${known?.join(' ') ?? ''}' ;;`];
  });
  const all = `choices='${[...rest, ...further, ...names].join(' ')}'`;
  if (values.length === 0) return `    '${words} '*) ${all} ;;`;
  return [
    `    '${words} '*)`,
    '      case "$previous" in',
    ...values,
    `        *) ${all} ;;`,
    '      esac',
    '      ;;',
  ].join('\n');
}
