/** Proposing: every write is rehearsed as it stands now, and kept with its reason. Nothing of the records is written. */
import type { Caller } from '../accounts/caller.ts';
import type { IdempotencyKey } from '../accounts/idempotency.ts';
import { mayPropose } from '../accounts/permissions.ts';
import type { RecordType } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { applyPatch, type Patch } from '../kernel/json-patch.ts';
import { takeTurns } from '../kernel/turns.ts';
import { Problem } from '../problems.ts';
import { authorOf } from '../records/author.ts';
import { type DryRunRequest, readDryRun } from '../records/dry-run.ts';
import { type PatchLimits, readPatchDocument } from '../records/patch-document.ts';
import type { Author, AuthorKind, RecordFields, Rehearsal } from '../records/store.ts';
import { foreseeRehearsed } from './foreseen.ts';
import { outcomeOf, refusalOutcome } from './outcome.ts';
import type { ApprovalParts } from './parts.ts';
import { type Named, nameSteps, type Step, withPlanned } from './planned.ts';
import type { Base } from './proposal.ts';
import { bytesOf, MOST_OF_PLAN, makeReady, type ReadyProposal } from './ready.ts';
import { changesNothing, comesAfter, planTooLarge } from './refusals.ts';
import { showUnnumbered, withNumbers } from './show.ts';
import { beforehand, type Stood } from './stand.ts';
import { baseOf, clashesOf } from './standing.ts';
import { faultOfSteps, withIDs } from './steps.ts';
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
  const asked = readSteps(parts, caller, { title, steps }, by);
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
  const course = makeCourse(parts.patchLimits);
  const turn = takeTurns();
  for (const [n, wish] of steps.entries()) {
    await turn();
    const follows = course.before(wish);
    const base = course.take(wish, rehearsed[n]!, n + 1);
    const judged = await judge(parts, caller, wish, asked[n]!, rehearsed[n]!, { follows, base });
    if (judged instanceof Problem) return title === null ? judged : ofStep(judged, n);
    const { type, operation, write, reason } = wish;
    const recordID = operation === 'create' ? null : (write as { id: number }).id;
    const { foreseen, refusal } = judged;
    const outcome = foreseen === undefined ? refusalOutcome(refusal!) : outcomeOf(foreseen);
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

interface AskedStep extends DryRunRequest {
  readonly named: Named;
}

/** The changes that they would be, each with the records of those before it. */
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
  for (const [n, { type, write }] of steps.entries()) {
    const named = nameSteps(plan[n]!, title === null ? [] : plan);
    const whole = withIDs(type, write, named.idOf) as Json;
    const read = mayPropose(caller, type.name) ?? readDryRun(type, whole, by, parts.patchLimits);
    if (read instanceof Problem) return title === null ? read : ofStep(read, n);
    asked.push({ ...read, change: withPlanned(read.change, named.planned), named });
  }
  return asked;
}

/** What it comes to. A step that follows another on the same record may be refused as long as that one is not done. */
async function judge(
  parts: ApprovalParts,
  caller: Caller,
  { type }: Wish,
  asked: AskedStep,
  rehearsal: Rehearsal,
  { follows, base }: { readonly follows: number | undefined; readonly base: Base | null },
): Promise<Stood | Problem> {
  const { named } = asked;
  const foreseen = await foreseeRehearsed(parts.subscriptions(caller), type, asked, rehearsal, named);
  const isNothing = !(foreseen instanceof Problem) && foreseen.run.written === undefined;
  if (follows !== undefined && rehearsal.current !== undefined) {
    const isGood = !(foreseen instanceof Problem) && !isNothing && clashesOf(base, rehearsal.current).length === 0;
    const isOurs = foreseen instanceof Problem && foreseen.status >= 500;
    if (!isGood && !isOurs)
      return { standing: 'refused', clashes: [], refusal: comesAfter(follows), after: follows, mayPass: true };
  }
  if (foreseen instanceof Problem) return foreseen;
  if (isNothing) return changesNothing();
  if (named.after === undefined) return { standing: 'applies', clashes: [], foreseen };
  return {
    ...{ standing: 'applies', clashes: [], after: named.after },
    foreseen: beforehand({ type: type.name }, foreseen, named),
  };
}

/** How the records of a plan go on from step to step: a later step is proposed on what the earlier ones leave behind. */
function makeCourse(limits: PatchLimits) {
  const courses = new Map<string, { readonly fields: RecordFields; readonly version: number; readonly step: number }>();
  const nameOf = ({ type, write }: Wish) => ('id' in write ? `${type.name} ${write.id}` : undefined);
  return {
    /** The first step before it on the same record. */
    before: (wish: Wish) => courses.get(nameOf(wish) ?? '')?.step,
    take(wish: Wish, { current, decision }: Rehearsal, step: number): Base | null {
      const name = nameOf(wish);
      if (name === undefined || current === undefined) return null;
      const before = courses.get(name) ?? {
        fields: JSON.parse(current.text) as RecordFields,
        version: current.version,
        step,
      };
      const patch = patchOf(wish, limits);
      const isFirst = !courses.has(name);
      const fields = isFirst && decision.decision === 'write' ? decision.fields : roughly(before.fields, patch);
      courses.set(name, { fields, version: before.version + 1, step: before.step });
      return baseOf(wish.type as RecordType, patch, before.version, before.fields);
    },
  };
}

/** The patch alone, without what follows from it: enough to tell which values the next step starts from. */
function roughly(fields: RecordFields, patch: Patch | undefined): RecordFields {
  if (patch === undefined) return { ...fields, Deleted: true };
  const patched = applyPatch(fields as JsonObject, patch);
  return patched.ok ? (patched.value as RecordFields) : fields;
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
