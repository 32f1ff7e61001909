/**
 * `mds webhooks ...`: manages the subscriptions of an account, of all its keys, for operators. Their secrets are never
 * shown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '../accounts/account.ts';
import { listIntegrations } from '../accounts/integrations.ts';
import type { IntegrationListing } from '../accounts/store.ts';
import { formatTimestamp, systemClock } from '../lib/time.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { Problem } from '../problems.ts';
import type { Shard } from '../storage/shard.ts';
import { MAX_PERIODS } from '../storage/webhooks/subscriptions/active-periods.ts';
import { stringifyDelivery } from '../webhooks/delivery/settle/delivery-json.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import { type Explanation, explain } from '../webhooks/diagnostics/explanation.ts';
import { DEFAULT_HEALTH_HOURS, firstHour, renderHealth } from '../webhooks/diagnostics/health.ts';
import { parseExplanationQuery } from '../webhooks/diagnostics/parse-explanation-query.ts';
import { renderRecovery } from '../webhooks/recovery/recovery.ts';
import { createSampleRecord } from '../webhooks/subscriptions/sample-record.ts';
import { renderWaitingDeliveries, type Subscription } from '../webhooks/subscriptions/subscription.ts';
import { type Command, CommandFailure, type Given, UsageError } from './command.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { remembering } from './told.ts';
import { typed } from './typed.ts';

export const idOption = { id: { value: 'N', doc: 'The subscription.', required: true } } as const;

const list: Command = {
  words: 'webhooks list',
  summary: 'List the webhook subscriptions of an account, of all its keys.',
  options: { ...accountOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => (await owned(await chosenAccount(shards, given))).map(shown)),
  show: (found: ShownSubscription[]) =>
    found.map(line).join('\n') || 'The account has no webhook subscription. Keys make them: POST /api/Webhooks.',
};

const show: Command = {
  words: 'webhooks show',
  summary: 'Show a subscription: how it does, when it was warned or switched off, and its recoveries.',
  options: { ...accountOption, ...idOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const chosen = await chosenSubscription(await chosenAccount(shards, given), given);
      const { shard, account, integration, subscription } = chosen;
      const insight = shard.insight(account, integration.id);
      const now = systemClock.now();
      const health = done(await insight.health(firstHour(DEFAULT_HEALTH_HOURS, now), subscription.id));
      const recoveries = shard.recoveries(account, undefined, settings.MDS_DELIVERY_DAYS * DAY_MS);
      const runs = (await recoveries.list(subscription.id)) ?? [];
      const notices = done(await insight.notices(MAX_PERIODS, subscription.id));
      return {
        ...shown(chosen),
        health: renderHealth(health[0]!, DEFAULT_HEALTH_HOURS, now),
        notices: notices.map(({ on, state, why }) => ({ on: formatTimestamp(on), state, why })),
        recoveries: runs.map(renderRecovery),
      };
    }),
  show: (found: ShownSubscription & { health: Health; notices: Notice[]; recoveries: Run[] }) => {
    const { waiting, failuresInARow, lastSuccessOn, p95Ms, hours } = found.health;
    const sum = (name: 'ok' | 'failed' | 'suppressed' | 'dropped') => hours.reduce((all, hour) => all + hour[name], 0);
    return [
      line(found),
      `headers: ${found.headers.join(', ') || 'none'}`,
      `last ${hours.length} h: ${sum('ok')} ok, ${sum('failed')} failed, ${sum('suppressed')} suppressed, ${sum('dropped')} dropped; ${waiting} wait`,
      `failures in a row: ${failuresInARow}; last success: ${lastSuccessOn ?? 'none'}; 95 of 100 attempts within ${p95Ms ?? '?'} ms`,
      ...found.notices.map(({ on, state, why }) => `${on}  ${state}: ${why}`),
      ...found.recoveries.map(
        ({ id, state, reason, total, done, delivered, failed, skipped }) =>
          `recovery ${id}: ${state}, ${done} of ${total ?? '?'} done (${delivered} delivered, ${failed} failed, ${skipped} skipped)${reason === null ? '' : `. ${reason}`}`,
      ),
    ].join('\n');
  },
};
type Health = ReturnType<typeof renderHealth>;
type Notice = { readonly on: string; readonly state: string; readonly why: string };
type Run = ReturnType<typeof renderRecovery>;
const DAY_MS = 86_400_000;

const why: Command = {
  words: 'webhooks why',
  summary: 'Explain why changes of a record, or one event, did not arrive.',
  options: {
    ...accountOption,
    ...idOption,
    record: { value: 'ID', doc: 'The record.' },
    'webhook-id': { value: 'MSG', doc: 'Instead of a record: the webhook-id of an event.' },
    from: { value: 'ISO', doc: 'With a record: changes from then on; 30 days ago by default.' },
    to: { value: 'ISO', doc: 'With a record: changes until then; now by default.' },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const chosen = await chosenSubscription(await chosenAccount(shards, given), given);
      const { shard, account, integration, subscription } = chosen;
      const about = parseExplanationQuery(aboutGiven(given), systemClock.now());
      if (about instanceof Problem) throw new UsageError(about.detail);
      const facts = done(await shard.insight(account, integration.id).facts(subscription.id, about));
      if (facts === undefined) throw new CommandFailure('The log of this subscription has no such webhook-id.');
      const span = 'recordID' in about ? about : undefined;
      return explain(facts, { nameOf: () => undefined, span }).map(shownExplanation);
    }),
  show: (told: ReturnType<typeof shownExplanation>[]) => told.map(explained).join('\n\n'),
};

const test: Command = {
  words: 'webhooks test',
  summary: 'Send a test delivery; a running service delivers it.',
  options: { ...accountOption, ...idOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const chosen = await chosenSubscription(await chosenAccount(shards, given), given);
      const { shard, account, integration, subscription } = chosen;
      const store = shard.subscriptions(account, integration.id);
      const made = done(
        await store.test(subscription.id, ({ entityType, action }, now) =>
          createSampleRecord(entityType, action, integration.submitter, now),
        ),
      );
      return JSON.parse(stringifyDelivery(await settled(() => store.delivery(subscription.id, made!.id), made!)));
    }),
  show: ({
    id,
    state,
    status,
    attempts,
  }: {
    id: number;
    state: string;
    status: number;
    attempts: { message: string }[];
  }) =>
    state === 'waiting'
      ? `Delivery ${id} waits: is the service running?`
      : `Delivery ${id} ${state}: ${status === null ? (attempts.at(-1)?.message ?? 'no answer') : `answered ${status}`}`,
};

const reactivate: Command = {
  words: 'webhooks reactivate',
  summary: 'Switch a subscription on again; what it missed meanwhile is not sent by itself.',
  options: { ...accountOption, ...idOption, ...shardOption },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const chosen = await chosenSubscription(await chosenAccount(shards, given), given);
      const { shard, account, integration, subscription } = chosen;
      const own = shard.subscriptions(account, integration.id);
      const on = done(await own.reactivate(subscription.id, remembering('webhook.changed')));
      return shown({ ...chosen, subscription: on! });
    }),
  show: (found: ShownSubscription) =>
    `${line(found)}\nTo send what it missed: ${typed(`webhooks recover --account ID --id ${found.id} --since ISO`)}`,
};

export const webhooks = [list, show, why, test, reactivate];

interface Place {
  readonly shard: Shard;
  readonly account: AccountScope;
}

interface Owned extends Place {
  readonly integration: IntegrationListing;
  readonly subscription: Subscription;
}

async function owned({ shard, account }: Place): Promise<Owned[]> {
  const found: Owned[] = [];
  for (const integration of await listIntegrations(shard.accounts, account)) {
    const subscriptions = await shard.subscriptions(account, integration.id).list();
    for (const subscription of subscriptions) found.push({ shard, account, integration, subscription });
  }
  return found.sort((a, b) => a.subscription.id - b.subscription.id);
}

export async function chosenSubscription(place: Place, given: Given): Promise<Owned> {
  const id = given.required('id');
  const found = (await owned(place)).find(({ subscription }) => String(subscription.id) === id);
  if (found !== undefined) return found;
  const all = typed(`webhooks list --account ${place.account.id}`);
  throw new CommandFailure(`The account has no subscription ${id}. See: ${all}`);
}

/** Removes header values and everything after the host of a URL, because both may be secret. */
function shown({ integration, subscription }: Owned) {
  const { headers, targetUrl, createdOn, waiting, ...rest } = subscription;
  return {
    ...rest,
    waiting: renderWaitingDeliveries(waiting),
    integrationID: integration.id,
    integration: integration.name,
    host: URL.canParse(targetUrl) ? new URL(targetUrl).host : '',
    headers: Object.keys(headers),
    createdOn: formatTimestamp(createdOn),
  };
}
type ShownSubscription = ReturnType<typeof shown>;

