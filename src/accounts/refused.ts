/** Refusal for the operator on the command line: a sentence that says what to do instead. */

export interface Refusal {
  readonly refused: string;
  /** Set if the request is valid, but a limit is reached. */
  readonly isFull?: true;
  /** Id of the integration, if an identical request created it before and it is revoked now. */
  readonly revoked?: string;
  /** Cause: a Problem, or an error if the request itself is valid. */
  readonly cause?: unknown;
}

export function isRefused(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
