/** The tools that ask for a write: they rehearse it and keep it as a proposal. None of them changes a record. */
import { idempotencyKey } from '../../accounts/idempotency.ts';
import {
  MAX_PLAN_STEPS,
  MAX_REASON_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  readProposalInputs,
} from '../../approvals/proposal-input.ts';
import { propose } from '../../approvals/propose.ts';
import { getProposal, listProposals } from '../../approvals/read-proposals.ts';
import { recordTypeNames } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { createYield } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import type { JsonSchema } from '../../records/schema.ts';
import { fitItems, restHint } from './result-size.ts';
import { parseAnswer, parseTrimmed, withTimeout } from './route-calls.ts';
import { integerSchema, type McpTool, objectSchema, type ToolContext, textSchema } from './tool.ts';
import { atSchema, extractPart, partOutput, readPointer } from './value-part.ts';

const type = { type: 'string', enum: recordTypeNames, description: 'The record type.' };
const id = integerSchema('The ID of the record.', 1, Number.MAX_SAFE_INTEGER);
const reason = {
  ...textSchema('Why, for the person who decides: what you saw, and where.', MAX_REASON_CHARACTERS),
  minLength: 1,
};
const fields = { type: 'object', description: 'The fields of the new record; describe says which there are.' };
const patch: JsonSchema = {
  type: 'array',
  description: 'A JSON Patch (RFC 6902): [{"op": "replace", "path": "/Status", "value": "Completed"}].',
  items: { type: 'object' },
  maxItems: 200,
};

const once = {
  ...textSchema(
    'A text of your own for this proposal, without spaces, such as a UUID. A call that is repeated under the same one within 24 hours, because its answer was lost, proposes nothing again and is given the first answer.',
    255,
  ),
  minLength: 1,
};

const WAITS_FOR_APPROVAL =
  'Nothing is written: the change is rehearsed and waits for a person, who sees your reason. The answer says what it would come to, its id, and where it is decided.';
const output = { proposals: { type: 'array' }, cut: { type: 'boolean' }, replayed: { type: 'boolean' } };

