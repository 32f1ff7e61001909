/** What the pages of webhooks ask the service for, and under which keys it is remembered. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, make, read } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import type {
  Delivery,
  Explanation,
  Health,
  Recovery,
  RecoveryCount,
  Rehearsal,
  SentRequest,
  SubscribableEvents,
  Subscription,
  SubscriptionNotice,
  WebhookHealth,
} from '../api/types.ts';
import { logQuery } from './log-filter.ts';

/** As people see it: of the whole account, with the names of its headers. */
export type Webhook = Subscription & { readonly owner: { readonly id: string; readonly name: string } };

const PAGE = 1_000;
const ONE_MS = 15_000;
const ALL_MS = 30_000;

export function webhooksQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'all'],
    queryFn: async ({ signal }): Promise<readonly Webhook[]> => {
      const all: Webhook[] = [];
      for (;;) {
        const page = await read<readonly Webhook[]>(`/${account}/Webhooks?take=${PAGE}&skip=${all.length}`)({ signal });
        all.push(...page);
        if (page.length < PAGE) return all;
      }
    },
    // The service switches them off by itself: a state is as new as the health beside it.
    refetchInterval: ALL_MS,
  });
}

export function healthOfAllQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'health'],
    queryFn: async (context) => {
      const found = await read<readonly WebhookHealth[]>(`/${account}/Webhooks/Health?hours=24`)(context);
      return new Map(found.map((one) => [one.id, one]));
    },
    refetchInterval: ALL_MS,
  });
}

export function webhookQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id],
    queryFn: read<Webhook>(`/${account}/Webhooks/${encodeURIComponent(id)}`),
    refetchInterval: ONE_MS,
  });
}

export function healthQuery(account: string, id: string, hours = 24) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'health', hours],
    queryFn: read<Health>(`/${account}/Webhooks/${encodeURIComponent(id)}/Health?hours=${hours}`),
    refetchInterval: ONE_MS,
  });
}

export function noticesQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'notices'],
    queryFn: read<readonly SubscriptionNotice[]>(`/${account}/Webhooks/Notices`),
  });
}

export function eventsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'events'],
    queryFn: read<readonly SubscribableEvents[]>(`/${account}/Webhooks/Events`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface DeliveryPage {
  readonly rows: readonly Delivery[];
  readonly more: boolean;
}

/** Newest first. One more is asked for than shown, which tells whether there are more. */
export function deliveriesQuery(account: string, id: string, filter: string, skip: number, take: number) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', filter, skip, take],
    queryFn: async (context): Promise<DeliveryPage> => {
      const query = [filter, 'orderby=id%20Desc', `take=${take + 1}`, `skip=${skip}`].filter(Boolean).join('&');
      const rows = await read<readonly Delivery[]>(`${logOf(account, id)}?${query}`)(context);
      return { rows: rows.slice(0, take), more: rows.length > take };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((one) => one.state === 'waiting') ? 2_000 : 10_000),
  });
}

/** Since when what is sent does not arrive: the first failure after the last success, or when it was switched off. */
export function brokenSinceQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'brokenSince'],
    queryFn: async (context): Promise<string | null> => {
      const [{ lastSuccessOn }, notices] = await Promise.all([
        read<Health>(`/${account}/Webhooks/${encodeURIComponent(id)}/Health?hours=1`)(context),
        read<readonly SubscriptionNotice[]>(`/${account}/Webhooks/Notices`)(context),
      ]);
      const after = logQuery({
        state: 'failed',
        cause: 'event',
        ...(lastSuccessOn !== null && { since: lastSuccessOn }),
      });
      const [first] = await read<readonly Delivery[]>(`${logOf(account, id)}?${after}&orderby=id&take=1`)(context);
      const off = notices.find(({ webhook, state }) => String(webhook) === id && state === 'off')?.on;
      return [first?.processedDate, off].filter((one) => one !== undefined).sort()[0] ?? null;
    },
    staleTime: 0,
  });
}

/** How many match: asked for by itself, so that no row waits for it. */
export function deliveryCountQuery(account: string, id: string, filter: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const query = [filter, 'take=0', 'count=true'].filter(Boolean).join('&');
      const reply = await ask('GET', `${logOf(account, id)}?${query}`, { signal });
      if (reply instanceof Problem) throw reply;
      return Number(reply.headers.get('x-total-count'));
    },
    refetchInterval: 10_000,
  });
}

