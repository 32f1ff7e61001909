/** What the webhooks do inside transactions of others, on the same connection: nothing until they are given. */

import type { Client, PreparedStatement } from '../postgres/connection.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';

/** A delivery that waits: for which subscription, of which record. */
export interface CreatedDelivery {
  readonly subscription: number;
  readonly record: number;
  /** False where there is nothing to send. */
  readonly waits: boolean;
}

export interface PostgresWebhookHooks {
  /** Makes a change as soon as the account's deliveries allow; a Problem where that would take too long. */
  readonly paced: FanOutRateLimiter['paced'];
  /**
   * Logs a change and writes its deliveries (`logAnd`), which it returns. A statement and not a function: it travels together with COMMIT, so
   * nothing may fail here after its sending was begun.
   */
  readonly logAndFanOut: PreparedStatement;
  /** After the commit of a change: what `logAndFanOut` has returned. */
  committed(account: number, made: readonly CreatedDelivery[]): void;
  /** Deactivates the subscriptions of a key that is being revoked. */
  keyRevoked(client: Client, account: number, integrationID: string, at: number, reason: string): Promise<void>;
  /** Nothing is sent any more for an account that is about to be removed. */
  accountLeaves(client: Client, account: number): Promise<void>;
  /** Removes the rows of an account that is being removed. */
  accountRemoved(client: Client, account: number): Promise<void>;
}
