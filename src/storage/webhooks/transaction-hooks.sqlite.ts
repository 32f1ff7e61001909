/** What the webhooks do inside transactions of others, on the same connection: nothing until they are given. */
import type { Action } from '../../catalogue/index.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';

export interface SqliteWebhookHooks {
  /** Makes a change as soon as the account's deliveries allow; a Problem where that would take too long. */
  readonly paced: FanOutRateLimiter['paced'];
  /** A change was just logged: writes the deliveries of its events, and tells whoever follows the account. */
  changed(connection: SqliteConnection, account: number, seq: number, events: readonly Action[]): void;
  /** Deactivates the subscriptions of a key that is being revoked. */
  keyRevoked(connection: SqliteConnection, account: number, integrationID: string, at: number, reason: string): void;
  /** Removes some rows of an account that is being removed; called until it answers that nothing is left. */
  accountRemoved(connection: SqliteConnection, account: number): 'more' | 'done';
}
