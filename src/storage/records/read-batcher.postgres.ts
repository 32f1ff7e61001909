/**
 * Batches reads of single records of one account and type that arrive faster than they are answered. The driver and the
 * database take nearly as long for one record as for a few. No read waits for a batch to fill, and every read sees what
 * was committed before it arrived.
 */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { StoredRecord } from '../../records/store.ts';
import { type ConnectionSource, queryFromPool } from '../postgres/connection.ts';
import { type MissingRow, statementsOf } from './statements.postgres.ts';

export interface ReadBatcher {
  /** Reads through a connection of `lender`, which belongs to the account. */
  read(lender: ConnectionSource, account: number, type: RecordTypeName, id: number): Promise<StoredRecord | undefined>;
}

interface Waiting {
  readonly lender: ConnectionSource;
  readonly id: number;
  answer(record: StoredRecord | undefined | PromiseLike<never>): void;
}

/** Queue of reads of one account and type. */
interface Line {
  readonly name: string;
  readonly account: number;
  readonly type: RecordTypeName;
  underWay: number;
  waiting: Waiting[];
}

/** Maximum number of concurrent batches: while one is at the database, the thread works on the answers of the other. */
const MAX_CONCURRENT = 2;
/** Time after which a batch no longer blocks others: it waits for a connection or a slow database. */
const SLOW_READ_MS = 20;
const MAX_BATCH_READS = 16;
/** Maximum bytes of a batch of large records, because all of it stays in memory until it is answered. */
const MAX_BATCH_BYTES = 512 * 1024;

export function createReadBatcher(): ReadBatcher {
  const lines = new Map<string, Line>();

  return {
    read(lender, account, type, id) {
      return new Promise((answer) => {
        const name = `${account} ${type}`;
        const line = lines.getOrInsertComputed(name, () => ({ name, account, type, underWay: 0, waiting: [] }));
        line.waiting.push({ lender, id, answer });
        begin(line);
      });
    },
  };

  function begin(line: Line): void {
    while (line.underWay < MAX_CONCURRENT && line.waiting.length > 0)
      void readSome(line, line.waiting.splice(0, MAX_BATCH_READS));
    if (line.underWay === 0 && lines.get(line.name) === line) lines.delete(line.name);
  }

  async function readSome(line: Line, some: readonly Waiting[]): Promise<void> {
    line.underWay++;
    let isOver = false;
    const giveUpPlace = () => {
      if (!isOver) line.underWay--;
      isOver = true;
      begin(line);
    };
    const heldUp = setTimeout(giveUpPlace, SLOW_READ_MS);
    try {
      const found = await recordsOf(line, some);
      for (const [n, record] of found.entries()) some[n]!.answer(record.version === null ? undefined : record);
      line.waiting.unshift(...some.slice(found.length));
    } catch (failure) {
      for (const { answer } of some) answer(Promise.reject(failure));
    }
    clearTimeout(heldUp);
    giveUpPlace();
  }
}

/** Reads the records in order, as many as the size limit allows, but always the first. */
async function recordsOf({ account, type }: Line, some: readonly Waiting[]): Promise<(StoredRecord | MissingRow)[]> {
  const { lender } = some[0]!;
  const { read: one, first } = statementsOf(type);
  const ids = some.map(({ id }) => id);
  if (ids.length > 1) return queryFromPool<StoredRecord | MissingRow>(lender, first, [account, ids, MAX_BATCH_BYTES]);
  const [record] = await queryFromPool<StoredRecord>(lender, one, [account, ...ids]);
  return [record ?? { version: null }];
}
