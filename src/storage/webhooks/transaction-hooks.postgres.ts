/**
 * Hooks of the webhooks inside transactions of other modules, on the same connection. They do nothing until they are
 * set.
 */

import type { Client, PreparedStatement } from '../postgres/connection.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';

/** A delivery that a change created: its subscription and its record. */
export interface CreatedDelivery {
  readonly subscription: number;
  readonly record: number;
  /** False where there is nothing to send. */
  readonly waits: boolean;
}

export interface PostgresWebhookHooks {
  /** Makes a change as soon as the account's delivery rate allows. Returns a Problem if that would take too long. */
  readonly paced: FanOutRateLimiter['paced'];
  /**
   * Logs a change, writes its deliveries and returns them (`logAnd`). A statement and not a function, because it is
   * sent together with COMMIT. Nothing may fail here after sending began.
   */
  readonly logAndFanOut: PreparedStatement;
  /** Receives the rows that `logAndFanOut` returned, after the commit of a change. */
  committed(account: number, made: readonly CreatedDelivery[]): void;
  /** Deactivates the subscriptions of a key that is being revoked. */
  keyRevoked(client: Client, account: number, integrationID: string, at: number, reason: string): Promise<void>;
  /** Stops the sending of deliveries for an account that is about to be removed. */
  accountLeaves(client: Client, account: number): Promise<void>;
  /** Removes the rows of an account that is being removed. */
  accountRemoved(client: Client, account: number): Promise<void>;
}
