/** Opens the databases of a command, and finds the shard or the account that it names. */
import { randomBytes } from 'node:crypto';
import type { AccountScope } from '../accounts/account.ts';
import type { AccountPart } from '../accounts/store.ts';
import { systemClock } from '../lib/time.ts';
import { mailBy } from '../mail/mail.ts';
import { type AdminNoticeParts, notifyingShards } from '../people/admin-notices.ts';
import { type Database, noSuchShard, type Settings, shardsOf } from '../settings.ts';
import type { Shard } from '../storage/shard.ts';
import { accountLimitsOf, closeShards, type OpenShardsOptions, openShards } from '../storage/shards.ts';
import { MissingDatabaseError } from '../storage/storage-error.ts';
import { CommandFailure, type Given } from './command.ts';
import { typed } from './typed.ts';

export const shardOption = { shard: { value: 'S', doc: 'The shard, where there are several.' } } as const;
export const accountOption = { account: { value: 'ID', doc: 'The account.', required: true } } as const;

/**
 * Opens the shards next to a running server, does the work and closes them again. A missing database is not created: in
 * the wrong folder, a new account would be one that the service never sees.
 */
export async function withShards<Result>(
  settings: Settings,
  work: (shards: ReadonlyMap<string, Shard>) => Promise<Result>,
  {
    mayCreate = false,
    ...more
  }: { readonly mayCreate?: boolean } & Pick<OpenShardsOptions, 'lostKey' | 'waitMs' | 'onMigration'> = {},
): Promise<Result> {
  const shards = await sayingWhereToLook(
    openShards(shardsOf(settings), {
      role: 'tool',
      readerThreads: 1,
      ...accountLimitsOf(settings),
      keys: settings.MDS_SECRETS_KEY,
      poolSize: 2,
      mayCreate,
      ...more,
    }),
  );
  try {
    return await work(notifyingShards(shards, noticesBy(settings, shards)));
  } finally {
    await closeShards(shards);
  }
}

function noticesBy(settings: Settings, shards: ReadonlyMap<string, Shard>): AdminNoticeParts {
  const clock = systemClock;
  const mail = mailBy(settings, { storeOf: ({ shardID }) => shards.get(shardID)!.mail, clock, random: randomBytes });
  const onFailure = (failure: unknown) =>
    process.stderr.write(`The admins could not be told by e-mail: ${(failure as Error).message}\n`);
  return { mail, clock, onFailure };
}

/** Adds to a missing database error where to run the command: the usual cause is the wrong folder. */
export async function sayingWhereToLook<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening;
  } catch (failure) {
    if (!(failure instanceof MissingDatabaseError)) throw failure;
    throw new CommandFailure(
      `${failure.message} Run this in the folder of the service, or name its database in DATABASE_URL. A new one is made by: ${typed('migrate')}`,
      { cause: failure },
    );
  }
}

/** Returns the shard that `--shard` names, or the only shard if the option is missing. */
export function chosenShard(shards: ReadonlyMap<string, Shard>, given: Given): Shard {
  return chosen(shards, given)[1];
}

/**
 * Returns the location of the chosen shard, for commands that must not open it: opening migrates it to the schema of
 * this program.
 */
export function chosenDatabase(settings: Settings, given: Given): { shardID: string; database: Database } {
  const [shardID, database] = chosen(shardsOf(settings), given);
  return { shardID, database };
}

function chosen<Thing>(things: ReadonlyMap<string, Thing>, given: Given): [string, Thing] {
  const names = [...things.keys()];
  const name = given.value('shard') ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) throw new CommandFailure(`There are several shards (${names.join(', ')}): say --shard.`);
  const thing = things.get(name);
  if (!thing) throw noSuchShard(name, things);
  return [name, thing];
}

export interface Chosen {
  readonly shard: Shard;
  readonly account: AccountScope;
}

/** An account of which the shard contains only a part. */
export interface ChosenPart {
  readonly shard: Shard;
  readonly part: AccountPart;
}

/** Returns the account that `--account` names, searched on the chosen shard or on all shards. */
export async function chosenAccount(shards: ReadonlyMap<string, Shard>, given: Given): Promise<Chosen> {
  const found = await lookedFor(shards, given);
  const whole = found.filter((one) => 'account' in one);
  const chosen = onlyOne(whole.length > 0 ? whole : found, given);
  if ('part' in chosen) throw new CommandFailure(saidOfPart(chosen.part));
  return chosen;
}

/** Returns the account or a part of it, for commands that also remove incomplete accounts. */
export async function chosenAccountOrPart(
  shards: ReadonlyMap<string, Shard>,
  given: Given,
): Promise<Chosen | ChosenPart> {
  return onlyOne(await lookedFor(shards, given), given);
}

/** Returns the message about an incomplete account, with the command that resolves it. */
export function saidOfPart({ accountID, shardID, partly }: AccountPart): string {
  const remove = typed(`accounts remove --account ${accountID} --shard ${shardID} --yes`);
  return partly === 'removed'
    ? `The account ${accountID} is being removed from ${shardID}, and only a part of it is left. If that was cut off, go on with it: ${remove}`
    : `Only a part of the account ${accountID} is on ${shardID}: its import is under way or was cut off. Import it again, or remove that part: ${remove}`;
}

async function lookedFor(shards: ReadonlyMap<string, Shard>, given: Given): Promise<(Chosen | ChosenPart)[]> {
  const id = given.required('account');
  const candidates = given.value('shard') === undefined ? [...shards.values()] : [chosenShard(shards, given)];
  const found: (Chosen | ChosenPart)[] = [];
  for (const shard of candidates) {
    const account = await shard.accounts.find(id);
    const part = (await shard.accounts.parts()).find(({ accountID }) => accountID === id);
    if (account) found.push({ shard, account });
    else if (part) found.push({ shard, part });
  }
  return found;
}

function onlyOne<Found extends Chosen | ChosenPart>(found: readonly Found[], given: Given): Found {
  const id = given.required('account');
  const [first, second] = found;
  if (first === undefined) throw new CommandFailure(`There is no account ${id}. See: ${typed('accounts list')}`);
  // It has been moved, and is not yet removed where it was: only the operator knows which one is meant.
  if (second !== undefined) {
    const names = found.map(({ shard }) => shard.id).join(' and ');
    throw new CommandFailure(`The account ${id} is on ${names}: say --shard.`);
  }
  return first;
}
