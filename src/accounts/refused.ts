/** A refusal to whoever runs the service, on the command line: a sentence that says what to do instead. */

export interface Refusal {
  readonly refused: string;
  /** Nothing is wrong with what was asked for: there is no room for it. */
  readonly isFull?: true;
  /** Nor here: what was asked for was made before, and is revoked since. Its id. */
  readonly revoked?: string;
  /** What is behind it: a Problem, or a fault where nothing is wrong with what was asked for. */
  readonly cause?: unknown;
}

export function isRefused(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
