/**
 * What an attack is: somebody who uses the service as badly as its limits allow, or past them, beside an account that works
 * as usual. Attacks run in a process of their own, at the lowest priority, and come from an address of their own.
 */
import type { Credentials } from '../../support/app.ts';

export interface Attack {
  /** As `--attack` takes it. */
  readonly name: string;
  /** Whether it holds keys of an account, or none. */
  readonly who: 'account' | 'anonymous';
  /** What it does, in a line. */
  readonly does: string;
  /** Also part of `npm test`. */
  readonly short?: true;
  /** Settings of the service that make it possible, where the usual ones do not. */
  settings?(grounds: Grounds): Readonly<Record<string, string>>;
  /** Prepares what it needs and resolves once it is about to begin; what it gives ends it and clears up. */
  start(context: Context): Promise<Stop> | Stop;
}

export type Stop = () => Promise<void> | void;

export interface Context extends Grounds {
  /** Where the service is. */
  readonly url: string;
  /** The address the attacker comes from. */
  readonly from: string;
  /** Of one account; none for somebody anonymous. The first ones make subscriptions, so what wears a key out takes the last. */
  readonly keys: readonly Credentials[];
  /** The account's tasks: those with long texts come first, IDs from 1. */
  readonly tasks: { readonly long: number; readonly short: number };
  /** Counts what came of it: answers by status, connections. Without any of it there was no attack. */
  count(what: string): void;
}

/** What the attacker's process offers to the service: endpoints that answer well or badly, and a name server. */
export interface Grounds {
  readonly endpoints: Readonly<Record<Endpoint, string>>;
  /** Knows where the other account's endpoint is, and answers nothing else; address and port. */
  readonly nameServer: string;
}

/**
 * `prompt` answers 200; `hanging` takes the request and never answers; `deaf` never shakes hands; `closed` is a port that nobody
 * listens at; `wordy` answers 500 three times and then 200, each time with a body of 1 KiB.
 */
export const endpoints = ['prompt', 'hanging', 'deaf', 'closed', 'wordy'] as const;
export type Endpoint = (typeof endpoints)[number];
