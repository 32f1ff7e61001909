/** Choices at each position of the command line, in a form shared by the completion scripts of all shells. */
import { type Command, type Option, optionsOf } from '../command.ts';

export const PROGRAMS = ['mds', 'mds.js'];

export function offeredOptions(command: Command): Readonly<Record<string, Option>> {
  return { ...optionsOf(command), help: { doc: 'Say what the command does and takes.' } };
}

/** Returns the first words of all commands; for a group of commands, also the second words. */
export function wordsOf(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(commands, ({ words }) => words.split(' ')[0]!);
  return new Map(
    [...groups].map(([first, members]) => [first, members.flatMap(({ words }) => words.split(' ')[1] ?? [])]),
  );
}

/**
 * Returns the choices for the value of an option: `tiny|demo|load` lists choices, `FILE` is a file, and other values
 * cannot be completed.
 */
export function valuesOf({ value }: Option): readonly string[] | 'file' | undefined {
  if (value?.includes('|')) return value.split('|');
  return value === 'FILE' ? 'file' : undefined;
}
