/** Queries of the approval pages, with their cache keys. */
import { queryOptions } from '@tanstack/react-query';
import { visibleJson } from '../../../src/lib/visible-text.ts';
import { callApi, callApiOrThrow, createQueryFn } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import type { Json, RecordFields } from '../records/description.ts';
import type { HistoryEntry } from '../records/record/history-lines.ts';
import { parseTotalCount } from './waiting.ts';

export interface FieldChange {
  readonly field: string;
  readonly from?: Json;
  readonly to: Json;
}

interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

export interface Proposal {
  readonly id: number;
  readonly plan: number | null;
  readonly planTitle: string | null;
  readonly planSize: number | null;
  readonly order: number;
  readonly state: string;
  readonly type: string;
  readonly recordID: number | null;
  readonly operation: 'create' | 'patch' | 'delete';
  readonly patch: readonly PatchOperation[] | null;
  readonly body: { readonly [field: string]: Json } | null;
  readonly baseVersion: number | null;
  readonly reason: string;
  readonly by: { readonly kind: string; readonly id: string; readonly name: string };
  readonly for: string;
  readonly createdOn: string;
  readonly expiresOn: string;
  readonly decidedBy: { readonly name: string | null; readonly email: string | null } | null;
  readonly decidedOn: string | null;
  readonly comment: string | null;
  readonly madeVersion: number | null;
  readonly standing: string | null;
  /** The step of its plan that has to be approved first. */
  readonly after: number | null;
  readonly clashes: readonly { readonly field: string; readonly was: Json; readonly is: Json }[];
  readonly refusal: { readonly code: string; readonly title: string; readonly detail: string } | null;
  readonly effect: string | null;
  readonly changed: readonly FieldChange[];
  readonly events: readonly string[];
  readonly deliveries: readonly {
    readonly webhook: number;
    readonly name: string | null;
    readonly host: string;
    readonly outcome: string;
    readonly why: string;
  }[];
  readonly otherDeliveries: number;
  /** Version that the reviewer wrote in place of the proposal. */
  readonly edited: Json;
  /** As it would be; of one by itself that applies. */
  readonly record?: RecordFields | null;
}

/**
 * Makes invisible characters visible in the texts about a proposal. The proposed values stay unchanged, because forms
 * start from them.
 */
function visibly(proposal: Proposal): Proposal {
  const { reason, comment, planTitle, by, decidedBy, refusal, deliveries } = proposal;
  return { ...proposal, ...visibleJson({ reason, comment, planTitle, by, decidedBy, refusal, deliveries }) };
}

export interface ProposalPage {
  readonly rows: readonly Proposal[];
  readonly total: number;
}

/** So many at first, so many more at a time, and so many at once. */
export const PROPOSALS_PER_PAGE = 100;
export const MAX_PROPOSALS_SHOWN = 1_000;

/** Reads proposals. They are not refreshed automatically, so that users approve exactly what they have seen. */
export function proposalsQuery(account: string, state: string, take: number) {
  const order = state === 'pending' ? 'id' : 'id Desc';
  return queryOptions({
    queryKey: [account, 'Proposals', state, take],
    queryFn: async ({ signal }): Promise<ProposalPage> => {
      const path = `/${account}/Proposals?state=${state}&take=${take}&count=true&orderby=${encodeURIComponent(order)}`;
      const reply = await callApi<Proposal[]>('GET', path, { signal });
      if (reply instanceof Problem) throw reply;
      return { rows: reply.body.map(visibly), total: parseTotalCount(reply.headers) };
    },
    // Those that are there stay while more of them come.
    placeholderData: (before, asked) => (asked?.queryKey[2] === state ? before : undefined),
    refetchOnWindowFocus: false,
  });
}

export function proposalQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Proposals', 'one', id],
    queryFn: async (context) =>
      visibly(await createQueryFn<Proposal>(`/${account}/Proposals/${encodeURIComponent(id)}`)(context)),
    refetchOnWindowFocus: false,
  });
}

/** Reads changes that others made to the record since the proposal. */
export function changesSinceQuery(account: string, { type, recordID, baseVersion, standing }: Proposal) {
  return queryOptions({
    queryKey: [account, type, recordID, 'changed since', baseVersion],
    queryFn: createQueryFn<HistoryEntry[]>(
      `/${account}/${type}/${recordID}/History?version=${baseVersion}%20gt&extFilter=true&take=10`,
    ),
    enabled: recordID !== null && baseVersion !== null && standing !== null,
  });
}

/** Change that the reviewer makes in place of a proposal. */
export type ProposalReplacement = { readonly patch: Json } | { readonly create: Json };

export function replacementPreviewQuery(account: string, id: number, instead: ProposalReplacement) {
  return queryOptions({
    queryKey: [account, 'Proposals', 'one', String(id), 'edited', instead],
    queryFn: async ({ signal }) =>
      visibly(await callApiOrThrow<Proposal>('POST', `/${account}/Proposals/${id}/DryRun`, instead, { signal })),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** `instead`: as the person would have it. */
export function approveProposal(
  account: string,
  { id, effect }: Pick<Proposal, 'id' | 'effect'>,
  comment: string,
  instead?: ProposalReplacement,
): Promise<Proposal> {
  const body = { effect: effect ?? '', ...(comment !== '' && { comment }), ...instead };
  return callApiOrThrow('POST', `/${account}/Proposals/${id}/Approve`, body);
}

export function rejectProposal(account: string, id: number, comment: string): Promise<Proposal> {
  return callApiOrThrow('POST', `/${account}/Proposals/${id}/Reject`, { comment });
}

export interface BulkDecision {
  readonly id: number;
  readonly outcome: string;
  readonly problem: { readonly detail: string } | null;
}

export function approveProposals(account: string, proposals: readonly Proposal[]): Promise<BulkDecision[]> {
  const items = proposals.map(({ id, effect }) => ({ id, effect }));
  return callApiOrThrow('POST', `/${account}/Proposals/Approve`, { items });
}