/**
 * Formats a subscription on one line. Text from other users must not add lines: such a line could look like another
 * subscription.
 */
function line(one: ShownSubscription): string {
  const filter =
    one.filterConditionEntityID === null ? '' : ` of ${one.filterEntityType} ${one.filterConditionEntityID}`;
  const standing = one.active ? (one.warning ?? whileOn(one)) : `off: ${one.deactivateReason}`;
  return visibleLine(
    `${one.id}  ${one.entityType} ${one.action}${filter}  ${one.host}  ${one.name ?? ''}  (${one.integration})  ${standing}`,
  );
}

function whileOn({ waiting }: ShownSubscription): string {
  if (waiting === null) return 'on';
  return `on, but its endpoint is down since ${waiting.since}, and is tried next on ${waiting.nextTry}`;
}

function aboutGiven(given: Given) {
  const record = given.value('record');
  const values = {
    recordID: record === undefined ? undefined : Number(record),
    webhookId: given.value('webhook-id'),
    from: given.value('from'),
    to: given.value('to'),
  };
  if ((values.recordID === undefined) === (values.webhookId === undefined)) {
    throw new UsageError('Say either --record or --webhook-id.');
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number
  >;
}

function shownExplanation({ change, steps, delivery }: Explanation) {
  return {
    change: change && { ...change, at: formatTimestamp(change.at) },
    steps,
    delivery: delivery === null ? null : JSON.parse(stringifyDelivery(delivery)),
  };
}

function explained({ steps }: ReturnType<typeof shownExplanation>): string {
  const marks = { true: 'yes', false: 'NO ', null: '?  ' };
  const lines = steps.map(({ step, ok, evidence, fix }) => {
    const help = fix === null ? '' : `\n              ${fix}`;
    return `${marks[`${ok}`]}  ${step.padEnd(7)}  ${evidence}${help}`;
  });
  return lines.join('\n');
}

/** Waits until the delivery is settled, for at most 15 s, as long as a person is willing to wait. */
async function settled(read: () => Promise<Delivery | undefined>, made: Delivery): Promise<Delivery> {
  let found: Delivery | undefined = made;
  for (const until = Date.now() + 15_000; found?.state === 'waiting' && Date.now() < until; ) {
    await sleep(250);
    found = await read();
  }
  return found ?? made;
}

function done<Result>(result: Result | Problem): Result {
  if (result instanceof Problem) throw new CommandFailure(result.detail);
  return result;
}
