/**
 * `mds proposals ...`: lists proposals that wait for a decision, and decides in the name of a person, with the rights
 * of that person.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { ApprovalParts } from '../approvals/approval-parts.ts';
import { readComment, readRejectionComment } from '../approvals/comment.ts';
import { approve, reject } from '../approvals/decide.ts';
import { previewEdited } from '../approvals/edit.ts';
import { getProposal, listProposals } from '../approvals/read-proposals.ts';
import { approvalParts } from '../approving.ts';
import { type Json, parseJson } from '../lib/json.ts';
import { systemClock } from '../lib/time.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { callerOf, mayEnter } from '../people/person.ts';
import { Problem } from '../problems.ts';
import { parseRecordID } from '../records/read.ts';
import type { Shard } from '../storage/shard.ts';
import { type Command, CommandFailure, type Context, type Given, UsageError } from './command.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';

const asOption = {
  as: { value: 'E-MAIL', doc: "The person who looks and decides, with that person's rights.", required: true },
} as const;
const idOption = { id: { value: 'N', doc: 'The proposal.', required: true } } as const;

const list: Command = {
  words: 'proposals list',
  summary: 'List what was proposed and waits for a decision.',
  options: {
    ...accountOption,
    state: { value: 'S', doc: 'pending (by default), approved, rejected, expired or failed.' },
    ...asOption,
    ...shardOption,
  },
  run: (given, context) =>
    asPerson(given, context, async (parts, caller) => {
      const state = encodeURIComponent(given.value('state') ?? 'pending');
      const shown: Shown[] = [];
      for (let query = `state=${state}`; ; query = `state=${state}&extFilter=true&id=${shown.at(-1)!.id}+lt`) {
        const page = done(await listProposals(parts, caller, `${query}&take=1000`));
        for await (const text of page.shown) shown.push(JSON.parse(text));
        if (!page.more) return shown;
      }
    }),
  show: (proposals: readonly Shown[]) => proposals.map(inALine).join('\n') || 'There is none.',
};

const show: Command = {
  words: 'proposals show',
  summary: 'Show a proposal with what approving it would do now.',
  options: { ...accountOption, ...idOption, ...asOption, ...shardOption },
  run: (given, context) =>
    asPerson(given, context, async (parts, caller) => JSON.parse(done(await getProposal(parts, caller, idOf(given))))),
  show: inFull,
};

const approveCommand: Command = {
  words: 'proposals approve',
  summary: 'Approve a proposal: what it asks for is done, in the name of the person.',
  options: {
    ...accountOption,
    ...idOption,
    effect: { value: 'HASH', doc: 'The effect that was seen; without it, what it comes to now.' },
    instead: {
      value: 'JSON',
      doc: 'What to write in its place, as a change of your own: a JSON Patch, or the fields of a new record.',
    },
    comment: { value: 'TEXT', doc: 'A word to whoever proposed it.' },
    ...asOption,
    ...shardOption,
  },
  run: (given, context) =>
    asPerson(given, context, async (parts, caller) => {
      const id = idOf(given);
      const instead = insteadOf(given);
      const comment = said(readComment(given.value('comment')));
      const comesTo = () =>
        instead === undefined ? getProposal(parts, caller, id) : previewEdited(parts, caller, id, instead);
      const effect = given.value('effect') ?? (JSON.parse(done(await comesTo())) as Shown).effect ?? '';
      const deciding = { caller, address: null };
      done(await approve(parts, deciding, { id, effect, instead }, comment));
      return JSON.parse(done(await getProposal(parts, caller, id)));
    }),
  show: inFull,
};

const rejectCommand: Command = {
  words: 'proposals reject',
  summary: 'Reject a proposal, and say why.',
  options: {
    ...accountOption,
    ...idOption,
    comment: { value: 'TEXT', doc: 'Why: it goes back to whoever proposed it.', required: true },
    ...asOption,
    ...shardOption,
  },
  run: (given, context) =>
    asPerson(given, context, async (parts, caller) => {
      const id = idOf(given);
      const comment = said(readRejectionComment(given.required('comment')));
      done(await reject(parts, { caller, address: null }, id, comment));
      return JSON.parse(done(await getProposal(parts, caller, id)));
    }),
  show: inFull,
};

export const proposals = [list, show, approveCommand, rejectCommand];

interface Shown {
  readonly id: number;
  readonly state: string;
  readonly standing: string | null;
  readonly type: string;
  readonly recordID: number | null;
  readonly operation: string;
  readonly reason: string;
  readonly by: { readonly name: string };
  readonly effect: string | null;
  readonly changed: readonly { field: string; from?: unknown; to: unknown }[];
  readonly events: readonly string[];
  readonly refusal: { readonly detail: string } | null;
  readonly expiresOn: string;
  readonly comment: string | null;
}

function asPerson<Result>(
  given: Given,
  { settings }: Context,
  work: (parts: ApprovalParts, caller: Caller) => Promise<Result>,
): Promise<Result> {
  return withShards(settings, async (shards) => {
    const { shard, account } = await chosenAccount(shards, given);
    const caller = await callerFor(shard, account, given.required('as'));
    return work(
      approvalParts((id) => shards.get(id)!, settings, systemClock),
      caller,
    );
  });
}

/**
 * Returns the caller for a person. An operator with access to the database may act for any person, but only with the
 * rights of that person.
 */
