/** `mds accounts ...`: making, listing, freezing and removing accounts. */
import { randomBytes } from 'node:crypto';
import type { AccountScope } from '../accounts/account.ts';
import {
  changeCurrency,
  createAccount,
  freezeAccount,
  listAccounts,
  removeAccount,
  thawAccount,
} from '../accounts/accounts.ts';
import { isRefused } from '../accounts/refused.ts';
import type { AccountListing, AccountPart, AccountStore } from '../accounts/store.ts';
import { formatTimestamp, systemClock } from '../lib/time.ts';
import { mailBy } from '../mail/mail.ts';
import { addAdmin } from '../people/add-admin.ts';
import { createLink } from '../people/links.ts';
import { Unanswerable } from '../problems.ts';
import { consoleUrlOf, type Settings } from '../settings.ts';
import type { Shard } from '../storage/shard.ts';
import { type Command, CommandFailure } from './command.ts';
import { linkNote } from './link-note.ts';
import {
  accountOption,
  chosenAccount,
  chosenAccountOrPart,
  chosenShard,
  shardOption,
  withShards,
} from './shard-choice.ts';
import { entry } from './told.ts';
import { typed } from './typed.ts';

interface Made {
  readonly accountID: string;
  readonly shardID: string;
  readonly adminEmail: string;
  /** Sign-in link of the first admin; null if there is no console or the link could not be created. */
  readonly adminLink: string | null;
  readonly adminLinkExpiresOn: string | null;
  /** Reason why the link could not be created. The account exists all the same, and the user must know its ID. */
  readonly adminLinkFailure?: string;
}

const create: Command = {
  words: 'accounts create',
  summary: 'Make an account with its first admin.',
  options: {
    name: { value: 'NAME', doc: 'The name of the firm.', required: true },
    'admin-email': { value: 'E-MAIL', doc: 'The address of its first admin.', required: true },
    currency: { value: 'CODE', doc: 'What its purchase orders are in unless they say (default: USD).' },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const shard = chosenShard(shards, given);
      const currency = given.value('currency');
      const request = {
        name: given.required('name'),
        adminEmail: given.required('admin-email'),
        ...(currency !== undefined && { currency }),
      };
      const account = await createAccount(shard.accounts, request, addAdmin(shard));
      if (isRefused(account)) throw new CommandFailure(account.refused, { cause: account.cause });
      const invited = await invitationOf(settings, shard, account, request.adminEmail).catch(
        (failure: Error): Invited => ({ adminLink: null, adminLinkExpiresOn: null, adminLinkFailure: failure.message }),
      );
      return { accountID: account.id, shardID: shard.id, adminEmail: request.adminEmail, ...invited } satisfies Made;
    }),
  show: ({ accountID, shardID, adminEmail, adminLink, adminLinkFailure }: Made) =>
    [
      `accountID: ${accountID}`,
      `shardID:   ${shardID}`,
      adminLinkFailure !== undefined
        ? `The admin was added, but the link could not be made: ${adminLinkFailure} Make one by:`
        : adminLink === null
          ? 'The console is off (MDS_CONSOLE). Once it is on, the admin gets a link by:'
          : 'The admin sets a password here, once, within 7 days:',
      `  ${adminLink ?? typed(`people reset-link --account ${accountID} --email ${adminEmail}`)}`,
      ...(adminLink === null ? [] : linkNote(adminLink)),
      `Next: ${typed(`keys create --account ${accountID} --name 'ERP sync' --preset Full`)}`,
    ].join('\n'),
};

type Invited = Pick<Made, 'adminLink' | 'adminLinkExpiresOn' | 'adminLinkFailure'>;

async function invitationOf(settings: Settings, shard: Shard, account: AccountScope, email: string): Promise<Invited> {
  const consoleUrl = consoleUrlOf(settings);
  if (!consoleUrl) return { adminLink: null, adminLinkExpiresOn: null };
  const admins = await shard.people.withEmail(email);
  const { user } = admins.find((one) => one.account.id === account.id)!;
  const chance = { clock: systemClock, random: randomBytes };
  const mail = mailBy(settings, { ...chance, storeOf: () => shard.mail });
  const { link, expiresOn } = await createLink(shard.people, { ...chance, consoleUrl, mail }, 'invitation', {
    account,
    user,
  });
  return { adminLink: link, adminLinkExpiresOn: expiresOn };
}

const list: Command = {
  words: 'accounts list',
  summary: 'List the accounts of every shard.',
  options: { ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const wanted = given.value('shard') === undefined ? [...shards.values()] : [chosenShard(shards, given)];
      const listings = await listAccounts(wanted.map((shard) => shard.accounts));
      return listings.map((account) => ({ ...account, createdOn: formatTimestamp(account.createdOn) }));
    }),
  show: (accounts: Listed[]) =>
    accounts
      .map((one) => `${one.accountID}  ${one.shardID}  ${one.createdOn}  ${one.currency}  ${one.name}${stateOf(one)}`)
      .join('\n') ||
    `There is no account yet. Make one: ${typed("accounts create --name 'Northgate Lifts' --admin-email you@example.com")}`,
};

