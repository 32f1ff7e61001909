/** The records of one account on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { RecordStore } from '../../records/store.ts';
import { translateFailures } from '../postgres/failures.ts';
import { commitChange } from './changes/changes.postgres.ts';
import { dryRunChanges } from './changes/dry-run.postgres.ts';
import type { PostgresChangeContext } from './changes/write-change.postgres.ts';
import { countPerReference, type ListContext, listRecords, loadPageHead } from './lists/list.postgres.ts';
import type { ReadBatcher } from './read-batcher.postgres.ts';
import { openStream, type StreamContext } from './streams/stream.postgres.ts';
import { summarise } from './summary/summary.postgres.ts';
import { readTitles } from './titles/titles.postgres.ts';

export interface RecordsContext extends Omit<ListContext & PostgresChangeContext & StreamContext, 'account'> {
  readonly reads: ReadBatcher;
}

export function createPostgresRecordStore(context: RecordsContext, account: AccountScope): RecordStore {
  const ofAccount = { ...context, account };
  return {
    read: (type, id) => translateFailures(() => context.reads.read(context.quick, account.key, type, id)),
    list: (plan, gone) => listRecords(ofAccount, plan, gone),
    head: (plan, gone) => loadPageHead(ofAccount, plan, gone),
    totals: (plan, gone) => countPerReference(ofAccount, plan, gone),
    summarise: (summary, gone) => summarise(ofAccount, summary, gone),
    titles: (type, ids, gone) => readTitles(ofAccount, type, ids, gone),
    stream: (plan, form, client) => openStream(ofAccount, plan, form, client),
    change: (change) => commitChange(ofAccount, change),
    rehearse: (changes) => dryRunChanges(ofAccount, changes),
  };
}
