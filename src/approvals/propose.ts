/** Proposing: every write is rehearsed as it stands now, and kept with its reason. Nothing of the records is written. */
import type { Caller } from '../accounts/caller.ts';
import type { IdempotencyKey } from '../accounts/idempotency.ts';
import { mayPropose } from '../accounts/permissions.ts';
import type { Json } from '../lib/json.ts';
import type { Patch } from '../lib/json-patch.ts';
import { takeTurns } from '../lib/turns.ts';
import { Problem } from '../problems.ts';
import { authorOf, awaitingApproval } from '../records/author.ts';
import type { Author, AuthorKind, Rehearsal } from '../records/store.ts';
import { type DryRunRequest, readDryRun } from '../records/writes/dry-run.ts';
import { type PatchLimits, readPatchDocument } from '../records/writes/patch-document.ts';
import { type Foreseen, foreseeRehearsed } from './foreseen.ts';
import { outcomeOf } from './outcome.ts';
import type { ApprovalParts } from './parts.ts';
import { type Followed, makeCourse, type Named, nameSteps, type Step } from './planned.ts';
import type { Base } from './proposal.ts';
import { bytesOf, MOST_OF_PLAN, makeReady, type ReadyProposal } from './ready.ts';
import { changesNothing, planTooLarge } from './refusals.ts';
import { showUnnumbered, withNumbers } from './show.ts';
import { stampsFoundBy } from './stamped.ts';
import { type Stood, waitingFor } from './stand.ts';
import { baseOf } from './standing.ts';
import { faultOfSteps, namingSteps, withIDs } from './steps.ts';
import type { Added } from './store.ts';
import type { Wish, Wishes } from './wishes.ts';

export interface Proposing {
  /** Through which door it comes. */
  readonly as: AuthorKind;
  readonly once?: IdempotencyKey | undefined;
}

/** What is answered: the proposal as JSON, of a plan the list of its steps. */
export async function propose(
  parts: ApprovalParts,
  caller: Caller,
  { title, steps }: Wishes,
  { as, once }: Proposing,
): Promise<Added | Problem> {
  const by = { ...authorOf(caller), kind: as };
  const asked = readSteps(parts, caller, { title, steps }, awaitingApproval(by));
  if (asked instanceof Problem) return asked;
  const proposing = parts.proposals(caller);
  const now = parts.approvalClock.now();
  // Before it is rehearsed: what was approved meanwhile could not be proposed once more.
  const first = once && (await proposing.answered(once, now));
  if (first !== undefined) return first;
  const rehearsed = await parts.records(caller).rehearse(asked.map(({ change }) => change));
  if (rehearsed instanceof Problem) return rehearsed;
  const plan = title === null ? null : { title, size: steps.length };
  const proposals: ReadyProposal[] = [];
  const shown: string[] = [];
  let bytes = 0;
  const turn = takeTurns();
  for (const [n, wish] of steps.entries()) {
    await turn();
    const judged = await judge(parts, caller, wish, asked[n]!, rehearsed[n]!);
    if (judged instanceof Problem) return title === null ? judged : ofStep(judged, n);
    const base = baseFor(wish, asked[n]!, rehearsed[n]!, parts.patchLimits);
    const { type, operation, write, reason } = wish;
    const recordID = operation === 'create' ? null : (write as { id: number }).id;
    const outcome = outcomeOf(judged.foreseen);
    const ready = makeReady(
      { type: type.name, recordID, operation, write, base, reason, by, outcome },
      { plan, order: n + 1, now },
    );
    bytes += bytesOf(ready);
    if (plan !== null && bytes > MOST_OF_PLAN) return ofStep(planTooLarge(), n);
    proposals.push(ready);
    shown.push(showUnnumbered(ready.proposal, judged, plan === null));
  }
  const answer = (first: number) => {
    if (plan === null) return withNumbers(shown[0]!, first, null);
    return `[${shown.map((one, n) => withNumbers(one, first + n, first)).join(',\n')}]`;
  };
  return proposing.add(proposals, { now, once, answer });
}

interface AskedStep extends DryRunRequest, Followed {
  readonly named: Named;
}

/** The changes that they would be, each as if those before it were made. */
function readSteps(
  parts: ApprovalParts,
  caller: Caller,
  { title, steps }: Wishes,
  by: Author,
): readonly AskedStep[] | Problem {
  const unknown = title === null ? undefined : faultOfSteps(steps);
  if (unknown !== undefined) return unknown;
  const plan: Step[] = steps.map(({ type, write }, n) => ({
    ...{ order: n + 1, type: type.name, write, state: 'pending', recordID: null },
  }));
  const asked: AskedStep[] = [];
  const follow = makeCourse();
  for (const [n, { type, write }] of steps.entries()) {
    const named = nameSteps(plan[n]!, title === null ? [] : plan);
    const whole = withIDs(type, write, named.idOf) as Json;
    const read = mayPropose(caller, type.name) ?? readDryRun(type, whole, by, parts.patchLimits);
    if (read instanceof Problem) return title === null ? read : ofStep(read, n);
    asked.push({ ...read, ...follow(plan[n]!, read.change), named });
  }
  return asked;
}

/** What it comes to. A step on the record of earlier ones waits for them, as one does that names a record of theirs. */
async function judge(
  parts: ApprovalParts,
  caller: Caller,
  { type }: Wish,
  asked: AskedStep,
  rehearsal: Rehearsal,
): Promise<(Stood & { readonly foreseen: Foreseen }) | Problem> {
  const { named } = asked;
  const foreseeing = { made: named.made, isTheirs: stampsFoundBy(type, rehearsal) };
  const foreseen = await foreseeRehearsed(parts.subscriptions(caller), type, asked, rehearsal, foreseeing);
  if (foreseen instanceof Problem) return foreseen;
  if (foreseen.run.written === undefined) return changesNothing();
  return {
    standing: 'applies',
    clashes: [],
    ...waitingFor(asked.before()?.since ?? named.after, type, foreseen, named),
  };
}

/** A later step is proposed on what the earlier ones leave behind; what they make has no ID yet. */
function baseFor(wish: Wish, asked: AskedStep, { current, decision }: Rehearsal, limits: PatchLimits): Base | null {
  const found = asked.before() ?? current;
  if (found === undefined || decision.decision !== 'write') return null;
  const { version, values } = baseOf(wish.type, patchOf(wish, limits), found.version, decision.before!);
  return { version, values: namingSteps(wish.type, values, asked.named.made) };
}

function patchOf({ write }: Wish, limits: PatchLimits): Patch | undefined {
  if (!('patch' in write)) return undefined;
  const patch = readPatchDocument(write.patch, limits);
  return patch instanceof Problem ? undefined : patch;
}

function ofStep(problem: Problem, n: number): Problem {
  const { code, detail, members, headers, errors } = problem;
  const pointed = errors?.map((fault) =>
    'pointer' in fault && !fault.pointer.startsWith('/steps/')
      ? { ...fault, pointer: `/steps/${n}${fault.pointer}` }
      : fault,
  );
  return new Problem(code, `Step ${n + 1}: ${detail}`, {
    members: { ...members, step: n + 1 },
    headers,
    ...(pointed && { errors: pointed }),
  });
}
