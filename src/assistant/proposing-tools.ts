/** The tools that ask for a write: they rehearse it and keep it as a proposal. None of them changes a record. */
import { idempotencyKey } from '../accounts/idempotency.ts';
import { propose } from '../approvals/propose.ts';
import { listProposals } from '../approvals/view.ts';
import { LONGEST_REASON, LONGEST_TITLE, MOST_STEPS, readWishes } from '../approvals/wishes.ts';
import { recordTypeNames } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { takeTurns } from '../kernel/turns.ts';
import { Problem } from '../problems.ts';
import type { JsonSchema } from '../records/schema.ts';
import { fitting, shortened } from './bounds.ts';
import { inTime, parsedAnswer } from './calls.ts';
import { lightened } from './lightened.ts';
import { type Asking, input, skipSchema, type Tool, text, wholeNumber } from './tool.ts';

const type = { type: 'string', enum: recordTypeNames, description: 'The record type.' };
const id = wholeNumber('The ID of the record.', 1, Number.MAX_SAFE_INTEGER);
const reason = { ...text('Why, for the person who decides: what you saw, and where.', LONGEST_REASON), minLength: 1 };
const fields = { type: 'object', description: 'The fields of the new record; describe says which there are.' };
const patch: JsonSchema = {
  type: 'array',
  description: 'A JSON Patch (RFC 6902): [{"op": "replace", "path": "/Status", "value": "Completed"}].',
  items: { type: 'object' },
  maxItems: 200,
};

const once = {
  ...text(
    'A text of your own for this proposal, without spaces, such as a UUID. A call that is repeated under the same one within 24 hours, because its answer was lost, proposes nothing again and is given the first answer.',
    255,
  ),
  minLength: 1,
};

const WAITS =
  'Nothing is written: the change is rehearsed and waits for a person, who sees your reason. The answer says what it would come to, its id, and where it is decided.';
const output = { proposals: { type: 'array' }, cut: { type: 'boolean' }, replayed: { type: 'boolean' } };

export const proposingTools: readonly Tool[] = [
  {
    name: 'propose_create',
    title: 'Propose a new record',
    description: `Proposes to create a record. ${WAITS}`,
    input: input({ type, fields, reason, idempotencyKey: once }, ['type', 'fields', 'reason']),
    output,
    reads: false,
    run: (asking, { fields: create, ...given }) => wish(asking, { ...given, create: create! }),
  },
  {
    name: 'propose_change',
    title: 'Propose a change',
    description: `Proposes to change a record by a JSON Patch. ${WAITS}`,
    input: input({ type, id, patch, reason, idempotencyKey: once }, ['type', 'id', 'patch', 'reason']),
    output,
    reads: false,
    run: (asking, given) => wish(asking, given),
  },
  {
    name: 'propose_delete',
    title: 'Propose a deletion',
    description: `Proposes to delete a record. ${WAITS}`,
    input: input({ type, id, reason, idempotencyKey: once }, ['type', 'id', 'reason']),
    output,
    reads: false,
    run: (asking, given) => wish(asking, { ...given, delete: true }),
  },
  {
    name: 'propose_plan',
    title: 'Propose a plan',
    description: `Proposes several writes that belong together, in their order: each step creates, changes or deletes one record. Where a step needs the ID of a record that an earlier step creates, write {"step": 1} in place of the ID (steps count from 1): {"type": "Tasks", "create": {"Name": "..", "WorkOrderID": {"step": 1}}}. ${WAITS}`,
    input: input(
      {
        title: { ...text('What the plan is for, in a line.', LONGEST_TITLE), minLength: 1 },
        steps: {
          type: 'array',
          minItems: 1,
          maxItems: MOST_STEPS,
          items: {
            type: 'object',
            description: 'One of create (the fields), id with patch, or id with delete: true; and its reason.',
            properties: { type, create: fields, id, patch, delete: { type: 'boolean' }, reason },
            required: ['type', 'reason'],
            additionalProperties: false,
          },
        },
        idempotencyKey: once,
      },
      ['title', 'steps'],
    ),
    output,
    reads: false,
    run: (asking, given) => wish(asking, given),
  },
  {
    name: 'proposals',
    title: 'What became of proposals',
    description:
      'What you have proposed, the newest first, with what was asked for (patch, or body of a new record) and when: what waits and how it stands against the record as it is now, what was approved, rejected or failed, and what the person who decided had to say.',
    input: input(
      {
        state: { type: 'string', enum: ['pending', 'approved', 'rejected', 'expired', 'failed'] },
        id: wholeNumber('One of them.', 1, Number.MAX_SAFE_INTEGER),
        take: wholeNumber('How many.', 1, 50),
        skip: skipSchema,
      },
      [],
    ),
    output: { proposals: { type: 'array' }, more: { type: 'boolean' }, cut: { type: 'boolean' } },
    reads: true,
    run: became,
  },
];

