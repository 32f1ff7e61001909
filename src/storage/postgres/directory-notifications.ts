/**
 * Listens for changes of accounts or integrations made by other instances. NOTIFY delivers them within milliseconds. A
 * notification can be lost with its connection, so a counter in the database is also polled every second. The poll also
 * detects a silent database soon. One connection serves both, and cancels statements whose clients have disconnected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SCHEMA_STATE_SQL, type SchemaGuard, type SchemaState } from '../schema/schema-guard.postgres.ts';
import { type Client, clientConfig } from './connection.ts';
import { WatchedClient } from './watched-client.ts';

/** Increments the change counter. Call in the transaction of every change of accounts or integrations. */
export async function incrementDirectoryCounter(client: Client): Promise<void> {
  await client.query(`INSERT INTO meta AS m (name, value) VALUES ('directory_changes', '1')
    ON CONFLICT (name) DO UPDATE SET value = (m.value::bigint + 1)::text`);
}

/** Sends the notification. Call after the commit: NOTIFY within a transaction makes all commits queue for one lock. */
export async function notifyDirectoryChange(client: Client): Promise<void> {
  await client.query('NOTIFY mds_directory');
}

export interface NotificationListenerOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly onFailure: (failure: Error) => void;
  readonly pollMs: number;
  /** Receives the schema state of the database at every poll. */
  readonly schema: Pick<SchemaGuard, 'judge'>;
}

/**
 * Keeps a listening connection until it is closed. Replaces a broken connection, and then treats everything as changed.
 */
export class NotificationListener {
  readonly #options: NotificationListenerOptions;
  readonly #listeners: (() => void)[] = [];
  readonly #closed = new AbortController();
  readonly #kept: Promise<void>;
  #client: WatchedClient | undefined;
  #counter: string | null | undefined;

  constructor(options: NotificationListenerOptions) {
    this.#options = options;
    this.#kept = this.#keepListening();
  }

  onChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Cancels the current statement of the connection. */
  async cancel(client: WatchedClient): Promise<void> {
    // The driver has this property, but its types do not.
    const { processID } = client as unknown as { processID: number };
    await this.#client?.query('SELECT pg_cancel_backend($1)', [processID]).catch(this.#options.onFailure);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#kept;
  }

  async #keepListening(): Promise<void> {
    const { onFailure, pollMs } = this.#options;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#listen();
      } catch (failure) {
        if (!signal.aborted) onFailure(failure as Error);
      }
      await sleep(pollMs / 4, undefined, { signal }).catch(() => {});
    }
  }

  async #listen(): Promise<void> {
    const { url, applicationName, onFailure, pollMs } = this.#options;
    const broken = new AbortController();
    const signal = AbortSignal.any([this.#closed.signal, broken.signal]);
    const client = new WatchedClient(clientConfig(url, applicationName));
    // Every statement on this connection is answered at once. If not, the connection is dead and a new one is opened.
    client.patience = 'pulse';
    client.on('error', onFailure);
    client.on('end', () => broken.abort());
    client.on('notification', () => this.tell());
    try {
      await client.connect();
      await client.query('LISTEN mds_directory');
      this.#client = client;
      // Notifications sent between two connections are lost.
      this.tell();
      while (!signal.aborted) {
        await this.#poll(client);
        await sleep(pollMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      this.#client = undefined;
      await client.end().catch(() => {});
    }
  }

  async #poll(client: WatchedClient): Promise<void> {
    const { rows } = await client.query(
      `SELECT (SELECT value FROM meta WHERE name = 'directory_changes') AS counter, ${SCHEMA_STATE_SQL}`,
    );
    const [{ counter }]: [SchemaState & { counter: string | null }] = rows;
    this.#options.schema.judge(rows[0]);
    if (counter !== this.#counter) this.tell();
    this.#counter = counter;
  }

  /** Notifies the listeners of a change, made here or elsewhere. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
