/** The form of a command of the command line: its words, its options and what it does. */
import type { Settings } from '../settings.ts';

export interface Option {
  readonly doc: string;
  /** Placeholder of its value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly required?: true;
}

export interface Command {
  /** Words of the command as typed, for example `accounts create`. */
  readonly words: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /**
   * True if the command uses all shards, whichever one `--shard` names. Other commands leave all other shards alone, so
   * that an unavailable shard does not block them.
   */
  readonly everyShard?: true;
  /** Reason why the command refuses `--json`, which every other command accepts. */
  readonly noJson?: string;
  /** Positional arguments that the command accepts. */
  readonly rest?: readonly string[];
  /** Runs the command and returns its result, which `--json` prints as one JSON value. */
  run(given: Given, context: Context): Promise<unknown>;
  /** Formats the result for a person. */
  show?(result: never): string;
  /** Undoes a result that is useless if it could not be printed; returns the message about it. */
  unseen?(result: never, given: Given, context: Context): Promise<string>;
}

/** Returns the options of the command and `--json`, unless the command refuses it. */
export function optionsOf({ options, noJson }: Command): Readonly<Record<string, Option>> {
  return noJson === undefined ? { ...options, json: { doc: 'Print one JSON value and nothing else.' } } : options;
}

export interface Given {
  /** Returns the value of an option that is declared as `required`. */
  required(option: string): string;
  value(option: string): string | undefined;
  flag(option: string): boolean;
}

export interface Context {
  readonly settings: Settings;
  /** True if the command may print progress and notes for a person, on standard error. */
  readonly talkative: boolean;
  /** True if standard output is reserved for the JSON result: all other messages go to standard error. */
  readonly json: boolean;
  /** Positional arguments after the command. */
  readonly rest: readonly string[];
}

/** Failure of a command: the message says why it failed and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  /** Findings of the failed command: `--json` prints them. */
  readonly found: unknown;

  constructor(message: string, { found, ...options }: ErrorOptions & { readonly found?: unknown } = {}) {
    super(message, options);
    this.found = found;
  }
}

/** Error for a command line that cannot be parsed. */
export class UsageError extends Error {
  override name = 'UsageError';
}
