/** `mds keys ...`: the integrations of an account and their credentials. */
import { systemRandom } from '../accounts/chance.ts';
import type { GrantWords } from '../accounts/chosen-grant.ts';
import {
  createIntegration,
  defaultGraceMs,
  type IssuedKey,
  listIntegrations,
  revokeIntegration,
  rotateIntegration,
} from '../accounts/integrations.ts';
import { isRefused, type Refusal } from '../accounts/refused.ts';
import { areas } from '../catalogue/index.ts';
import { parseDuration } from '../lib/duration.ts';
import { formatTimestamp } from '../lib/time.ts';
import { isWebConsole } from '../people/person.ts';
import { type Command, CommandFailure, type Given, UsageError } from './command.ts';
import { accountOption, type Chosen, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { remembering } from './told.ts';
import { typed } from './typed.ts';

const integrationOption = { integration: { value: 'ID', doc: 'The integration.', required: true } } as const;

const create: Command = {
  words: 'keys create',
  summary: 'Make an integration; its secret is shown once, now.',
  options: {
    ...accountOption,
    name: { value: 'NAME', doc: 'What the integration is for.', required: true },
    preset: { value: 'P', doc: 'Role and areas in one word: Maintenance, Operations, Reporting or Full.' },
    role: { value: 'R', doc: 'Instead of a preset: Admin, Manager, Technician or ReadOnly.' },
    areas: { value: 'A,B', doc: `With a role: the areas it may use, of ${areas.join(', ')}.` },
    'proposes-only': { doc: 'It writes nothing itself: what it wants written it proposes, and a person decides.' },
    submitter: { value: 'E-MAIL', doc: 'The address its changes are made in; the admin by default.' },
    as: { value: 'E-MAIL', doc: 'The admin who makes it; the first one by default.' },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, account } = await chosenAccount(shards, given);
      const name = given.required('name');
      const wishes = {
        name,
        ...grantWords(given),
        submitter: given.value('submitter'),
        proposesOnly: given.flag('proposes-only'),
        as: given.value('as'),
      };
      const remembers = remembering('key.made', { name });
      return done(await createIntegration(shard.accounts, account, wishes, systemRandom, remembers));
    }),
  show: showCredentials,
  // If nobody has the secret of a key, nobody notices when it is stolen.
  unseen: async ({ integrationID }: IssuedKey, given, { settings }) => {
    await withShards(settings, async (shards) => revokeTold(await chosenAccount(shards, given), integrationID));
    return `The secret of ${integrationID} was seen by nobody, so it is revoked again.`;
  },
};

const list: Command = {
  words: 'keys list',
  summary: 'List the integrations of an account.',
  options: { ...accountOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, account } = await chosenAccount(shards, given);
      const integrations = (await listIntegrations(shard.accounts, account)).filter(({ id }) => !isWebConsole(id));
      return integrations.map(({ id, createdOn, revokedOn, ...rest }) => ({
        integrationID: id,
        ...rest,
        createdOn: formatTimestamp(createdOn),
        revokedOn: revokedOn === null ? null : formatTimestamp(revokedOn),
      }));
    }),
  show: (keys: { integrationID: string; apiKey: string; role: string; name: string; revokedOn: string | null }[]) =>
    keys
      .map(
        (key) =>
          `${key.integrationID}  ${key.apiKey}  ${key.role.padEnd(10)}  ${key.name}${key.revokedOn ? '  (revoked)' : ''}`,
      )
      .join('\n') || `The account has no integration yet. Make one: ${typed('keys create --help')}`,
};

const revoke: Command = {
  words: 'keys revoke',
  summary: 'Switch a key off, and its webhook subscriptions with it.',
  options: { ...accountOption, ...integrationOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const revoked = await revokeTold(await chosenAccount(shards, given), chosenKey(given));
      return { ...revoked, revokedOn: formatTimestamp(revoked.revokedOn) };
    }),
  show: ({ integrationID, revokedOn }: { integrationID: string; revokedOn: string }) =>
    `${integrationID} is revoked since ${revokedOn}. A running service refuses it within 5 seconds.`,
};

/**
 * Maximum grace period. A user who wants a secret to stay valid forever does not rotate it. Times after the year 9999
 * can be neither shown nor moved to another shard.
 */
const MAX_GRACE_MS = 365 * 86_400_000;

const rotate: Command = {
  words: 'keys rotate',
  summary: 'Give a key a new secret; the old one is good for a grace period, older ones at most as long as was said.',
  options: {
    ...accountOption,
    ...integrationOption,
    grace: { value: '24h', doc: 'How long the old secret still works: 24h, 30m, 0s; 365d at most.' },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, account } = await chosenAccount(shards, given);
      const words = given.value('grace');
      const grace = words === undefined ? defaultGraceMs : parseDuration(words);
      if (grace === undefined || grace > MAX_GRACE_MS)
        throw new UsageError('--grace needs a duration such as 24h, 30m or 0s, of at most 365d.');
      const remembers = remembering('key.rotated');
      const key = chosenKey(given);
      const rotated = done(await rotateIntegration(shard.accounts, account, key, grace, systemRandom, remembers));
      return { ...rotated, previousValidUntil: formatTimestamp(rotated.previousValidUntil) };
    }),
  show: (rotated: IssuedKey & { previousValidUntil: string }) =>
    `${showCredentials(rotated)}\nThe secret before it works until ${rotated.previousValidUntil}.`,
};

export const keys = [create, list, revoke, rotate];

async function revokeTold({ shard, account }: Chosen, integrationID: string) {
  const remembers = remembering('key.revoked');
  return done(await revokeIntegration(shard.accounts, account, integrationID, systemRandom, remembers));
}

function chosenKey(given: Given): string {
  const id = given.required('integration');
  if (isWebConsole(id)) throw new CommandFailure('The built-in integration Web console has no key.');
  return id;
}

function grantWords(given: Given): GrantWords {
  return {
    preset: given.value('preset'),
    role: given.value('role'),
    areas: given
      .value('areas')
      ?.split(',')
      .map((area) => area.trim()),
  };
}

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefused(result)) throw new CommandFailure(result.refused);
  return result as Result;
}

function showCredentials({ integrationID, apiKey, vaultSecret, shardID }: IssuedKey): string {
  return [
    `integrationID: ${integrationID}`,
    `apiKey:        ${apiKey}`,
    `vaultSecret:   ${vaultSecret}   (shown only now)`,
    `shardID:       ${shardID}`,
  ].join('\n');
}
