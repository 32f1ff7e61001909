/** The records of one account on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { RecordStore } from '../../records/store.ts';
import { answering } from '../postgres/failures.ts';
import { commitChange } from './changes/changes.postgres.ts';
import { rehearse } from './changes/dry-run.postgres.ts';
import type { ChangeContext } from './changes/write-change.postgres.ts';
import { countOfEach, headOfPage, type ListContext, listRecords } from './lists/list.postgres.ts';
import type { SharedReads } from './shared-reads.postgres.ts';
import { openStream, type StreamContext } from './streams/stream.postgres.ts';
import { summarise } from './summary/summary.postgres.ts';
import { readTitles } from './titles/titles.postgres.ts';

export interface RecordsContext extends Omit<ListContext & ChangeContext & StreamContext, 'account'> {
  readonly reads: SharedReads;
}

export function makeRecordStore(context: RecordsContext, account: AccountScope): RecordStore {
  const ofAccount = { ...context, account };
  return {
    read: (type, id) => answering(() => context.reads.read(context.quick, account.key, type, id)),
    list: (plan, gone) => listRecords(ofAccount, plan, gone),
    head: (plan, gone) => headOfPage(ofAccount, plan, gone),
    totals: (plan, gone) => countOfEach(ofAccount, plan, gone),
    summarise: (summary, gone) => summarise(ofAccount, summary, gone),
    titles: (type, ids, gone) => readTitles(ofAccount, type, ids, gone),
    stream: (plan, form, client) => openStream(ofAccount, plan, form, client),
    change: (change) => commitChange(ofAccount, change),
    rehearse: (changes) => rehearse(ofAccount, changes),
  };
}
