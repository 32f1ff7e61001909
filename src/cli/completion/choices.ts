/** What can follow at each place of the command line, in the form that the scripts of all shells are made from. */
import { type Command, type Option, optionsOf } from '../command.ts';

export const PROGRAMS = ['mds', 'mds.js'];

export function offeredOptions(command: Command): Readonly<Record<string, Option>> {
  return { ...optionsOf(command), help: { doc: 'Say what the command does and takes.' } };
}

/** Words that begin a command, and for those that are not one by themselves the words behind them. */
export function wordsOf(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(commands, ({ words }) => words.split(' ')[0]!);
  return new Map(
    [...groups].map(([first, members]) => [first, members.flatMap(({ words }) => words.split(' ')[1] ?? [])]),
  );
}

/** `tiny|demo|load` is a choice, `FILE` a file; anything else nobody can guess. */
export function valuesOf({ value }: Option): readonly string[] | 'file' | undefined {
  if (value?.includes('|')) return value.split('|');
  return value === 'FILE' ? 'file' : undefined;
}
