/**
 * `mds people ...`: manages who may sign in to an account. It works even if nobody can sign in: an operator can restore
 * access for the last admin.
 */
import { randomBytes } from 'node:crypto';
import { formatTimestamp, systemClock } from '../lib/time.ts';
import { mailBy } from '../mail/mail.ts';
import { type Actor, system } from '../people/audit.ts';
import type { MadeLink } from '../people/links.ts';
import {
  changeRights,
  type Invited,
  type Inviter,
  invite,
  letBackIn,
  type Manager,
  signOutPerson,
} from '../people/manage.ts';
import type { User } from '../people/person.ts';
import { usersOf } from '../people/user-records.ts';
import { Problem } from '../problems.ts';
import { consoleUrlOf, type Settings } from '../settings.ts';
import type { Shard } from '../storage/shard.ts';
import { type Command, CommandFailure, type Context, type Given } from './command.ts';
import { refusalInWords } from './in-words.ts';
import { linkNote } from './link-note.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { quoted, typed } from './typed.ts';

const emailOption = { email: { value: 'E-MAIL', doc: 'The person.', required: true } } as const;

interface ListedPerson {
  readonly userID: number;
  readonly email: string;
  readonly role: string;
  readonly companySettings: boolean;
  readonly status: string;
  readonly hasPassword: boolean;
  readonly sessions: number;
  readonly lastSeenOn: string | null;
}

const list: Command = {
  words: 'people list',
  summary: 'List the people of an account: their roles, and whether they can sign in.',
  options: { ...accountOption, ...shardOption },
  run: (given, context) =>
    managing(given, context, async ({ store, account, records }) => {
      const users = done(await usersOf(records));
      return Promise.all(
        users.map(async (user): Promise<ListedPerson> => {
          const sessions = await store.sessionsOfPerson(account, user.ID);
          const seen = sessions.map(({ askedOn }) => askedOn);
          return {
            userID: user.ID,
            email: user.Email,
            role: user.Role,
            companySettings: user.CompanySettings,
            status: user.Status,
            hasPassword: (await store.person(account, user.ID))?.password !== undefined,
            sessions: sessions.length,
            lastSeenOn: seen.length === 0 ? null : formatTimestamp(Math.max(...seen)),
          };
        }),
      );
    }),
  show: (people: readonly ListedPerson[]) =>
    people
      .map(({ email, role, status, hasPassword, lastSeenOn }) =>
        [email, role, status, hasPassword ? 'has a password' : 'no password', lastSeenOn ? `seen ${lastSeenOn}` : '']
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
};

const inviteCommand: Command = {
  words: 'people invite',
  summary: 'Invite somebody: a link to accept once, within 7 days.',
  options: {
    ...accountOption,
    ...emailOption,
    role: { value: 'R', doc: 'Admin, Manager, Technician or ReadOnly; Technician by default.' },
    'company-settings': { doc: 'With the permission Company Settings.' },
    ...shardOption,
  },
  run: (given, context) =>
    inviting(given, context, async (manager) => {
      const [email, role] = [given.required('email'), given.value('role')];
      const invited = await invite(manager, {
        Email: email,
        ...(role !== undefined && { Role: role }),
        ...(given.flag('company-settings') && { CompanySettings: true }),
      });
      if (invited instanceof Problem && invited.code === 'value_taken') {
        const { Status } = await chosenPerson(manager, given);
        if (Status === 'Disabled')
          throw new CommandFailure(
            `${email} is disabled. An admin of the account makes the person active in the console.`,
          );
        const another = typed(`people reset-link --account ${manager.account.id} --email ${quoted(email)}`);
        throw new CommandFailure(`The account has ${email} already. For a new link: ${another}`);
      }
      const { user, ...made } = done(invited) as Invited;
      return { userID: user.ID, email: user.Email, ...made };
    }),
  show: showLink,
};

const resetLink: Command = {
  words: 'people reset-link',
  summary: 'Make a link by which somebody sets a new password, once, within an hour; also for the last admin.',
  options: { ...accountOption, ...emailOption, ...shardOption },
  run: (given, context) =>
    inviting(given, context, async (manager) => {
      const user = await chosenPerson(manager, given);
      return { userID: user.ID, email: user.Email, ...done(await letBackIn(manager, user)) };
    }),
  show: showLink,
};

const signOut: Command = {
  words: 'people sign-out',
  summary: 'End every session of somebody.',
  options: { ...accountOption, ...emailOption, ...shardOption },
  run: (given, context) =>
    managing(given, context, async (manager) => {
      const user = await chosenPerson(manager, given);
      return { userID: user.ID, email: user.Email, sessions: await signOutPerson(manager, user) };
    }),
  show: ({ email, sessions }: { email: string; sessions: number }) =>
    `${email} is signed out (${sessions === 1 ? '1 session' : `${sessions} sessions`})`,
};

const disable: Command = {
  words: 'people disable',
  summary: 'Keep somebody out from now on; sessions and links end.',
  options: { ...accountOption, ...emailOption, ...shardOption },
  run: (given, context) =>
    managing(given, context, async (manager) => {
      const user = await chosenPerson(manager, given);
      const { ID, Email, Status } = done(await changeRights(manager, user.ID, { Status: 'Disabled' }));
      return { userID: ID, email: Email, status: Status };
    }),
  show: ({ email }: { email: string }) => `${email} is disabled`,
};

export const people = [list, inviteCommand, resetLink, signOut, disable];

/** Runs work as the first admin of the account: an operator with access to the database may act for any account. */
function managing<Result>(
  given: Given,
  { settings }: Context,
  work: (manager: Manager) => Promise<Result>,
): Promise<Result> {
  return withShards(settings, async (shards) => {
    const { shard, account } = await chosenAccount(shards, given);
    const [admin] = await shard.accounts.admins(account, 1);
    return work(managerFor(settings, shard, account, { ...system, email: admin?.email ?? null }));
  });
}

/** Runs work that creates a link. */
async function inviting<Result>(
  given: Given,
  context: Context,
  work: (inviter: Inviter) => Promise<Result>,
): Promise<Result> {
  const consoleUrl = consoleUrlOf(context.settings);
  if (consoleUrl === undefined)
    throw new CommandFailure('The console is off (MDS_CONSOLE), so a link would lead nowhere. Switch it on first.');
  return managing(given, context, (manager) => work({ ...manager, consoleUrl }));
}

export function managerFor(settings: Settings, shard: Shard, account: Manager['account'], by: Actor): Manager {
  return {
    clock: systemClock,
    random: randomBytes,
    mail: mailBy(settings, { storeOf: () => shard.mail, clock: systemClock, random: randomBytes }),
    store: shard.people,
    records: shard.records(account),
    account,
    by,
    address: null,
  };
}

async function chosenPerson({ store, account }: Manager, given: Given): Promise<User> {
  const email = given.required('email');
  const found = (await store.withEmail(email)).find((one) => one.account.id === account.id);
  if (found !== undefined) return found.user;
  throw new CommandFailure(
    `The account ${account.id} has nobody with the address ${email}. See: ${typed(`people list --account ${account.id}`)}`,
  );
}

function done<Result>(result: Result | Problem): Result {
  if (result instanceof Problem) throw new CommandFailure(refusalInWords(result));
  return result;
}

function showLink({ email, link, expiresOn }: { email: string } & MadeLink): string {
  return [`For ${email}, once, until ${expiresOn}:`, `  ${link}`, ...linkNote(link)].join('\n');
}
