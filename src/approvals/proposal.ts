/**
 * A proposal: one write of one record that waits for a person's decision. The proposals of a plan are its steps, in
 * order.
 */
import { type Field, type RecordTypeName, recordTypeNames } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Author } from '../records/store.ts';

export const proposalStates = ['pending', 'approved', 'rejected', 'expired', 'failed'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const writeOperations = ['create', 'patch', 'delete'] as const;
export type WriteOperation = (typeof writeOperations)[number];

/** The proposed write, in the form that a dry run accepts. */
export type ProposedWrite =
  | { readonly create: Json }
  | { readonly id: number; readonly patch: Json }
  | { readonly id: number; readonly delete: true };

/** State of the record on which the proposal is based. */
export interface ProposalBase {
  readonly version: number;
  /** Values of the fields that the write reads or writes. */
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
  /** Outcome that was predicted when it was proposed. */
  readonly outcome: ProposalOutcome | null;
}

export interface Proposal extends NewProposal {
  readonly id: number;
  readonly plan: ProposalPlan | null;
  /** Position in its plan, from 1. */
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

/** A pending proposal before it has its ID and the ID of its plan. */
export type UnnumberedProposal = Omit<Proposal, 'id' | 'plan'> & { readonly plan: Omit<ProposalPlan, 'id'> | null };

/** A step as the other steps of its plan need it: without its base and its outcome, which are large. */
export type PlanStep = Pick<
  Proposal,
  'id' | 'order' | 'state' | 'type' | 'recordID' | 'operation' | 'write' | 'madeVersion'
>;

export interface ProposalPlan {
  /** ID of the plan, which is the ID of its first step. */
  readonly id: number;
  readonly title: string;
  readonly size: number;
}

/** The person who decided, or the integration that withdrew the proposal. */
export interface Decider {
  readonly kind: 'person' | 'integration';
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** The effect of a proposal, or its refusal. */
export type ProposalOutcome = JsonObject;

/** Status of a pending proposal against the current record. */
export const proposalStatuses = ['applies', 'conflict', 'refused'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const DAY_MS = 24 * 3_600_000;
export const PROPOSAL_LIFETIME_MS = 7 * DAY_MS;

/** JSON members of a proposal in a list, in this order. */
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

/** Properties by which lists of proposals can be filtered and ordered. */
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