type Listed = Omit<AccountListing, 'createdOn'> & Partial<Pick<AccountPart, 'partly'>> & { readonly createdOn: string };

function stateOf({ frozen, partly }: Listed): string {
  if (partly !== undefined) return partly === 'removed' ? '  (being removed)' : '  (half imported)';
  return frozen ? '  (frozen)' : '';
}

const freeze = switchCommand(
  'freeze',
  'Refuse changes of an account until it is thawed; reading goes on.',
  freezeAccount,
);
const thaw = switchCommand('thaw', 'Let an account be changed again.', thawAccount);

function switchCommand(word: 'freeze' | 'thaw', summary: string, act: typeof freezeAccount): Command {
  return {
    words: `accounts ${word}`,
    summary,
    options: { ...accountOption, ...shardOption },
    run: (given, { settings }) =>
      withShards(settings, async (shards) => {
        const { shard, account } = await chosenAccount(shards, given);
        await act(shard.accounts, account, entry(word === 'freeze' ? 'account.frozen' : 'account.thawed'));
        return { accountID: account.id, frozen: word === 'freeze' };
      }),
    show: ({ accountID, frozen }: { accountID: string; frozen: boolean }) =>
      `${accountID} is ${frozen ? 'frozen' : 'thawed'}`,
  };
}

const update: Command = {
  words: 'accounts update',
  summary: 'Change the settings of an account.',
  options: {
    ...accountOption,
    currency: { value: 'CODE', doc: 'What new purchase orders are in unless they say, such as GBP.', required: true },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, account } = await chosenAccount(shards, given);
      const currency = await changeCurrency(shard.accounts, account, given.required('currency'), (chosen) =>
        entry('account.changed', null, { currency: chosen }),
      );
      if (typeof currency !== 'string') throw new CommandFailure(currency.refused);
      return { accountID: account.id, currency };
    }),
  show: ({ accountID, currency }: { accountID: string; currency: string }) =>
    `New purchase orders of ${accountID} are in ${currency} unless they say otherwise`,
};

const remove: Command = {
  words: 'accounts remove',
  summary: 'Remove an account with everything it holds, for good.',
  options: { ...accountOption, yes: { doc: 'Yes, really: there is no way back.' }, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, ...chosen } = await chosenAccountOrPart(shards, given);
      const accountID = given.required('account');
      if (!given.flag('yes')) {
        const what =
          'part' in chosen
            ? `what is there of ${chosen.part.name} (${accountID})`
            : `${chosen.account.name} (${accountID}) with all its records`;
        throw new CommandFailure(`This removes ${what}. Say --yes to do it.`);
      }
      if ('account' in chosen) await removeOrSayWhatIsLeft(shard.accounts, chosen.account);
      else if (!(await shard.accounts.removePart(chosen.part))) {
        throw new CommandFailure(`${accountID} has arrived or gone a moment ago. See: ${typed('accounts list')}`);
      }
      return { accountID, removed: true };
    }),
  show: ({ accountID }: { accountID: string }) => `${accountID} is removed`,
};

/**
 * Removes an account; if that fails, reports what is left. PostgreSQL freezes an account before removal: if removal
 * then stops, an account that is in use can no longer be changed.
 */
async function removeOrSayWhatIsLeft(store: AccountStore, account: AccountScope): Promise<void> {
  const wasFrozen = await store.isFrozen(account);
  try {
    await removeAccount(store, account, entry('account.frozen'));
  } catch (failure) {
    if (!(failure instanceof Unanswerable)) throw failure;
    const left = await whatIsLeft(store, account, wasFrozen).catch(
      () => `${account.id} may be frozen now. See: ${typed('accounts list')}`,
    );
    throw new CommandFailure(`${failure.message} ${left}`, { cause: failure });
  }
}

async function whatIsLeft(store: AccountStore, account: AccountScope, wasFrozen: boolean): Promise<string> {
  const isWhole = (await store.find(account.id)) !== undefined;
  if (!isWhole) return `See what is left of it: ${typed('accounts list')}`;
  if (wasFrozen || !(await store.isFrozen(account))) return 'Nothing of it was removed: run it again.';
  const thaw = typed(`accounts thaw --account ${account.id} --shard ${account.shardID}`);
  return `${account.id} is frozen now and nothing of it was removed: run it again, or ${thaw}`;
}

export const accounts = [create, list, update, freeze, thaw, remove];
