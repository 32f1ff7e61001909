/** What every part of the conformance suite is given: a shard on one engine, and accounts in it. */
import type { TestContext } from 'node:test';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Shard } from '../../src/storage/shard.ts';

export interface Fixture {
  readonly shard: Shard;
  /** Opens the same database again, as another process does. */
  openBeside(t: TestContext): Promise<Shard>;
}

export type Part = (t: TestContext, fixture: Fixture) => Promise<void>;

let made = 0;

/** A new account of its own for each test: nothing of another test is in its way. */
export function newAccount({ shard }: Fixture, name = 'Harbour & Pine'): Promise<AccountScope> {
  return shard.accounts.create({ id: `acc_${process.pid}_${++made}`, name, createdOn: Date.now() });
}
