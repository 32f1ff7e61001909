/** The records of one account on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { RecordStore } from '../../records/store.ts';
import { commitChange } from './changes.ts';
import { answering } from './failures.ts';
import { countOfEach, headOfPage, type ListContext, listRecords } from './list.ts';
import { rehearse } from './rehearse.ts';
import type { SharedReads } from './shared-reads.ts';
import { openStream, type StreamContext } from './stream.ts';
import { summarise } from './summary.ts';
import { readTitles } from './titles.ts';
import type { ChangeContext } from './write-change.ts';

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
