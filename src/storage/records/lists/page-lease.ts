/**
 * What a large page holds while its client takes it: a connection, or room on the disk. It ends once, whatever comes first:
 * the end of the page, the client's leaving, a pause that is too long, or the limit for the whole. So a client that takes
 * a piece now and then does not hold it forever either.
 */
import type { Permit } from '../../../fairness/budget.ts';

export interface PageLimits {
  /** From one piece to the next, and for all of them. */
  readonly pieceMs: number;
  readonly wholeMs: number;
}

/** As long as a client may leave an answer untaken. */
export const CHUNK_TIMEOUT_MS = 30_000;
/** A process that stood still has not heard yet what its clients asked for meanwhile: it looks again before it judges. */
const SECOND_CHECK_MS = 1_000;

/** Where it takes a while, the place of the page is taken until then. */
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

  /** `lost` is told where a limit ends it: its client may not even ask for the next piece. */
  constructor(holding: Permit, limits: PageLimits, gone: AbortSignal | undefined, lost: () => void = () => {}) {
    this.#holding = holding;
    this.#limits = limits;
    this.#gone = gone;
    this.#lost = lost;
    gone?.addEventListener('abort', this.end, { once: true });
  }

  /** What is to be given back at the end; at once where it has come already. */
  holds(release: Release): void {
    if (this.#ended) void release();
    else this.#release = release;
  }

  /** The page has been found, and from now on it is the client who takes time. */
  begin(): void {
    if (this.#ended) return;
    this.#watch();
    this.#whole = setTimeout(this.#lose, this.#limits.wholeMs).unref();
  }

  /** The client asks for a further piece. Throws where the page has ended. */
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
