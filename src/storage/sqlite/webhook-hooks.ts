/** What the webhooks do inside transactions of others, on the same connection: nothing until they are given. */
import type { Connection } from './connection.ts';

export interface WebhookHooks {
  /** Writes the deliveries of a change whose events were just inserted. */
  fanOut(connection: Connection, account: number, changeSeq: number): void;
  /** Deactivates the subscriptions of a key that is being revoked. */
  keyRevoked(connection: Connection, account: number, integrationID: string, at: number, reason: string): void;
  /** Removes some rows of an account that is being removed; called until it answers that nothing is left. */
  accountRemoved(connection: Connection, account: number): 'more' | 'done';
}
