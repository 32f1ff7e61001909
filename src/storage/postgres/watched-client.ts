/**
 * A connection with deadlines. Answers arrive in the order of the statements, so the oldest unanswered statement is
 * watched. If nothing arrives before its deadline, the connection is destroyed and everything that waits on it fails
 * with a ResponseTimeoutError. One timer checks all connections of the process.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { LinkedQueue } from '../../lib/line.ts';
import { ResponseTimeoutError } from './connection-errors.ts';
import { CLOSE_TIMEOUT_MS, DEADLINES_MS, type Deadline } from './deadlines.ts';

declare module 'pg' {
  interface QueryConfig {
    /** Deadline of the answer; by default that of the connection. */
    deadline?: Deadline | undefined;
  }
  interface Query {
    handleError(failure: Error, connection: pg.Connection): void;
  }
}

const DEADLINE_CHECK_MS = 150;
const submit: (this: pg.Query, connection: pg.Connection) => unknown = pg.Query.prototype.submit;

export class WatchedClient extends pg.Client {
  /** Deadline of statements that name none, while the connection is lent. */
  patience: Deadline = 'answer';
  /** Deadlines, in ms, of unanswered statements, in the order in which they are answered. */
  readonly #out = new LinkedQueue<number>();
  /** Start of the current silence while a statement is unanswered, and bytes received by then, as of the last check. */
  #quietSince = 0;
  #bytesRead = 0;
  /** True if, since the last check, a statement was answered or was sent when no other was unanswered. */
  #moved = false;
  #overdue = false;
  #gathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: callers see the overloads of the driver, all of which end here.
  override query(config: any, ...rest: any[]): any {
    this.#gather();
    const deadline: Deadline = config.deadline ?? this.patience;
    // A slow statement sends nothing while it runs. So a fast one is sent before it, without waiting for the answer, to
    // detect a dead connection early.
    if (deadline === 'list' && this.#out.size === 0) this.#watch(this.#send(''), 'pulse').catch(() => {});
    return this.#watch(this.#send(config, ...rest), deadline);
  }

  #send(config: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const answered = (failure: Error | undefined, answer: unknown) => (failure ? reject(failure) : resolve(answer));
      super.query(new SentQuery(this, config, values, answered));
    }).catch((failure: Error) => {
      // The original stack leads only to the socket; the stack of the caller is more useful.
      Error.captureStackTrace(failure);
      throw failure;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  override end(...given: any[]): any {
    const giveUp = setTimeout(() => this.#stream.destroy(), CLOSE_TIMEOUT_MS).unref();
    this.once('end', () => clearTimeout(giveUp));
    return super.end(...(given as []));
  }

  /** Closes the socket without the closing message of the protocol, which a dead server would not receive. */
  destroy(failure: Error): void {
    this.#stream.destroy(failure);
  }

  /** True if a statement is unanswered. */
  get isBusy(): boolean {
    return this.#out.size > 0;
  }

  /**
   * True if the connection can be lent to another caller. An unanswered BEGIN does not show in the transaction status.
   */
  get isFree(): boolean {
    return !this.isBusy && this.getTransactionStatus() === 'I';
  }

  /**
   * Destroys the connection if it is overdue at two checks in a row. After a pause of this process, data that has
   * already arrived is so read first.
   */
  look(now: number): void {
    const oldest = this.#out.first;
    if (oldest === undefined) return;
    const { bytesRead } = this.#stream;
    if (this.#moved || bytesRead !== this.#bytesRead) this.#quietSince = now;
    this.#moved = false;
    this.#bytesRead = bytesRead;
    const waitedMs = now - this.#quietSince;
    if (waitedMs <= oldest) this.#overdue = false;
    else if (this.#overdue) this.destroy(new ResponseTimeoutError(waitedMs));
    else this.#overdue = true;
  }

  /**
   * Sends statements of the same tick in one write. A write for each costs more than most statements take, here and in
   * the database.
   */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const stream = this.#stream;
    stream.cork();
    queueMicrotask(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  /**
   * Watches the deadline of an answer. Does not read the clock: there are thousands of statements a second, so only the
   * timer does.
   */
  #watch<Answer>(answer: Promise<Answer>, deadline: Deadline): Promise<Answer> {
    if (this.#out.size === 0) {
      this.#moved = true;
      startLooking(this);
    }
    const place = this.#out.join(DEADLINES_MS[deadline]);
    const ended = () => {
      place.leave();
      // The server begins work on the next statement only now.
      this.#moved = true;
      if (this.#out.size === 0) watched.delete(this);
    };
    answer.then(ended, ended);
    return answer;
  }

  get #stream(): Socket {
    return this.connection.stream as Socket;
  }
}

/**
 * A statement that destroys the connection if the driver itself rejects it (a name in use by another statement, a value
 * it cannot encode). Such a statement never reaches the database, which would execute those sent after it, including
 * COMMIT. The connection is destroyed before any of them leaves.
 */
class SentQuery extends pg.Query {
  readonly #client: WatchedClient;
  #isLeaving = false;

  constructor(client: WatchedClient, ...asked: ConstructorParameters<typeof pg.Query>) {
    super(...asked);
    this.#client = client;
  }

  override submit = (connection: pg.Connection): unknown => {
    this.#isLeaving = true;
    const refusal = submit.call(this, connection);
    this.#isLeaving = false;
    if (refusal instanceof Error) this.#client.destroy(refusal);
    return refusal;
  };

  override handleError(failure: Error, connection: pg.Connection): void {
    if (this.#isLeaving) this.#client.destroy(failure);
    super.handleError(failure, connection);
  }
}

/** Connections with unanswered statements. */
const watched = new Set<WatchedClient>();
let looking: NodeJS.Timeout | undefined;

function startLooking(client: WatchedClient): void {
  watched.add(client);
  looking ??= setInterval(lookAtAll, DEADLINE_CHECK_MS).unref();
}

function lookAtAll(): void {
  const now = performance.now();
  for (const client of watched) client.look(now);
  if (watched.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}
