/**
 * Decides which changes share a transaction. Only a few changes of each kind and account run at a time. Changes that
 * arrive in the meantime wait, and are made together when one of these is done. The start and end of a transaction,
 * here and in the database, take longer than the one or two statements of a change. No change waits for a batch to fill
 * up.
 */
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult } from '../../../records/store.ts';

export interface ChangeBatcher {
  /** Makes the change by itself, or together with others of the account where several wait. */
  join(account: number, member: BatchMember): Promise<ChangeResult | Problem>;
  /** Transactions so far that have made something, the changes in them, and those that wait for one. */
  tally(): { readonly made: number; readonly changes: number; readonly waiting: number };
}

export interface BatchMember {
  readonly change: Change;
  /** Makes the change alone. Returns a Problem if its turn has not come by `until`. */
  alone(until: number): Promise<ChangeResult | Problem>;
  /** Begins to make some together as soon as it is their turn; a Problem where that is not by then. */
  inTurn(begin: () => Promise<BatchOutcomes>, until: number): Promise<BatchOutcomes | Problem>;
  /**
   * Makes the changes in one transaction: all of one type, and either each of another record or all new. All of them
   * receive an error that it throws.
   */
  together(changes: readonly Change[]): Promise<BatchOutcomes>;
}

/** Outcomes, one per change; undefined for a change that must be made alone. */
export type BatchOutcomes = readonly (ChangeResult | Problem | undefined)[];

interface Waiting extends BatchMember {
  readonly until: number;
  answer(outcome: ChangeResult | Problem | PromiseLike<ChangeResult | Problem>): void;
}

/** Queue of changes of one account and type, either for existing records or for new ones. */
interface Line {
  readonly name: string;
  readonly kind: keyof typeof MAX_CONCURRENT;
  underWay: number;
  /** Records of the changes in progress and of those that wait. */
  readonly records: Set<number>;
  waiting: Waiting[];
}

/**
 * Maximum number of concurrent transactions. While one is at the database, the thread decides about the other. Two
 * transactions with new records would only wait for each other's numbers.
 */
const MAX_CONCURRENT = { changed: 2, new: 1 };
/**
 * Time after which a transaction no longer blocks others: it waits for a lock or a slow database, which changes of
 * other records need not wait for.
 */
const SLOW_TRANSACTION_MS = 20;
const MAX_BATCH_CHANGES = 16;

/** `waitMs`: how long a change may wait for its turn. */
export function createChangeBatcher(waitMs: number): ChangeBatcher {
  const lines = new Map<string, Line>();
  let made = 0;
  let changes = 0;
  let waiting = 0;

  return {
    join(account, member) {
      const { type, id } = member.change;
      const until = performance.now() + waitMs;
      if (!mayShare(member.change)) return byItself(member, until);
      const kind = id === 'new' ? 'new' : 'changed';
      const line = lineOf(`${account} ${type} ${kind}`, kind);
      if (id === 'new') return waitIn(line, member, until);
      // It has to wait for the one before it, and would keep others waiting.
      if (line.records.has(id)) return byItself(member, until);
      line.records.add(id);
      return waitIn(line, member, until).finally(() => {
        line.records.delete(id);
        forget(line);
      });
    },
    tally: () => ({ made, changes, waiting }),
  };

  function lineOf(name: string, kind: Line['kind']): Line {
    const known = lines.get(name);
    if (known !== undefined) return known;
    const line: Line = { name, kind, underWay: 0, records: new Set(), waiting: [] };
    lines.set(name, line);
    return line;
  }

  function forget({ name, underWay, records, waiting }: Line): void {
    if (underWay === 0 && records.size === 0 && waiting.length === 0) lines.delete(name);
  }

  function waitIn(line: Line, member: BatchMember, until: number): Promise<ChangeResult | Problem> {
    return new Promise((answer) => {
      line.waiting.push({ ...member, until, answer });
      waiting++;
      begin(line);
    });
  }

  function begin(line: Line): void {
    while (line.underWay < MAX_CONCURRENT[line.kind] && line.waiting.length > 0) {
      line.underWay++;
      void (line.waiting.length === 1 ? makeFirst(line) : makeSeveral(line));
    }
  }

  function leave(line: Line, count: number): Waiting[] {
    const left = line.waiting.splice(0, count);
    waiting -= left.length;
    return left;
  }

  /** Gives the place of what is under way up, once. */
  function placeIn(line: Line): { give(): void; giveSoon(): void } {
    let heldUp: NodeJS.Timeout | undefined;
    let isGiven = false;
    const give = () => {
      clearTimeout(heldUp);
      if (isGiven) return;
      isGiven = true;
      line.underWay--;
      begin(line);
      forget(line);
    };
    return {
      give,
      giveSoon() {
        if (line.kind === 'changed') heldUp = setTimeout(give, SLOW_TRANSACTION_MS);
      },
    };
  }

  async function makeFirst(line: Line): Promise<void> {
    const place = placeIn(line);
    place.giveSoon();
    await makeAlone(leave(line, 1)[0]!);
    place.give();
  }

  /** Makes the changes that wait when their turn comes, in one batch. */
  async function makeSeveral(line: Line): Promise<void> {
    const [first] = line.waiting as [Waiting];
    const place = placeIn(line);
    let batch: readonly Waiting[] = [];
    try {
      const outcomes = await first.inTurn(async () => {
        batch = leave(line, MAX_BATCH_CHANGES);
        place.giveSoon();
        return batch.length === 0 ? [] : first.together(batch.map(({ change }) => change));
      }, first.until);
      if (outcomes instanceof Problem) refuse(line, outcomes);
      else await answerEach(batch, outcomes);
    } catch (fault) {
      for (const { answer } of batch.length > 0 ? batch : leave(line, MAX_BATCH_CHANGES)) answer(Promise.reject(fault));
    }
    place.give();
  }

  /** Refuses the changes that have waited for the maximum time. */
  function refuse(line: Line, problem: Problem): void {
    const now = performance.now();
    const late = leave(line, line.waiting.findLastIndex(({ until }) => until <= now) + 1);
    for (const { answer } of late) answer(problem);
  }

  async function answerEach(batch: readonly Waiting[], outcomes: BatchOutcomes): Promise<void> {
    count(outcomes);
    await Promise.all(
      batch.map(async (one, n) => {
        const outcome = outcomes[n];
        if (outcome === undefined) await makeAlone(one);
        else one.answer(outcome);
      }),
    );
  }

  /** Makes one change alone. Only its own client receives an error that it throws. */
  async function makeAlone(one: Waiting): Promise<void> {
    const outcome = byItself(one, one.until);
    one.answer(outcome);
    await outcome.catch(() => {});
  }

  async function byItself(member: BatchMember, until: number): Promise<ChangeResult | Problem> {
    const outcome = await member.alone(until);
    count([outcome]);
    return outcome;
  }

  /** Counts the changes of one transaction. */
  function count(outcomes: BatchOutcomes): void {
    const changed = outcomes.filter((outcome) => outcome !== undefined && !(outcome instanceof Problem)).length;
    if (changed > 0) made++;
    changes += changed;
  }
}

/** True if the change needs only its record, or the next number, to be opened. */
function mayShare({ idempotency, fulfils, accepts }: Change): boolean {
  return idempotency === undefined && fulfils === undefined && accepts === undefined;
}
