/** Delivery errors with their meaning and remedy: the table of docs/webhooks.md, written for users. */
import { remedies } from '../../../src/webhooks/diagnostics/remedies.ts';
import type { DeliveryError } from '../api/types.ts';

export type ErrorClass = NonNullable<DeliveryError>;

export interface ErrorExplanation {
  /** Short form for lists: "certificate or TLS". */
  readonly short: string;
  readonly meaning: string;
  readonly remedy: string;
}

const told: Readonly<Record<ErrorClass, readonly [short: string, meaning: string]>> = {
  status: ['answered with an error', 'Your endpoint answered, but not with 2xx, which is what success is.'],
  timeout: [
    'no answer in time',
    'No status line and headers came in time; the message says what was being waited for.',
  ],
  reset: ['connection cut', 'The connection was closed before an answer came, or what came was no HTTP/1.1.'],
  connect: ['no connection', 'Nobody listens there, or there is no way there.'],
  tls: [
    'certificate or TLS',
    'The handshake failed: the certificate has expired, is for another name, or its authority is unknown.',
  ],
  dns: ['name not found', 'The name could not be looked up.'],
  refused_address: ['address not allowed', 'The name leads to an address that deliveries may not be sent to.'],
  damaged: ['damaged', 'What is kept of the delivery or of the webhook cannot be read, so that nothing was sent.'],
};

export const errorClasses = Object.keys(told) as ErrorClass[];

export function explainError(error: ErrorClass): ErrorExplanation {
  const [short, meaning] = told[error];
  return { short, meaning, remedy: remedies[error] };
}

/** Returns the cause of a failure for a table row: "answered 500", "certificate or TLS". */
export function causeLabel(error: DeliveryError, status: number | null): string | null {
  if (error === null) return null;
  return error === 'status' && status !== null ? `answered ${status}` : told[error][0];
}