export const proposalTools: readonly McpTool[] = [
  {
    name: 'propose_create',
    title: 'Propose a new record',
    description: `Proposes to create a record. ${WAITS_FOR_APPROVAL}`,
    input: objectSchema({ type, fields, reason, idempotencyKey: once }, ['type', 'fields', 'reason']),
    output,
    reads: false,
    run: (asking, { fields: create, ...given }) => wish(asking, { ...given, create: create! }),
  },
  {
    name: 'propose_change',
    title: 'Propose a change',
    description: `Proposes to change a record by a JSON Patch. ${WAITS_FOR_APPROVAL}`,
    input: objectSchema({ type, id, patch, reason, idempotencyKey: once }, ['type', 'id', 'patch', 'reason']),
    output,
    reads: false,
    run: (asking, given) => wish(asking, given),
  },
  {
    name: 'propose_delete',
    title: 'Propose a deletion',
    description: `Proposes to delete a record. ${WAITS_FOR_APPROVAL}`,
    input: objectSchema({ type, id, reason, idempotencyKey: once }, ['type', 'id', 'reason']),
    output,
    reads: false,
    run: (asking, given) => wish(asking, { ...given, delete: true }),
  },
  {
    name: 'propose_plan',
    title: 'Propose a plan',
    description: `Proposes several writes that belong together, in their order: each step creates, changes or deletes one record. Where a step needs the ID of a record that an earlier step creates, write {"step": 1} in place of the ID (steps count from 1): {"type": "Tasks", "create": {"Name": "..", "WorkOrderID": {"step": 1}}}. ${WAITS_FOR_APPROVAL}`,
    input: objectSchema(
      {
        title: { ...textSchema('What the plan is for, in a line.', MAX_TITLE_CHARACTERS), minLength: 1 },
        steps: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_PLAN_STEPS,
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
      'What you have proposed, the newest first, with what was asked for (patch, or body of a new record) and when: what waits and how it stands against the record as it is now, what was approved, rejected or failed, and what the person who decided had to say. With id and at it shows one value of one of them that is too large here: at=/patch, /body, /changed, /clashes, /record.',
    input: objectSchema(
      {
        state: { type: 'string', enum: ['pending', 'approved', 'rejected', 'expired', 'failed'] },
        id: integerSchema('One of them.', 1, Number.MAX_SAFE_INTEGER),
        take: integerSchema('How many.', 1, 50),
        skip: integerSchema(
          'How many of them to pass over; with at, of its items or characters.',
          0,
          Number.MAX_SAFE_INTEGER,
        ),
        at: atSchema,
      },
      [],
    ),
    output: { proposals: { type: 'array' }, more: { type: 'boolean' }, cut: { type: 'boolean' }, ...partOutput },
    reads: true,
    run: became,
  },
];

async function wish(asking: ToolContext, { idempotencyKey: key, ...body }: JsonObject): Promise<JsonObject | Problem> {
  const wishes = readProposalInputs(body);
  if (wishes instanceof Problem) return wishes;
  const { caller, parts, request } = asking;
  const once =
    key === undefined ? undefined : idempotencyKey(caller.integration.id, key as string, 'POST Proposals', body);
  if (once instanceof Problem) return once;
  const noTurn = wishes.title !== null ? await request.heavy() : undefined;
  if (noTurn !== undefined) return noTurn;
  const made = await propose(parts.approvals, caller, wishes, { as: 'assistant', once });
  if (made instanceof Problem) return made;
  const answer = await parseAnswer(request, made.text);
  if (answer instanceof Problem) return answer;
  const proposals = [answer.data as JsonObject | JsonObject[]].flat();
  const { items, fewer, cut } = fitItems(proposals.map((one) => shown(asking, one)));
  const isCut = answer.cut.includes('changed') || cut.length > 0;
  return {
    ...{ proposals: items as Json, cut: fewer || isCut },
    ...(made.replayed && { replayed: true }),
    ...restHint(
      fewer && 'All of them are kept: proposals shows them.',
      isCut && 'Long values are cut: proposals with the id and at=/changed shows them.',
    ),
  };
}

function shown(asking: ToolContext, proposal: JsonObject): JsonObject {
  const { id, plan, order, planSize, state, after, refusal, expiresOn } = proposal;
  const { changed, events, deliveries, otherDeliveries } = proposal;
  const comesTo = { changed: changed!, events: events!, deliveries: deliveries!, otherDeliveries: otherDeliveries! };
  return {
    id: id!,
    ...(plan !== null && { step: order!, of: planSize! }),
    state: state!,
    ...(after !== null && { after: after! }),
    comesTo: refusal === null ? comesTo : { refusal: refusal! },
    decidedAt: decidedAt(asking, id as number),
    until: expiresOn!,
  };
}

/** The page where a person decides, or the command with which that begins. */
function decidedAt({ parts, caller }: ToolContext, id: number): string {
  const { consoleUrl } = parts;
  const { account } = caller;
  return consoleUrl === undefined
    ? `on the command line: proposals show --account ${account.id} --id ${id} --as E-MAIL`
    : `${consoleUrl}/${account.id}/Approvals/${id}`;
}

async function became(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  const noTurn = await asking.request.heavy();
  if (noTurn !== undefined) return noTurn;
  if (given.at !== undefined) return partOfOne(asking, given);
  const { state, id, take = 20, skip = 0 } = given;
  const filters = [state && `state=${state}`, id && `id=${id}`, `take=${take}`, `skip=${skip}`]
    .filter(Boolean)
    .join('&');
  const page = await withTimeout(asking, listProposals(asking.parts.approvals, asking.caller, filters, asking.ended));
  if (page instanceof Problem) return page;
  const turn = createYield();
  const all = await withTimeout(
    asking,
    Array.fromAsync(page.shown, async (one) => {
      await turn();
      const { data, cut } = parseTrimmed(one);
      const shown = brief(asking, data as JsonObject);
      const names = new Set(Object.keys(shown).map(wholeName));
      return { shown, cut: cut.filter((name) => names.has(name)) };
    }),
  );
  if (all instanceof Problem) return all;
  const { items, fewer, cut } = fitItems(all.map(({ shown }) => shown));
  const left = new Set([...all.slice(0, items.length).flatMap((one) => one.cut), ...cut.map(wholeName)]);
  const more = page.more || fewer;
  return {
    ...{ proposals: items as Json, more, cut: fewer || left.size > 0 },
    ...restHint(
      more && 'Go on with skip behind these.',
      left.size > 0 && `Long values are cut: with the id of one, at=/${[...left].join(' or at=/')} shows it.`,
    ),
  };
}

/** Maps a member's name in this tool's output to its name in the proposal. */
const wholeName = (name: string) => ({ editedTo: 'edited', why: 'refusal' })[name] ?? name;

/** Returns part of one complete proposal. */
async function partOfOne(asking: ToolContext, { id, at, skip = 0 }: JsonObject): Promise<JsonObject | Problem> {
  if (id === undefined) return new Problem('invalid_body', '/at goes with the id of one proposal.');
  const pointer = readPointer(at!);
  if (pointer instanceof Problem) return pointer;
  const whole = await withTimeout(asking, getProposal(asking.parts.approvals, asking.caller, id as number));
  return whole instanceof Problem ? whole : extractPart(whole, pointer, skip as number);
}

function brief(asking: ToolContext, proposal: JsonObject): JsonObject {
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
