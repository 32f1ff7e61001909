/**
 * Notifies workers of waiting deliveries: immediately within this process, by NOTIFY in other processes. NOTIFY is sent
 * after the commit, on a connection of its own and at most once in 5 ms. Inside transactions, NOTIFY makes all commits
 * queue for one lock. Workers also poll every second, which finds notifications that were lost with a connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueNotification } from '../../../webhooks/queue.ts';
import { clientConfig } from '../../postgres/connection.ts';
import { WatchedClient } from '../../postgres/watched-client.ts';
import type { LogWatch } from '../../records/log/log-watch.ts';

export interface PostgresNotificationsOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly onFailure: (failure: Error) => void;
  /** True if this process itself sends for the subscription, so that other processes need no notification. */
  readonly isOwn: (subscription: number) => boolean;
  /** Notified of accounts whose log has grown, in any process. */
  readonly log: LogWatch;
  /** True if this process listens to notifications of other processes, not only to those of deliveries. */
  readonly hearsAll: boolean;
}

const CHANNEL = 'mds_deliveries';
const LISTEN = `LISTEN ${CHANNEL}`;
/** Prefix of an account number in a message that the account's log has grown. */
const LOG_GROWTH_PREFIX = 'a';
const MIN_NOTIFY_INTERVAL_MS = 5;
const RECONNECT_MS = 500;
const HEARTBEAT_MS = 2_000;
/** Maximum size of a message. PostgreSQL limits a payload to 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const MAX_PENDING_MESSAGES = 1_000;
/** Replaces a message that would be too long. The receiver then checks everything. */
const ANYTHING_MESSAGE = '*';
const CLOSE_TIMEOUT_MS = 1_000;

export class PostgresNotifications {
  readonly #options: PostgresNotificationsOptions;
  readonly #listeners: ((notice: QueueNotification) => void)[] = [];
  readonly #closed = new AbortController();
  readonly #outgoing = new Set<string>();
  #kept: Promise<void> | undefined;
  #client: WatchedClient | undefined;
  #sentAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PostgresNotificationsOptions) {
    this.#options = options;
    // Whoever follows a log here hears of changes that others make, though this process makes none itself.
    if (options.hearsAll) this.#connect();
  }

  onWaiting(listener: (notice: QueueNotification) => void): void {
    this.#listeners.push(listener);
    this.#client?.query(LISTEN).catch(this.#options.onFailure);
    this.#connect();
  }

  /** Announces that an account's log has grown; called after the commit of a change. */
  grown(account: number): void {
    this.#options.log.tell(account);
    this.#outgoing.add(`${LOG_GROWTH_PREFIX}${account}`);
    this.#sendSoon();
  }

  /** Announces waiting deliveries; called after the commit. */
  tell(notices: readonly Exclude<QueueNotification, 'anything'>[]): void {
    for (const notice of notices) {
      this.#hear(notice);
      if (!this.#options.isOwn(notice.subscription)) this.#outgoing.add(written(notice));
    }
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#outgoing.size === 0 || this.#timer !== undefined || this.#closed.signal.aborted) return;
    this.#connect();
    const wait = Math.max(0, this.#sentAt + MIN_NOTIFY_INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => void this.#send(), wait);
    // While there is no connection, no more is kept than one could carry.
    if (this.#outgoing.size > MAX_PENDING_MESSAGES) {
      this.#outgoing.clear();
      this.#outgoing.add(ANYTHING_MESSAGE);
    }
  }

  /**
   * Sends the pending messages, then closes. Waits up to a second for a connection, because a command-line tool may
   * just have begun to connect.
   */
  async close(): Promise<void> {
    const until = performance.now() + CLOSE_TIMEOUT_MS;
    while (this.#outgoing.size > 0 && this.#client === undefined && performance.now() < until)
      await sleep(MIN_NOTIFY_INTERVAL_MS);
    clearTimeout(this.#timer);
    await this.#send();
    this.#closed.abort();
    await this.#kept;
  }

  /** Sends the pending messages. Without a connection they wait for the next one. */
  async #send(): Promise<void> {
    this.#timer = undefined;
    if (this.#client === undefined || this.#outgoing.size === 0) return;
    this.#sentAt = performance.now();
    const payload = [...this.#outgoing].join(' ');
    this.#outgoing.clear();
    const values = [CHANNEL, payload.length > MAX_PAYLOAD_BYTES ? ANYTHING_MESSAGE : payload];
    await this.#client.query('SELECT pg_notify($1, $2)', values).catch(this.#options.onFailure);
  }

  #hear(notice: QueueNotification): void {
    for (const listener of this.#listeners) listener(notice);
  }

  /** Connects when a connection is first needed. A command-line tool that changes nothing needs none. */
  #connect(): void {
    this.#kept ??= this.#keepConnected();
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#beConnected();
      } catch (failure) {
        if (!signal.aborted) this.#options.onFailure(failure as Error);
      }
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #beConnected(): Promise<void> {
    const { url, applicationName, onFailure } = this.#options;
    const broken = new AbortController();
    const signal = AbortSignal.any([this.#closed.signal, broken.signal]);
    const client = new WatchedClient(clientConfig(url, applicationName));
    client.patience = 'pulse';
    client.on('end', () => broken.abort());
    client.on('error', onFailure);
    client.on('notification', ({ processId, payload = '' }) => {
      // What this process announced itself it has heard already.
      if (processId !== (client as unknown as { processID: number }).processID) this.#hearAll(payload);
    });
    try {
      await client.connect();
      if (this.#listeners.length > 0 || this.#options.hearsAll) await client.query(LISTEN);
      this.#client = client;
      // What others announced between two connections is lost.
      this.#hear('anything');
      this.#options.log.tellAll();
      this.#sendSoon();
      // Nothing may have to be said for hours; whether the connection lives is only known by asking.
      while (!signal.aborted) {
        await client.query('');
        await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {});
      }
    } finally {
      this.#client = undefined;
      await client.end().catch(() => {});
    }
  }

  #hearAll(payload: string): void {
    for (const word of payload.split(' ')) {
      if (word === ANYTHING_MESSAGE) this.#options.log.tellAll();
      if (word.startsWith(LOG_GROWTH_PREFIX)) {
        this.#options.log.tell(Number(word.slice(LOG_GROWTH_PREFIX.length)));
        continue;
      }
      const [subscription = Number.NaN, record] = word.split(':').map(Number);
      if (Number.isNaN(subscription)) this.#hear('anything');
      else this.#hear(record === undefined ? { subscription } : { subscription, record });
    }
  }
}

function written(notice: Exclude<QueueNotification, 'anything'>): string {
  return 'record' in notice ? `${notice.subscription}:${notice.record}` : String(notice.subscription);
}
