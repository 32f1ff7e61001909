/**
 * Queries and writes of a record page. Every record is kept with its version, because every write names the version it
 * is based on.
 */
import { queryOptions } from '@tanstack/react-query';
import { callApi, createQueryFn } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { findPartialDates } from '../../parts/half-date.ts';
import { words } from '../../words/dates.ts';
import type { RecordFields } from '../description.ts';
import type { HistoryEntry } from '../record/history-lines.ts';
import type { JsonPatchOperation } from '../record/patch.ts';

export interface VersionedRecord {
  readonly record: RecordFields;
  /** ETag header, unchanged. */
  readonly etag: string;
}

export interface Move {
  readonly to: string;
  readonly allowed: boolean;
  readonly blockers: readonly { readonly code: string; readonly message: string; readonly pointer: string }[];
  readonly asks: readonly string[];
  readonly sets: readonly string[];
  readonly events: readonly string[];
}

export interface SentDelivery {
  readonly webhook: {
    readonly id: number;
    readonly name: string | null;
    readonly host: string;
    readonly action: string;
  };
  readonly version: number;
  readonly id: number;
  readonly state: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly createdOn: string;
  readonly attempts: readonly { readonly status?: number | null }[];
}

export function recordQueryKey(account: string, type: string, id: number): readonly unknown[] {
  return [account, type, 'record', id];
}

export function recordQuery(account: string, type: string, id: number, version?: number) {
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'itself', version ?? 'now'],
    queryFn: async ({ signal }): Promise<VersionedRecord> => {
      const found = await fetchRecord(account, type, id, version, signal);
      if (found instanceof Problem) throw found;
      return found;
    },
  });
}

export async function fetchRecord(
  account: string,
  type: string,
  id: number,
  version?: number,
  signal?: AbortSignal,
): Promise<VersionedRecord | Problem> {
  const reply = await callApi<RecordFields>('GET', recordPath(account, type, id, version), { signal });
  return reply instanceof Problem ? reply : { record: reply.body, etag: reply.headers.get('etag') ?? '' };
}

/** Reads the record's JSON text exactly as API clients receive it, with its ETag. */
export function recordTextQuery(account: string, type: string, id: number, version?: number) {
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'text', version ?? 'now'],
    queryFn: async ({ signal }): Promise<{ readonly text: string; readonly etag: string }> => {
      const reply = await callApi('GET', recordPath(account, type, id, version), { signal });
      if (reply instanceof Problem) throw reply;
      return { text: reply.text, etag: reply.headers.get('etag') ?? '' };
    },
  });
}

function recordPath(account: string, type: string, id: number, version: number | undefined): string {
  return `/${account}/${type}/${id}${version === undefined ? '' : `?version=${version}`}`;
}

/** Returns the version number in an ETag such as `"7"`. Compression may have added a suffix to the ETag. */
export function parseEtagVersion(etag: string): number {
  return Number(/(\d+)/.exec(etag)?.[1] ?? 0);
}

/**
 * Reads the possible moves of the record version `now`; they can differ between versions. The previous moves stay
 * visible during loading if the state is the same.
 */
export function movesQuery(account: string, type: string, id: number, now?: VersionedRecord) {
  const state = now?.record.Status;
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'moves', state, parseEtagVersion(now?.etag ?? '')],
    queryFn: createQueryFn<readonly Move[]>(`/${account}/${type}/${id}/Moves`),
    placeholderData: (former, of) => (of?.queryKey[5] === state ? former : undefined),
  });
}

/** Predicts with a dry run how many webhooks a move would notify. Returns null if the service rejects the dry run. */
export function notifiedWebhooksQuery(account: string, type: string, id: number, to: string) {
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'told', to],
    queryFn: async ({ signal }): Promise<number | null> => {
      const body = { id, patch: [{ op: 'replace', path: '/Status', value: to }] };
      const reply = await callApi<Foreseen>('POST', `/${account}/${type}/DryRun`, { body, signal });
      if (reply instanceof Problem) return null;
      const { deliveries, otherDeliveries } = reply.body;
      return deliveries.filter(({ outcome }) => outcome === 'sends').length + (otherDeliveries ?? 0);
    },
  });
}

interface Foreseen {
  readonly deliveries: readonly { readonly outcome: string }[];
  /** Number of deliveries for webhooks that the user may not see. */
  readonly otherDeliveries?: number;
}

export function historyQuery(account: string, type: string, id: number, take: number, field = '', skip = 0) {
  const of = field === '' ? '' : `&field=${encodeURIComponent(field)}`;
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'history', take, field, skip],
    queryFn: createQueryFn<readonly HistoryEntry[]>(`/${account}/${type}/${id}/History?take=${take}&skip=${skip}${of}`),
  });
}

export function sentDeliveriesQuery(account: string, type: string, id: number) {
  return queryOptions({
    queryKey: [...recordQueryKey(account, type, id), 'sent'],
    queryFn: createQueryFn<readonly SentDelivery[]>(`/${account}/${type}/${id}/Sent`),
  });
}

export async function patchRecord(
  account: string,
  type: string,
  id: number,
  operations: readonly JsonPatchOperation[],
  etag: string | undefined,
): Promise<VersionedRecord | Problem> {
  const halves = operations.flatMap((one) => ('value' in one ? findPartialDates(one.value, one.path) : []));
  if (halves.length > 0) return partialDateProblem(halves);
  const headers = etag === undefined ? {} : { 'If-Match': strong(etag) };
  const reply = await callApi<RecordFields>('PATCH', `/${account}/${type}/${id}`, { body: operations, headers });
  if (reply instanceof Problem) return reply;
  lastPatches.set(`${account} ${type} ${id}`, { operations, headers });
  return { record: reply.body, etag: reply.headers.get('etag') ?? '' };
}

/** Patch request that the service accepted. */
export interface SentPatch {
  readonly operations: readonly JsonPatchOperation[];
  readonly headers: Readonly<Record<string, string>>;
}

const lastPatches = new Map<string, SentPatch>();

/** Returns the last patch of a record that was made in this tab. */
export function lastPatchOf(account: string, type: string, id: number): SentPatch | undefined {
  return lastPatches.get(`${account} ${type} ${id}`);
}

export async function deleteRecord(
  account: string,
  type: string,
  id: number,
  etag: string,
): Promise<Problem | undefined> {
  const reply = await callApi('DELETE', `/${account}/${type}/${id}`, { headers: { 'If-Match': strong(etag) } });
  return reply instanceof Problem ? reply : undefined;
}

/** Problem for incomplete dates. The service rejects them everywhere except in form answers, which may be any text. */
export function partialDateProblem(halves: readonly string[]): Problem {
  const errors = halves.map((pointer) => ({ pointer, message: words.half }));
  return new Problem({ code: 'half_written', title: words.notSent, detail: words.half, errors }, 400);
}

function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}
