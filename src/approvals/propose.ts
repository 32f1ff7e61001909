/** Proposing: every write is rehearsed as it stands now, and kept with its reason. Nothing of the records is written. */
import type { Caller } from '../accounts/caller.ts';
import { mayPropose } from '../accounts/permissions.ts';
import type { RecordType } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { applyPatch, type Patch } from '../kernel/json-patch.ts';
import { Problem } from '../problems.ts';
import { authorOf } from '../records/author.ts';
import { type DryRunRequest, readDryRun } from '../records/dry-run.ts';
import { type PatchLimits, readPatchDocument } from '../records/patch-document.ts';
import type { AuthorKind, RecordFields, Rehearsal } from '../records/store.ts';
import { foreseeRehearsed } from './foreseen.ts';
import { outcomeOf, refusalOutcome } from './outcome.ts';
import type { ApprovalParts } from './parts.ts';
import type { Base, NewProposal, Outcome, Proposal } from './proposal.ts';
import { changesNothing } from './refusals.ts';
import { baseOf } from './standing.ts';
import type { Wish, Wishes } from './wishes.ts';

/** `as`: through which door it comes. Gives them as they are kept. */
export async function propose(
  parts: ApprovalParts,
  caller: Caller,
  { title, steps }: Wishes,
  as: AuthorKind,
): Promise<readonly Proposal[] | Problem> {
  const by = { ...authorOf(caller), kind: as };
  const asked: DryRunRequest[] = [];
  for (const [n, { type, write }] of steps.entries()) {
    const read = mayPropose(caller, type.name) ?? readDryRun(type, write as Json, by, parts.patchLimits);
    if (read instanceof Problem) return title === null ? read : ofStep(read, n);
    asked.push(read);
  }
  const rehearsed = await parts.records(caller).rehearse(asked.map(({ change }) => change));
  if (rehearsed instanceof Problem) return rehearsed;
  const proposals: NewProposal[] = [];
  const course = makeCourse(parts.patchLimits);
  for (const [n, wish] of steps.entries()) {
    const judged = await judge(parts, caller, wish, asked[n]!, rehearsed[n]!, course.touches(wish));
    if (judged instanceof Problem) return title === null ? judged : ofStep(judged, n);
    const { type, operation, write, reason } = wish;
    const recordID = operation === 'create' ? null : (write as { id: number }).id;
    const base = course.take(wish, rehearsed[n]!);
    proposals.push({ type: type.name, recordID, operation, write, base, reason, by, outcome: judged });
  }
  const store = parts.proposals(caller);
  const now = parts.approvalClock.now();
  const ids = await store.add(proposals, title, now);
  if (ids instanceof Problem) return ids;
  const kept = await Promise.all(ids.map((id) => store.find(id, now)));
  return kept.filter((one) => one !== undefined);
}

/** What it comes to. A step that follows another on the same record may be refused as long as that one is not done. */
async function judge(
  parts: ApprovalParts,
  caller: Caller,
  { type }: Wish,
  asked: DryRunRequest,
  rehearsal: Rehearsal,
  follows: boolean,
): Promise<Outcome | Problem> {
  const foreseen = await foreseeRehearsed(parts.subscriptions(caller), type, asked, rehearsal);
  if (foreseen instanceof Problem) {
    const mayPass = follows && rehearsal.current !== undefined && foreseen.status < 500;
    return mayPass ? refusalOutcome(foreseen) : foreseen;
  }
  if (foreseen.run.written === undefined && !follows) return changesNothing();
  return outcomeOf(foreseen);
}

/** How the records of a plan go on from step to step: a later step is proposed on what the earlier ones leave behind. */
function makeCourse(limits: PatchLimits) {
  const courses = new Map<string, { readonly fields: RecordFields; readonly version: number }>();
  const nameOf = ({ type, write }: Wish) => ('id' in write ? `${type.name} ${write.id}` : undefined);
  return {
    touches: (wish: Wish) => courses.has(nameOf(wish) ?? ''),
    take(wish: Wish, { current, decision }: Rehearsal): Base | null {
      const name = nameOf(wish);
      if (name === undefined || current === undefined) return null;
      const before = courses.get(name) ?? {
        fields: JSON.parse(current.text) as RecordFields,
        version: current.version,
      };
      const patch = patchOf(wish, limits);
      const isFirst = !courses.has(name);
      const fields = isFirst && decision.decision === 'write' ? decision.fields : roughly(before.fields, patch);
      courses.set(name, { fields, version: before.version + 1 });
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
