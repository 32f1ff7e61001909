/** The form of a command of the command line: its words, its options and what it does. */
import type { Settings } from '../settings.ts';

export interface Option {
  readonly doc: string;
  /** Placeholder of its value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly required?: true;
}

export interface Command {
  /** As typed: `accounts create`. */
  readonly words: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** It looks at all shards, whichever `--shard` names; others leave those be that it does not name, so one that is away keeps nobody from the rest. */
  readonly everyShard?: true;
  /** Why it refuses `--json`, which every other command takes. */
  readonly noJson?: string;
  /** What may stand behind the command without being an option. */
  readonly rest?: readonly string[];
  /** Does the work and gives its result: what `--json` prints as one JSON value. */
  run(given: Given, context: Context): Promise<unknown>;
  /** The result for a person. */
  show?(result: never): string;
  /** Undoes what is of no use to anybody where the result could not be printed; gives what to say of it. */
  unseen?(result: never, given: Given, context: Context): Promise<string>;
}

/** Those of its own, and what every command takes. */
export function optionsOf({ options, noJson }: Command): Readonly<Record<string, Option>> {
  return noJson === undefined ? { ...options, json: { doc: 'Print one JSON value and nothing else.' } } : options;
}

export interface Given {
  /** The value of an option; only for options declared `required`. */
  required(option: string): string;
  value(option: string): string | undefined;
  flag(option: string): boolean;
}

export interface Context {
  readonly settings: Settings;
  /** Whether to speak to a person on the terminal (progress and the like go to standard error). */
  readonly talkative: boolean;
  /** Standard output is for the one JSON value of its result: what it tells on the way goes to standard error. */
  readonly json: boolean;
  /** Words behind the command that are not options. */
  readonly rest: readonly string[];
}

/** A command that cannot do its work: the message tells the person why and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  /** What it has found out all the same: `--json` prints it. */
  readonly found: unknown;

  constructor(message: string, { found, ...options }: ErrorOptions & { readonly found?: unknown } = {}) {
    super(message, options);
    this.found = found;
  }
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override name = 'UsageError';
}
