/** A proposal: one write of one record that waits for a person; those of one plan share it and stand in its order. */
import { type Field, type RecordTypeName, recordTypeNames } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Author } from '../records/store.ts';

export const proposalStates = ['pending', 'approved', 'rejected', 'expired', 'failed'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const writeOperations = ['create', 'patch', 'delete'] as const;
export type WriteOperation = (typeof writeOperations)[number];

/** What is to be written, as a dry run takes it. */
export type ProposedWrite =
  | { readonly create: Json }
  | { readonly id: number; readonly patch: Json }
  | { readonly id: number; readonly delete: true };

/** What it was proposed on. */
export interface ProposalBase {
  readonly version: number;
  /** Of the fields that the write reads or writes. */
  readonly values: JsonObject;
}

export interface NewProposal {
  readonly type: RecordTypeName;
  readonly recordID: number | null;
  readonly operation: WriteOperation;
  readonly write: ProposedWrite;
  readonly base: ProposalBase | null;
  readonly reason: string;
  /** The assistant or integration; its address is that of the person it works for. */
  readonly by: Author;
  /** What it was said to come to. */
  readonly outcome: ProposalOutcome | null;
}

export interface Proposal extends NewProposal {
  readonly id: number;
  readonly plan: ProposalPlan | null;
  /** Within its plan, from 1. */
  readonly order: number;
  readonly state: ProposalState;
  readonly createdOn: number;
  readonly expiresOn: number;
  readonly decidedOn: number | null;
  readonly decidedBy: Decider | null;
  readonly comment: string | null;
  /** The version of the record that the change made. */
  readonly madeVersion: number | null;
}

/** As it will wait, before it has its number and that of its plan. */
export type UnnumberedProposal = Omit<Proposal, 'id' | 'plan'> & { readonly plan: Omit<ProposalPlan, 'id'> | null };

/** A step as the others of its plan need it: without what it was proposed on and what it comes to, which are large. */
export type PlanStep = Pick<
  Proposal,
  'id' | 'order' | 'state' | 'type' | 'recordID' | 'operation' | 'write' | 'madeVersion'
>;

export interface ProposalPlan {
  /** That of its first step. */
  readonly id: number;
  readonly title: string;
  readonly size: number;
}

/** Who decided: a person, or the integration that withdrew it. */
export interface Decider {
  readonly kind: 'person' | 'integration';
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** What it comes to, or what it was refused with. */
export type ProposalOutcome = JsonObject;

/** How it stands against the record as it is now. */
export const proposalStatuses = ['applies', 'conflict', 'refused'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const DAY_MS = 24 * 3_600_000;
export const PROPOSAL_LIFETIME_MS = 7 * DAY_MS;

/** What a proposal shows in a list, in this order. */
export const proposalMembers = [
  'id',
  'plan',
  'planTitle',
  'planSize',
  'order',
  'state',
  'type',
  'recordID',
  'operation',
  'patch',
  'body',
  'baseVersion',
  'reason',
  'by',
  'for',
  'createdOn',
  'expiresOn',
  'decidedBy',
  'decidedOn',
  'comment',
  'madeVersion',
  'standing',
  'after',
  'clashes',
  'refusal',
  'effect',
  'changed',
  'events',
  'deliveries',
  'otherDeliveries',
  'edited',
] as const;

/** What lists of proposals are filtered and ordered by. */
export const listableProposals = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      plan: { kind: 'int', nullable: true },
      order: { kind: 'int' },
      state: { kind: 'enum', values: proposalStates },
      type: { kind: 'enum', values: recordTypeNames },
      recordID: { kind: 'int', nullable: true },
      operation: { kind: 'enum', values: writeOperations },
      createdOn: { kind: 'timestamp' },
      expiresOn: { kind: 'timestamp' },
      decidedOn: { kind: 'timestamp', nullable: true },
    } satisfies Record<string, Field>),
  ),
  shown: proposalMembers,
  key: 'id',
  newestFirst: true,
  deletable: false,
} as const;
