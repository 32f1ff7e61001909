/** How a proposal that waits stands now: rehearsed anew, against the record as it is. */
import type { Caller } from '../accounts/caller.ts';
import { permissionsOf } from '../accounts/roles.ts';
import { recordType } from '../catalogue/index.ts';
import type { Json } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import { type DryRunRequest, readDryRun } from '../records/dry-run.ts';
import type { Author, Rehearsal } from '../records/store.ts';
import { type Foreseen, foreseeRehearsed } from './foreseen.ts';
import type { ApprovalParts } from './parts.ts';
import type { Proposal, Standing } from './proposal.ts';
import { changesNothing } from './refusals.ts';
import { type Clash, clashesOf } from './standing.ts';

export interface Stood {
  readonly standing: Standing;
  readonly clashes: readonly Clash[];
  /** Of one that applies. */
  readonly foreseen?: Foreseen;
  readonly asked?: DryRunRequest;
  /** Of one that is refused, and of a record that is gone. */
  readonly refusal?: Problem;
  /** It may still come to apply: an earlier step of its plan is not decided yet, or whoever proposed it may not write now. */
  readonly mayPass?: true;
}

/** In their order. A Problem where nothing can be said for the moment. */
export async function stand(
  parts: ApprovalParts,
  caller: Caller,
  proposals: readonly Proposal[],
): Promise<readonly Stood[] | Problem> {
  if (proposals.length === 0) return [];
  const rights = await rightsOf(parts, caller);
  return standEach(parts, caller, rights, proposals);
}

type Rights = (proposal: Proposal) => Problem | undefined;

async function standEach(parts: ApprovalParts, caller: Caller, rights: Rights, proposals: readonly Proposal[]) {
  const asked = proposals.map((proposal) => {
    const { type, write } = proposal;
    return readDryRun(recordType(type), write as Json, approvedAuthor(proposal, caller), parts.patchLimits);
  });
  const good = asked.filter((one): one is DryRunRequest => !(one instanceof Problem));
  const rehearsed = await parts.records(caller).rehearse(good.map(({ change }) => change));
  if (rehearsed instanceof Problem) return rehearsed;
  const rehearsals = new Map(good.map((one, n) => [one, rehearsed[n]!]));
  const stood: Stood[] = [];
  for (const [n, proposal] of proposals.entries()) {
    const one = asked[n]!;
    stood.push(
      one instanceof Problem
        ? refused(one)
        : await standOne(parts, caller, proposal, one, rehearsals.get(one)!, rights(proposal)),
    );
  }
  return stood;
}

async function standOne(
  parts: ApprovalParts,
  caller: Caller,
  proposal: Proposal,
  asked: DryRunRequest,
  rehearsal: Rehearsal,
  lacking: Problem | undefined,
): Promise<Stood> {
  if (lacking !== undefined) return { ...refused(lacking), mayPass: true };
  const clashes = clashesOf(proposal.base, rehearsal.current);
  const foreseen = await foreseeRehearsed(parts.subscriptions(caller), recordType(proposal.type), asked, rehearsal);
  const applies = !(foreseen instanceof Problem) && foreseen.run.written !== undefined;
  if (clashes !== 'gone' && clashes.length === 0 && applies) return { standing: 'applies', clashes, foreseen, asked };
  const earlier = await earlierStep(parts, caller, proposal);
  if (earlier !== undefined) return { ...refused(comesAfter(earlier)), mayPass: true };
  if (clashes === 'gone' || clashes.length > 0) {
    return { standing: 'conflict', clashes: clashes === 'gone' ? [] : clashes };
  }
  return refused(foreseen instanceof Problem ? foreseen : changesNothing());
}

function refused(refusal: Problem): Stood {
  return { standing: 'refused', clashes: [], refusal };
}

/** What an approval makes of it: written in the name of the person, by whoever proposed it. */
export function approvedAuthor({ by }: Proposal, { person }: Caller): Author {
  if (person === undefined) return by;
  const { id, name, email } = person;
  return { ...by, email, approvedBy: { kind: 'person', id: String(id), name, email } };
}

/** A step before it that waits, on the same record. */
async function earlierStep(parts: ApprovalParts, caller: Caller, { id, plan, type, recordID }: Proposal) {
  if (plan === null || recordID === null) return undefined;
  const steps = await parts.proposals(caller).ofPlan(plan.id, parts.approvalClock.now());
  return steps.find(
    (step) => step.id < id && step.state === 'pending' && step.type === type && step.recordID === recordID,
  );
}

function comesAfter({ order }: Proposal): Problem {
  return new Problem('conflict', `It comes after step ${order} of its plan, which is not decided yet.`, {
    members: { after: order },
  });
}

/** Whoever proposed it must still be there, with the right to write the type; a person's own word does not give it that. */
async function rightsOf(parts: ApprovalParts, { account }: Caller): Promise<Rights> {
  const integrations = new Map((await parts.integrations(account)).map((one) => [one.id, one]));
  return ({ by, type }) => {
    const integration = integrations.get(by.id ?? '');
    if (integration === undefined || integration.revokedOn !== null)
      return new Problem('forbidden', `The key of ${by.name}, which proposed this, is revoked.`);
    if (!permissionsOf(integration)[type].write)
      return new Problem('forbidden', `${by.name}, which proposed this, may no longer write ${type}.`);
    return undefined;
  };
}
