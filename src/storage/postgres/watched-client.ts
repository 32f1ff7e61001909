/**
 * A connection that does not wait for ever. Answers come in the order of the statements, so the oldest one that is out is
 * watched: when nothing has come for as long as its deadline, the connection is destroyed, and everything that waits on
 * it fails with a LateAnswer. One timer looks after all connections of the process.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { LinkedQueue } from '../../lib/line.ts';
import { ResponseTimeoutError } from './connection-errors.ts';
import { CLOSE_TIMEOUT_MS, DEADLINES_MS, type Deadline } from './deadlines.ts';

declare module 'pg' {
  interface QueryConfig {
    /** How long the answer may take; without one as long as the connection's patience. */
    deadline?: Deadline | undefined;
  }
  interface Query {
    handleError(failure: Error, connection: pg.Connection): void;
  }
}

const DEADLINE_CHECK_MS = 150;
const submit: (this: pg.Query, connection: pg.Connection) => unknown = pg.Query.prototype.submit;

export class WatchedClient extends pg.Client {
  /** The deadline of what names none, while the connection is lent. */
  patience: Deadline = 'answer';
  /** The deadlines of statements that are out, in ms, in the order in which they are answered. */
  readonly #out = new LinkedQueue<number>();
  /** Since when nothing has come although something is out, and how much had come by then; as of the last look. */
  #quietSince = 0;
  #bytesRead = 0;
  /** Whether something was answered, or asked after nothing was out, since the last look. */
  #moved = false;
  #overdue = false;
  #gathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: callers see the overloads of the driver, all of which end here.
  override query(config: any, ...rest: any[]): any {
    this.#gather();
    const deadline: Deadline = config.deadline ?? this.patience;
    // A statement that may take long says nothing meanwhile. One that takes no time goes before it, without waiting for
    // its answer: so a connection that is dead already is found out soon.
    if (deadline === 'list' && this.#out.size === 0) this.#watch(this.#send(''), 'pulse').catch(() => {});
    return this.#watch(this.#send(config, ...rest), deadline);
  }

  #send(config: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const answered = (failure: Error | undefined, answer: unknown) => (failure ? reject(failure) : resolve(answer));
      super.query(new SentQuery(this, config, values, answered));
    }).catch((failure: Error) => {
      // What is known of where it comes from is the socket; who asked is worth more.
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

  /** Without a farewell, which nobody would hear. */
  destroy(failure: Error): void {
    this.#stream.destroy(failure);
  }

  /** Whether an answer is out still. */
  get isBusy(): boolean {
    return this.#out.size > 0;
  }

  /** Whether it can be lent to somebody else. Of a BEGIN that is not answered yet the status tells nothing. */
  get isFree(): boolean {
    return !this.isBusy && this.getTransactionStatus() === 'I';
  }

  /** Whether it was overdue at the last look already: after a pause of this process, what has come is first read. */
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

  /** Statements that are sent together leave in one write: each by itself costs more than most of them take, here and in the database. */
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

  /** There are thousands a second, so the clock is left to those who look. */
  #watch<Answer>(answer: Promise<Answer>, deadline: Deadline): Promise<Answer> {
    if (this.#out.size === 0) {
      this.#moved = true;
      startLooking(this);
    }
    const place = this.#out.join(DEADLINES_MS[deadline]);
    const ended = () => {
      place.leave();
      // The next one has been worked on from now on only.
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
 * What the driver itself refuses (a name that another statement has, a value it cannot write) never comes to the database, which would carry
 * out what is sent behind it, COMMIT too. The connection is destroyed before any of that leaves.
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

/** Those on which something is out. */
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