async function callerFor(shard: Shard, account: AccountScope, email: string): Promise<Caller> {
  const found = (await shard.people.withEmail(email)).find((one) => one.account.key === account.key);
  if (found === undefined || !mayEnter(found.user))
    throw new CommandFailure(`The account ${account.id} has nobody active with the address ${email}.`);
  const now = systemClock.now();
  const session = {
    id: 'ses_command_line',
    tokenHash: Buffer.alloc(32),
    createdOn: now,
    seenOn: now,
    askedOn: now,
    confirmedOn: now,
  };
  return callerOf({ account, user: found.user, ...session, address: '', device: '' }, now);
}

function idOf(given: Given): number {
  const id = parseRecordID(given.required('id'));
  if (id === undefined) throw new UsageError('--id needs the number of a proposal.');
  return id;
}

function insteadOf(given: Given): Json | undefined {
  const text = given.value('instead');
  if (text === undefined) return undefined;
  const read = parseJson(text);
  if (!read.ok) throw new UsageError('--instead needs JSON: a JSON Patch, or the fields of a new record.');
  return read.value;
}

function said<Comment extends string | null>(comment: Comment | Problem): Comment {
  if (comment instanceof Problem) throw new UsageError(comment.detail.replace(/^\//, '--'));
  return comment;
}

function done<Result>(result: Result | Problem): Result {
  if (result instanceof Problem) throw new CommandFailure(result.detail);
  return result;
}

/**
 * Formats a proposal on one line. Text from other users must not add lines: such a line could look like output of this
 * program.
 */
function inALine({ id, state, standing, type, recordID, operation, by, reason }: Shown): string {
  const what = `${operation} ${type}${recordID === null ? '' : ` ${recordID}`}`;
  return `${id}  ${standing ?? state}  ${what}  ${visibleLine(`${by.name}: ${reason}`)}`;
}

function inFull(proposal: Shown): string {
  const { state, changed, events, refusal, effect, expiresOn, comment } = proposal;
  return [
    inALine(proposal),
    ...changed.map(
      ({ field, from, to }) =>
        `  ${field}: ${from === undefined ? '' : `${JSON.stringify(from)} -> `}${JSON.stringify(to)}`,
    ),
    ...(events.length > 0 ? [`  events: ${events.join(', ')}`] : []),
    ...(refusal === null ? [] : [`  ${visibleLine(refusal.detail)}`]),
    ...(state === 'pending'
      ? [`  effect ${effect}, until ${expiresOn}`]
      : [`  ${state}${comment === null ? '' : `: ${visibleLine(comment)}`}`]),
  ].join('\n');
}
