/** Creates the two demo accounts for the first start, with their data and one key each. */
import type { AccountScope } from '../accounts/account.ts';
import { createAccount } from '../accounts/accounts.ts';
import { createAccountID, systemRandom } from '../accounts/chance.ts';
import { createIntegration, type IssuedKey } from '../accounts/integrations.ts';
import { isRefused } from '../accounts/refused.ts';
import { countRecords, type DemoFirm, demoFirms, sizes } from '../demo/index.ts';
import { addAdmin } from '../people/add-admin.ts';
import { createPasswords } from '../people/passwords.ts';
import type { Shard } from '../storage/shard.ts';
import { CommandFailure } from './command.ts';
import { workADay } from './demo-day.ts';
import { type DemoPeople, letDemoPeopleIn } from './demo-people.ts';
import { leaveFile } from './left-file.ts';
import { seedAccount } from './seed.ts';

export interface IssuedDemoAccount extends IssuedKey, DemoPeople {
  readonly accountID: string;
  readonly accountName: string;
}

const firms: readonly DemoFirm[] = Object.values(demoFirms);

/** Creates the demo accounts if the database contains no account yet. If stopped midway, it leaves none. */
export async function createDemoAccounts(
  shard: Shard,
  consoleUrl: string | undefined,
  file: string,
  talkative: boolean,
  stopped: AbortSignal,
): Promise<readonly IssuedDemoAccount[]> {
  const passwords = createPasswords();
  await removeHalfMade(shard);
  if ((await shard.accounts.list()).length > 0) return [];
  const total = firms.length * countRecords(sizes.demo);
  // Also where there is no terminal to draw on: nothing at all for seconds looks like a start that hangs.
  say(`Making ${firms.length} demo accounts with ${total.toLocaleString('en')} records, once: some seconds.`);
  const planned = firms.map((firm) => ({ firm, id: createAccountID(systemRandom) }));
  await shard.accounts.noteInTheMaking(planned.map(({ id }) => id));
  const made: IssuedDemoAccount[] = [];
  try {
    for (const { firm, id } of planned) {
      const request = { id, name: firm.name, adminEmail: firm.adminEmail, currency: firm.currency };
      const account = await createAccount(shard.accounts, request, addAdmin(shard));
      if (isRefused(account)) throw new CommandFailure(account.refused, { cause: account.cause });
      await seedAccount(shard, account, { firm: firm.key, size: 'demo', now: Date.now() }, talkative, stopped);
      await workADay(shard, account);
      const people = await letDemoPeopleIn(shard, account, passwords, consoleUrl);
      made.push({ accountName: account.name, accountID: account.id, ...(await issueKey(shard, account)), ...people });
      if (!talkative) say(`${account.name}: done.`);
    }
  } catch (failure) {
    if (failure === stopped.reason) await removeHalfMade(shard);
    throw failure;
  }
  leaveFile(file, `${JSON.stringify(made, null, 2)}\n`);
  await shard.accounts.noteInTheMaking([]);
  return made;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Removes the accounts that an interrupted start recorded as unfinished, and nothing else. Appearance is no proof: a
 * user may have removed or moved the second demo firm.
 */
async function removeHalfMade(shard: Shard): Promise<void> {
  const left = await shard.accounts.inTheMaking();
  if (left.length === 0) return;
  for (const id of left) {
    const account = await shard.accounts.find(id);
    if (account !== undefined) await shard.accounts.remove(account);
  }
  const parts = await shard.accounts.parts();
  for (const part of parts) if (left.includes(part.accountID)) await shard.accounts.removePart(part);
  await shard.accounts.noteInTheMaking([]);
}

async function issueKey(shard: Shard, account: AccountScope): Promise<IssuedKey> {
  const issued = await createIntegration(shard.accounts, account, { name: 'Demo', preset: 'Full' });
  if (isRefused(issued)) throw new CommandFailure(issued.refused);
  return issued;
}
