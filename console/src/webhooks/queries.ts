/** Queries of the webhook pages, with their cache keys. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, callApiOrThrow, createQueryFn } from '../api/ask.ts';
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
import { stringifyLogQuery } from './log-filter.ts';

/** Webhook as users see it: across the whole account, with the names of its headers. */
export type Webhook = Subscription & { readonly owner: { readonly id: string; readonly name: string } };

const WEBHOOKS_PER_REQUEST = 1_000;
const WEBHOOK_REFETCH_MS = 15_000;
const LIST_REFETCH_MS = 30_000;

export function webhooksQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'all'],
    queryFn: async ({ signal }): Promise<readonly Webhook[]> => {
      const all: Webhook[] = [];
      for (;;) {
        const page = await createQueryFn<readonly Webhook[]>(
          `/${account}/Webhooks?take=${WEBHOOKS_PER_REQUEST}&skip=${all.length}`,
        )({ signal });
        all.push(...page);
        if (page.length < WEBHOOKS_PER_REQUEST) return all;
      }
    },
    // The service can switch webhooks off itself. Refetching keeps the state as recent as the health next to it.
    refetchInterval: LIST_REFETCH_MS,
  });
}

export function healthOfAllQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'health'],
    queryFn: async (context) => {
      const found = await createQueryFn<readonly WebhookHealth[]>(`/${account}/Webhooks/Health?hours=24`)(context);
      return new Map(found.map((one) => [one.id, one]));
    },
    refetchInterval: LIST_REFETCH_MS,
  });
}

export function webhookQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id],
    queryFn: createQueryFn<Webhook>(`/${account}/Webhooks/${encodeURIComponent(id)}`),
    refetchInterval: WEBHOOK_REFETCH_MS,
  });
}

export function healthQuery(account: string, id: string, hours = 24) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'health', hours],
    queryFn: createQueryFn<Health>(`/${account}/Webhooks/${encodeURIComponent(id)}/Health?hours=${hours}`),
    refetchInterval: WEBHOOK_REFETCH_MS,
  });
}

export function noticesQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'notices'],
    queryFn: createQueryFn<readonly SubscriptionNotice[]>(`/${account}/Webhooks/Notices`),
  });
}

export function eventsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'events'],
    queryFn: createQueryFn<readonly SubscribableEvents[]>(`/${account}/Webhooks/Events`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface DeliveryListPage {
  readonly rows: readonly Delivery[];
  readonly more: boolean;
}

/** Reads a page of deliveries, newest first. It requests one extra row to find out whether there are more. */
export function deliveriesQuery(account: string, id: string, filter: string, skip: number, take: number) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', filter, skip, take],
    queryFn: async (context): Promise<DeliveryListPage> => {
      const query = [filter, 'orderby=id%20Desc', `take=${take + 1}`, `skip=${skip}`].filter(Boolean).join('&');
      const rows = await createQueryFn<readonly Delivery[]>(`${logOf(account, id)}?${query}`)(context);
      return { rows: rows.slice(0, take), more: rows.length > take };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((one) => one.state === 'waiting') ? 2_000 : 10_000),
  });
}

/**
 * Reads since when deliveries fail: the first failure after the last success, or the time when the webhook was switched
 * off.
 */
export function brokenSinceQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'brokenSince'],
    queryFn: async (context): Promise<string | null> => {
      const [{ lastSuccessOn }, notices] = await Promise.all([
        createQueryFn<Health>(`/${account}/Webhooks/${encodeURIComponent(id)}/Health?hours=1`)(context),
        createQueryFn<readonly SubscriptionNotice[]>(`/${account}/Webhooks/Notices`)(context),
      ]);
      const after = stringifyLogQuery({
        state: 'failed',
        cause: 'event',
        ...(lastSuccessOn !== null && { since: lastSuccessOn }),
      });
      const [first] = await createQueryFn<readonly Delivery[]>(`${logOf(account, id)}?${after}&orderby=id&take=1`)(
        context,
      );
      const off = notices.find(({ webhook, state }) => String(webhook) === id && state === 'off')?.on;
      return [first?.processedDate, off].filter((one) => one !== undefined).sort()[0] ?? null;
    },
    staleTime: 0,
  });
}

