/**
 * Hooks of the webhooks inside transactions of other modules, on the same connection. They do nothing until they are
 * set.
 */
import type { Action } from '../../catalogue/index.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';

export interface SqliteWebhookHooks {
  /** Makes a change as soon as the account's delivery rate allows. Returns a Problem if that would take too long. */
  readonly paced: FanOutRateLimiter['paced'];
  /**
   * Writes the deliveries of a change's events after it was logged, and notifies the readers that follow the account.
   */
  changed(connection: SqliteConnection, account: number, seq: number, events: readonly Action[]): void;
  /** Deactivates the subscriptions of a key that is being revoked. */
  keyRevoked(connection: SqliteConnection, account: number, integrationID: string, at: number, reason: string): void;
  /** Removes some rows of an account that is being removed. Called until it returns `done`. */
  accountRemoved(connection: SqliteConnection, account: number): 'more' | 'done';
}