async function wish(asking: Asking, { idempotencyKey: key, ...body }: JsonObject): Promise<JsonObject | Problem> {
  const wishes = readWishes(body);
  if (wishes instanceof Problem) return wishes;
  const { caller, parts, request } = asking;
  const once =
    key === undefined ? undefined : idempotencyKey(caller.integration.id, key as string, 'POST Proposals', body);
  if (once instanceof Problem) return once;
  const noTurn = wishes.title !== null ? await request.heavy() : undefined;
  if (noTurn !== undefined) return noTurn;
  const made = await propose(parts.approvals, caller, wishes, { as: 'assistant', once });
  if (made instanceof Problem) return made;
  const answer = await parsedAnswer(request, made.text);
  if (answer instanceof Problem) return answer;
  const proposals = [answer as JsonObject | JsonObject[]].flat();
  const { items, cut } = fitting(proposals.map((one) => shown(asking, one)));
  const rest = cut && { rest: 'All of them are kept: proposals shows them.' };
  return { proposals: items as Json, cut, ...(made.replayed && { replayed: true }), ...rest };
}

function shown(asking: Asking, proposal: JsonObject): JsonObject {
  const { id, plan, order, planSize, state, after, refusal, expiresOn } = proposal;
  const { changed, events, deliveries, otherDeliveries } = proposal;
  const comesTo = { changed: changed!, events: events!, deliveries: deliveries!, otherDeliveries: otherDeliveries! };
  return {
    id: id!,
    ...(plan !== null && { step: order!, of: planSize! }),
    state: state!,
    ...(after !== null && { after: after! }),
    comesTo: shortened(refusal === null ? comesTo : { refusal: refusal! }, 1_000) as JsonObject,
    decidedAt: decidedAt(asking, id as number),
    until: expiresOn!,
  };
}

/** The page where a person decides, or the command with which that begins. */
function decidedAt({ parts, caller }: Asking, id: number): string {
  const { consoleUrl } = parts;
  const { account } = caller;
  return consoleUrl === undefined
    ? `on the command line: proposals show --account ${account.id} --id ${id} --as E-MAIL`
    : `${consoleUrl}/${account.id}/Approvals/${id}`;
}

async function became(asking: Asking, { state, id, take = 20, skip = 0 }: JsonObject): Promise<JsonObject | Problem> {
  const filters = [state && `state=${state}`, id && `id=${id}`, `take=${take}`, `skip=${skip}`]
    .filter(Boolean)
    .join('&');
  const noTurn = await asking.request.heavy();
  if (noTurn !== undefined) return noTurn;
  const page = await inTime(asking, listProposals(asking.parts.approvals, asking.caller, filters, asking.ended));
  if (page instanceof Problem) return page;
  const turn = takeTurns();
  const all = await inTime(
    asking,
    Array.fromAsync(page.shown, async (one) => {
      await turn();
      return brief(asking, JSON.parse(lightened(one)) as JsonObject);
    }),
  );
  if (all instanceof Problem) return all;
  const { items, cut } = fitting(all);
  const more = page.more || cut;
  return { proposals: items as Json, more, cut, ...(more && { rest: 'Go on with skip behind these.' }) };
}

function brief(asking: Asking, proposal: JsonObject): JsonObject {
  const { id, planTitle, order, state, standing, type, recordID, operation, patch, body, reason, comment } = proposal;
  const { createdOn, expiresOn, decidedOn, decidedBy, clashes } = proposal;
  const isEdited = proposal.edited !== null;
  const refusal = proposal.refusal as JsonObject | null;
  return {
    ...{ id: id!, planTitle: planTitle!, order: order!, state: state!, standing: standing!, type: type! },
    ...{ recordID: recordID!, operation: operation! },
    ...(patch !== null && { patch: patch! }),
    ...(body !== null && { body: body! }),
    ...{ reason: reason!, createdOn: createdOn!, expiresOn: expiresOn!, decidedOn: decidedOn!, comment: comment! },
    decidedBy: (decidedBy as JsonObject | null)?.name ?? null,
    why: refusal?.detail ?? null,
    clashes: clashes!,
    ...(isEdited && { editedTo: proposal.edited! }),
    decidedAt: decidedAt(asking, id as number),
  };
}
