/** Fills an account with realistic demo records. */
import type { AccountScope } from '../accounts/account.ts';
import { recordTypeNames } from '../catalogue/index.ts';
import { countRecords, type DemoSize, demoFirms, demoRecords, scaledSize, sizes } from '../demo/index.ts';
import { parseTimestamp } from '../lib/time.ts';
import type { User } from '../people/person.ts';
import { changeUser, personAuthor } from '../people/user-records.ts';
import { Problem } from '../problems.ts';
import type { Shard } from '../storage/shard.ts';
import { type Command, CommandFailure, type Given, UsageError } from './command.ts';
import { progressBar } from './progress.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';

type Firm = 'harbour' | 'ridgeway';
type Size = 'tiny' | 'demo' | 'load';

export interface SeedOptions {
  readonly firm: Firm;
  readonly size: Size;
  readonly counts?: Partial<DemoSize>;
  readonly now: number;
}

export const seed: Command = {
  words: 'seed',
  summary: 'Fill an empty account with demo data.',
  options: {
    ...accountOption,
    size: { value: 'tiny|demo|load', doc: 'How much; load makes a million tasks.', required: true },
    tasks: { value: 'N', doc: 'Another number of tasks, and of everything else in proportion.' },
    firm: {
      value: 'harbour|ridgeway',
      doc: 'Which made-up firm: property services (the default) or a fleet workshop.',
    },
    now: { value: 'ISO', doc: 'The instant the history leads up to; the same one gives the same data.' },
    ...shardOption,
  },
  run: (given, { settings, talkative }) =>
    withShards(settings, async (shards) => {
      const options = readOptions(given);
      const { shard, account } = await chosenAccount(shards, given);
      const records = await seedAccount(shard, account, options, talkative);
      return { accountID: account.id, shardID: shard.id, size: options.size, records };
    }),
  show: ({ accountID, records }: { accountID: string; records: number }) =>
    `${records.toLocaleString('en')} records loaded into ${accountID}`,
};

export async function seedAccount(
  shard: Shard,
  account: AccountScope,
  options: SeedOptions,
  talkative: boolean,
  stopped?: AbortSignal,
): Promise<number> {
  const hasAdmin = await checkUnused(shard, account);
  const [admin] = await shard.accounts.admins(account, 1);
  const progress = progressBar(account.name, countRecords({ ...sizes[options.size], ...options.counts }), talkative);
  const loader = shard.bulk(account);
  let loaded = 0;
  for (const { type, records } of demoRecords({ ...options, adminEmail: admin?.email })) {
    // The account's own admin is user 1 and takes the place of the made-up one.
    const wanted = type === 'Users' && hasAdmin ? records.filter(({ ID }) => ID !== 1) : records;
    await loader.load(type, wanted);
    const same = wanted === records ? undefined : records.find(({ ID }) => ID === 1);
    if (same?.Email === demoFirms[options.firm].adminEmail) await nameAdmin(shard, account, same as unknown as User);
    stopped?.throwIfAborted();
    loaded += wanted.length;
    progress.advance(records.length);
  }
  progress.end();
  return loaded;
}

/**
 * Sets the name, time zone and locale of a demo firm's admin, who is created with an address only. Admins of other
 * accounts get no invented data.
 */
async function nameAdmin(shard: Shard, account: AccountScope, madeUp: User): Promise<void> {
  const { ID, FirstName, LastName, TimeZone, Locale } = madeUp;
  const fields = { FirstName, LastName, TimeZone, Locale };
  const named = await changeUser(shard.records(account), ID, fields, personAuthor(madeUp));
  if (named instanceof Problem) throw new CommandFailure(named.detail);
}

/** Checks that the account contains nothing but its first admin, because demo records have fixed IDs. */
async function checkUnused(shard: Shard, account: AccountScope): Promise<boolean> {
  let hasAdmin = false;
  for (const type of recordTypeNames) {
    const order = [{ field: 'ID', descending: false }];
    const page = await shard.records(account).list({ type, where: [], order, skip: 0, take: 0, count: true });
    if (page instanceof Problem) throw new CommandFailure(page.detail);
    const total = page.total ?? 0;
    if (type === 'Users' && total === 1) hasAdmin = true;
    else if (total > 0) {
      throw new CommandFailure(`The account ${account.id} already has ${type}; seed fills a new account only.`);
    }
  }
  return hasAdmin;
}

function readOptions(given: Given): SeedOptions {
  const size = choice('size', given.required('size'), ['tiny', 'demo', 'load']);
  const firm = choice('firm', given.value('firm') ?? 'harbour', ['harbour', 'ridgeway']);
  const tasks = given.value('tasks');
  if (tasks !== undefined && !/^\d{1,8}$/.test(tasks)) throw new UsageError('--tasks needs a whole number.');
  const instant = given.value('now');
  const now = instant === undefined ? Date.now() : parseTimestamp(instant);
  if (now === undefined) throw new UsageError('--now needs a timestamp such as 2026-11-15T00:00:00Z.');
  return { size, firm, now, ...(tasks === undefined ? {} : { counts: scaledSize(size, Number(tasks)) }) };
}

function choice<const Value extends string>(option: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${option} must be one of ${values.join(', ')}.`);
  return found;
}