export function deliveryQuery(account: string, id: string, delivery: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'one', delivery],
    queryFn: read<Delivery>(`${logOf(account, id)}/${encodeURIComponent(delivery)}`),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 1_000 : false),
  });
}

export function requestQuery(account: string, id: string, delivery: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'request', delivery],
    queryFn: read<SentRequest>(`${logOf(account, id)}/${encodeURIComponent(delivery)}/Request`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function recoveriesQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'recoveries'],
    queryFn: read<readonly Recovery[]>(
      `/${account}/Webhooks/${encodeURIComponent(id)}/Recoveries?orderby=id%20Desc&take=20`,
    ),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 500 : false),
  });
}

export function isUnderWay({ state }: Recovery): boolean {
  return state === 'counting' || state === 'running';
}

/** The form of a webhook as it is sent: for the built-in integration, or for one that is named. */
export interface WebhookWishes {
  readonly entityType: string;
  readonly action: string;
  readonly targetUrl?: string;
  readonly name?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly filterEntityType?: string | null;
  readonly filterConditionEntityID?: number | null;
  readonly includeOwn?: boolean;
  readonly patience?: string | null;
}

export function rehearsalQuery(account: string, owner: string | undefined, wishes: WebhookWishes) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'rehearsal', owner, wishes],
    queryFn: async ({ signal }): Promise<Rehearsal> => {
      const reply = await ask<Rehearsal>('POST', `${madeBelow(account, owner)}/Rehearse`, { body: wishes, signal });
      if (reply instanceof Problem) throw reply;
      return reply.body;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function madeBelow(account: string, owner: string | undefined): string {
  const place = owner === undefined ? '' : `/Integrations/${encodeURIComponent(owner)}`;
  return `/${account}${place}/Webhooks`;
}

export interface TargetStep {
  readonly step: 'name' | 'address' | 'connection' | 'certificate';
  readonly ok: boolean;
  readonly ms: number | null;
  readonly message: string;
  readonly fix: string | null;
}

export function checkTarget(account: string, targetUrl: string) {
  return make<readonly TargetStep[]>('POST', `/${account}/Webhooks/CheckTarget`, { targetUrl });
}

export function explainWebhook(account: string, id: string, about: object) {
  return make<readonly Explanation[]>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Why`, about);
}

export interface RecoverWishes {
  readonly since: string;
  readonly until?: string;
  readonly what: readonly string[];
  readonly newestOnly: boolean;
  readonly perSecond?: number;
}

export function countRecovery(account: string, id: string, wishes: RecoverWishes) {
  return make<RecoveryCount>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Recover`, {
    ...wishes,
    dryRun: true,
  });
}

export function beginRecovery(account: string, id: string, wishes: RecoverWishes) {
  return make<Recovery>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Recover`, wishes);
}

export function resendMatching(account: string, id: string, filter: string) {
  return make<Recovery>('POST', `${logOf(account, id)}/Resend?${filter}`);
}

export function steerRecovery(account: string, id: string, recovery: number, how: 'Pause' | 'Resume' | 'Cancel') {
  return make<Recovery>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Recoveries/${recovery}/${how}`);
}

/** `change`: a real event, one of the newest; without it a record is made up. */
export function sendTest(account: string, id: string, change: string) {
  const query = change === '' ? '' : `?change=${encodeURIComponent(change)}`;
  return make<Delivery>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Test${query}`);
}

export interface RecentEvent {
  readonly change: string;
  readonly recordID: number;
  readonly title: string | null;
  readonly on: string;
}

export function newestEventsQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'newest events'],
    queryFn: read<RecentEvent[]>(`/${account}/Webhooks/${encodeURIComponent(id)}/Events`),
    refetchOnWindowFocus: false,
  });
}

export function resend(account: string, id: string, delivery: string) {
  return make<Delivery>('POST', `${logOf(account, id)}/${encodeURIComponent(delivery)}/Resend`);
}

export function reactivate(account: string, id: string) {
  return make<Webhook>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Reactivate`);
}

function logOf(account: string, id: string): string {
  return `/${account}/Webhooks/${encodeURIComponent(id)}/Deliveries`;
}
