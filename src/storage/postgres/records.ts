/** The records of one account on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { RecordStore, StoredRecord } from '../../records/store.ts';
import { commitChange } from './changes.ts';
import { type Pool, read, type Statement } from './connection.ts';
import { answering } from './failures.ts';
import { type ListContext, listRecords } from './list.ts';
import { statementsOf } from './statements.ts';

export interface RecordsContext extends Omit<ListContext, 'account'> {
  readonly pool: Pool;
  /** Writes the deliveries of a change that has events, in its transaction. $1 account, $2 seq of the change. */
  readonly fanOut: Statement | undefined;
}

export function postgresRecords(context: RecordsContext, account: AccountScope): RecordStore {
  const ofAccount = { ...context, account };
  return {
    read: (type, id) =>
      answering(async () => {
        const [record] = await read<StoredRecord>(context.pool, statementsOf(type).read, [account.key, id]);
        return record;
      }),
    list: (plan, gone) => listRecords(ofAccount, plan, gone),
    change: (change) => commitChange(ofAccount, change),
  };
}