/** Counts matching deliveries in a separate request, so that the rows do not wait for it. */
export function deliveryCountQuery(account: string, id: string, filter: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const query = [filter, 'take=0', 'count=true'].filter(Boolean).join('&');
      const reply = await callApi('GET', `${logOf(account, id)}?${query}`, { signal });
      if (reply instanceof Problem) throw reply;
      return Number(reply.headers.get('x-total-count'));
    },
    refetchInterval: 10_000,
  });
}

export function deliveryQuery(account: string, id: string, delivery: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'one', delivery],
    queryFn: createQueryFn<Delivery>(`${logOf(account, id)}/${encodeURIComponent(delivery)}`),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 1_000 : false),
  });
}

export function requestQuery(account: string, id: string, delivery: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'deliveries', 'request', delivery],
    queryFn: createQueryFn<SentRequest>(`${logOf(account, id)}/${encodeURIComponent(delivery)}/Request`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function recoveriesQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Webhooks', id, 'recoveries'],
    queryFn: createQueryFn<readonly Recovery[]>(
      `/${account}/Webhooks/${encodeURIComponent(id)}/Recoveries?orderby=id%20Desc&take=20`,
    ),
    refetchInterval: ({ state }) => (state.data?.some(isRecoveryRunning) ? 500 : false),
  });
}

export function isRecoveryRunning({ state }: Recovery): boolean {
  return state === 'counting' || state === 'running';
}

/** Request body for a webhook, for the built-in integration or a named one. */
export interface WebhookInput {
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

export function simulationQuery(account: string, owner: string | undefined, wishes: WebhookInput) {
  return queryOptions({
    queryKey: [account, 'Webhooks', 'rehearsal', owner, wishes],
    queryFn: async ({ signal }): Promise<Rehearsal> => {
      const reply = await callApi<Rehearsal>('POST', `${webhooksPath(account, owner)}/Rehearse`, {
        body: wishes,
        signal,
      });
      if (reply instanceof Problem) throw reply;
      return reply.body;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function webhooksPath(account: string, owner: string | undefined): string {
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
  return callApiOrThrow<readonly TargetStep[]>('POST', `/${account}/Webhooks/CheckTarget`, { targetUrl });
}

export function explainWebhook(account: string, id: string, about: object) {
  return callApiOrThrow<readonly Explanation[]>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Why`, about);
}

export interface RecoveryFormInput {
  readonly since: string;
  readonly until?: string;
  readonly what: readonly string[];
  readonly newestOnly: boolean;
  readonly perSecond?: number;
}

export function countRecovery(account: string, id: string, wishes: RecoveryFormInput) {
  return callApiOrThrow<RecoveryCount>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Recover`, {
    ...wishes,
    dryRun: true,
  });
}

export function beginRecovery(account: string, id: string, wishes: RecoveryFormInput) {
  return callApiOrThrow<Recovery>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Recover`, wishes);
}

export function resendMatching(account: string, id: string, filter: string) {
  return callApiOrThrow<Recovery>('POST', `${logOf(account, id)}/Resend?${filter}`);
}

export function controlRecovery(account: string, id: string, recovery: number, how: 'Pause' | 'Resume' | 'Cancel') {
  return callApiOrThrow<Recovery>(
    'POST',
    `/${account}/Webhooks/${encodeURIComponent(id)}/Recoveries/${recovery}/${how}`,
  );
}

/** Sends a test delivery. `change` selects a recent real event; without it, the service makes up a record. */
export function sendTest(account: string, id: string, change: string) {
  const query = change === '' ? '' : `?change=${encodeURIComponent(change)}`;
  return callApiOrThrow<Delivery>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Test${query}`);
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
    queryFn: createQueryFn<RecentEvent[]>(`/${account}/Webhooks/${encodeURIComponent(id)}/Events`),
    refetchOnWindowFocus: false,
  });
}

export function resend(account: string, id: string, delivery: string) {
  return callApiOrThrow<Delivery>('POST', `${logOf(account, id)}/${encodeURIComponent(delivery)}/Resend`);
}

export function reactivate(account: string, id: string) {
  return callApiOrThrow<Webhook>('POST', `/${account}/Webhooks/${encodeURIComponent(id)}/Reactivate`);
}

function logOf(account: string, id: string): string {
  return `/${account}/Webhooks/${encodeURIComponent(id)}/Deliveries`;
}
