/** Creates the first admin of a new account, as an ordinary user record. */
import type { AccountScope } from '../accounts/account.ts';
import type { AddAdmin } from '../accounts/accounts.ts';
import { catalogue } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { RecordStore } from '../records/store.ts';
import { createRecord } from '../records/writes/create.ts';

export function addAdmin(shard: { records(account: AccountScope): RecordStore }): AddAdmin {
  return async (account, email) => {
    const change = createRecord(
      catalogue.Users,
      { Email: email, Role: 'Admin', Status: 'Active' },
      { kind: 'system', id: null, name: null, email },
    );
    if (change instanceof Problem) return change;
    const changed = await shard.records(account).change(change);
    return changed instanceof Problem ? changed : undefined;
  };
}
