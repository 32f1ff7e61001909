/** A log in which what is wanted lies far behind what is not. */
import type { AccountScope } from '../../src/accounts/account.ts';
import { contentHash } from '../../src/records/writes/change.ts';
import { MAX_ROWS_SCANNED } from '../../src/storage/records/log/feed-query.ts';
import { type AccountRow, rowKinds } from '../../src/storage/transfer/account-rows.ts';
import { sample } from '../conformance/samples.ts';
import type { TestApp } from './app.ts';
import { each } from './exported-account.ts';

/** An account whose log has a change of a location, more of them behind it than are looked through for one page, then one of a task. */
export async function accountOfLongLog({ shard }: TestApp): Promise<AccountScope> {
  const moved = { id: `acc_long_log_${shard.engine}`, name: 'Long log', createdOn: 5 };
  await shard.importAccount(moved, each(longLog()));
  const account = (await shard.accounts.find(moved.id))!;
  await shard.accounts.setFrozen(account, false);
  return account;
}

function longLog(): AccountRow[] {
  const by = { CreatedBy: 'ann@example.com', UpdatedBy: 'ann@example.com' };
  const rows: AccountRow[] = [
    { kind: 'record_counters', values: ['Locations', 1] },
    { kind: 'record_counters', values: ['Tasks', 1] },
    { kind: 'record_counters', values: ['Users', 1] },
  ];
  const texts = Object.fromEntries(
    (['Locations', 'Tasks', 'Users'] as const).map((type) => [
      type,
      JSON.stringify(
        sample(type, 1, { ...by, Name: 'One', Email: 'ann@example.com', Role: 'Admin', Status: 'Active' }),
      ),
    ]),
  );
  for (const kind of rowKinds) {
    if (kind in texts) rows.push({ kind, values: [1, texts[kind]!] });
  }
  const last = MAX_ROWS_SCANNED + 2;
  for (let n = 1; n <= last; n++) {
    const isLast = n === last;
    const type = isLast ? 'Tasks' : 'Locations';
    const about = isLast ? 1 : n + 1;
    const author = ['integration', null, null, 'ann@example.com', null];
    const told = isLast ? ['Created', null, contentHash(texts.Tasks!), null, null, texts.Tasks!] : NOTHING;
    rows.push({ kind: 'changes', values: [n, type, 1, about, 5, ...author, ...told] });
  }
  return rows;
}

const NOTHING = ['', null, null, null, '{}', null];
