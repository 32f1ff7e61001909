/**
 * Lease for what a large page occupies while its client reads it: a connection, or disk space. It ends once, at the
 * first of these events: end of page, client disconnect, a pause that is too long, or the total time limit. A client
 * that reads a piece now and then therefore cannot keep it forever.
 */
import type { Permit } from '../../../fairness/budget.ts';

export interface PageLimits {
  /** Time limits: from one piece to the next, and for the whole page. */
  readonly pieceMs: number;
  readonly wholeMs: number;
}

/** Maximum time for which a client may leave an answer unread. */
export const CHUNK_TIMEOUT_MS = 30_000;
/**
 * Delay before a second check. A process that was suspended has not yet received its clients' requests, so it checks
 * again before it ends a page.
 */
const SECOND_CHECK_MS = 1_000;

/** Releases the resource. If this takes a while, the permit of the page is kept until then. */
type Release = () => Promise<void> | void;

export class PageLease {
  readonly #holding: Permit;
  readonly #limits: PageLimits;
  readonly #gone: AbortSignal | undefined;
  readonly #lost: () => void;
  #idle: NodeJS.Timeout | undefined;
  #whole: NodeJS.Timeout | undefined;
  #release: Release | undefined;
  #ended = false;

  /** `lost` is called if a limit ends the lease, because the client may never request the next piece. */
  constructor(holding: Permit, limits: PageLimits, gone: AbortSignal | undefined, lost: () => void = () => {}) {
    this.#holding = holding;
    this.#limits = limits;
    this.#gone = gone;
    this.#lost = lost;
    gone?.addEventListener('abort', this.end, { once: true });
  }

  /** Sets what is released at the end; releases it immediately if the lease has already ended. */
  holds(release: Release): void {
    if (this.#ended) void release();
    else this.#release = release;
  }

  /** Starts the time limits: the page has been found, and from now on only the client takes time. */
  begin(): void {
    if (this.#ended) return;
    this.#watch();
    this.#whole = setTimeout(this.#lose, this.#limits.wholeMs).unref();
  }

  /** Records that the client requests another piece. Throws if the page has ended. */
  next(): void {
    if (this.#ended) throw new Error('The page was given up: its client left or took too long');
    if (this.#idle !== undefined) this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#idle);
    const { pieceMs } = this.#limits;
    this.#idle = setTimeout(() => {
      this.#idle = setTimeout(this.#lose, Math.min(SECOND_CHECK_MS, pieceMs)).unref();
    }, pieceMs).unref();
  }

  readonly #lose = (): void => {
    this.end();
    this.#lost();
  };

  readonly end = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#whole);
    this.#gone?.removeEventListener('abort', this.end);
    const releasing = this.#release?.();
    if (releasing === undefined) this.#holding.give();
    else void releasing.finally(() => this.#holding.give());
  };
}
