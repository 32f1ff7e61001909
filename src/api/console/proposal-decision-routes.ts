/** Deciding about proposals: for people alone. What they see of them are the routes of the API. */

import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import { readComment, readRejectionComment } from '../../approvals/comment.ts';
import { type ApprovalInput, approve, approveMany, describeDecision, reject } from '../../approvals/decide.ts';
import { previewEdited } from '../../approvals/edit.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import { redactDeliveries } from '../../approvals/redact-deliveries.ts';
import { noSuchProposal } from '../../approvals/refusals.ts';
import { renderProposal } from '../../approvals/render-proposal.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { parseRecordID } from '../../records/read.ts';
import { fault, invalidBody } from '../../records/refusals.ts';
import { DRY_RUN } from '../../records/writes/dry-run.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

const PROPOSALS_PATH = `${ACCOUNT_PATH}/Proposals`;
const MAX_BULK_APPROVALS = 100;

export function proposalDecisionRoutes(parts: ApprovalParts): Route[] {
  const needs = { allowed: 'any person' } as const;
  return [
    {
      method: 'POST',
      path: `${PROPOSALS_PATH}/Approve`,
      operation: 'consoleApproveProposals',
      needs,
      heavy: true,
      handle: (request) => approveThese(parts, request),
    },
    {
      method: 'POST',
      path: `${PROPOSALS_PATH}/:id/Approve`,
      operation: 'consoleApproveProposal',
      needs,
      handle: (request) => approveOne(parts, request),
    },
    {
      method: 'POST',
      path: `${PROPOSALS_PATH}/:id/DryRun`,
      operation: 'consoleRehearseProposal',
      needs,
      handle: (request) => rehearseOne(parts, request),
    },
    {
      method: 'POST',
      path: `${PROPOSALS_PATH}/:id/Reject`,
      operation: 'consoleRejectProposal',
      needs,
      handle: (request) => rejectOne(parts, request),
    },
  ];
}

async function approveOne(parts: ApprovalParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE, DRY_RUN);
  if (body instanceof Problem) return body;
  const asked = readApproval(body);
  if (asked instanceof Problem) return asked;
  const { effect, instead } = asked;
  return decide(parts, request, (id) => approve(parts, decidingOf(request), { id, effect, instead }, asked.comment));
}

/** Parses an approval. With `patch` or `create`, the person approves an edited version. */
function readApproval(body: Json) {
  const instead = readInstead(body, ['effect', 'comment']);
  if (instead instanceof Problem) return instead;
  const { effect, comment = null } = body as JsonObject;
  if (typeof effect !== 'string') return invalidBody([fault('/effect', 'must be the effect that was seen')]);
  if (comment !== null && typeof comment !== 'string') return invalidBody([fault('/comment', 'must be a text')]);
  const said = readComment(comment ?? undefined);
  return said instanceof Problem ? said : { effect, instead, comment: said };
}

/** Returns the person's edited version of the proposal; undefined if it is unchanged. */
function readInstead(body: Json, others: readonly string[]): Json | undefined | Problem {
  if (!isObject(body)) return invalidBody([fault('', 'must be an object')]);
  const known = [...others, 'patch', 'create'];
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return invalidBody([fault(`/${unknown}`, `is unknown here; there are ${known.join(', ')}`)]);
  if (body.patch !== undefined && body.create !== undefined)
    return invalidBody([fault('/create', 'does not go with "patch"')]);
  return body.patch === undefined ? body.create : body.patch;
}

/** Runs a dry run of the person's edited version. */
async function rehearseOne(parts: ApprovalParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE, DRY_RUN);
  const instead = body instanceof Problem ? body : readInstead(body, []);
  if (instead instanceof Problem) return instead;
  if (instead === undefined) return invalidBody([fault('', 'must have "patch", or "create" for a new record')]);
  const id = parseRecordID(request.parameters.id ?? '');
  const shown = id === undefined ? noSuchProposal() : await previewEdited(parts, request.caller, id, instead);
  return shown instanceof Problem ? shown : { status: 200, body: shown };
}

async function rejectOne(parts: ApprovalParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readBody(request, { comment: 'text' });
  if (body instanceof Problem) return body;
  const comment = readRejectionComment(body.comment);
  if (comment instanceof Problem) return comment;
  return decide(parts, request, (id) => reject(parts, decidingOf(request), id, comment));
}

/** Exactly those that are named, each with the effect that was seen. */
async function approveThese(parts: ApprovalParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const asked = readItems(body);
  if (asked instanceof Problem) return asked;
  const comment = readComment(asked.comment);
  if (comment instanceof Problem) return comment;
  const decided = await approveMany(parts, decidingOf(request), asked.items, comment);
  return { status: 200, body: JSON.stringify(decided.map(describeDecision)) };
}

function readItems(body: Json): { items: readonly ApprovalInput[]; comment: string | undefined } | Problem {
  if (!isObject(body)) return invalidBody([fault('', 'must be an object')]);
  const unknown = Object.keys(body).find((name) => name !== 'items' && name !== 'comment');
  if (unknown !== undefined) return invalidBody([fault(`/${unknown}`, 'is unknown here; there are items and comment')]);
  const { items, comment } = body;
  if (comment !== undefined && comment !== null && typeof comment !== 'string')
    return invalidBody([fault('/comment', 'must be a text')]);
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_BULK_APPROVALS)
    return invalidBody([fault('/items', `must be a list of 1 to ${MAX_BULK_APPROVALS}`)]);
  const read: ApprovalInput[] = [];
  for (const [n, item] of items.entries()) {
    const { id, effect } = isObject(item) ? item : {};
    if (!Number.isSafeInteger(id) || typeof effect !== 'string')
      return invalidBody([fault(`/items/${n}`, 'must have the id of a proposal and the effect that was seen')]);
    if (read.some((one) => one.id === id)) return invalidBody([fault(`/items/${n}/id`, 'is named twice')]);
    read.push({ id: id as number, effect });
  }
  return { items: read, comment: comment ?? undefined };
}

async function decide(
  parts: ApprovalParts,
  { caller, parameters }: ApiRequest,
  work: (id: number) => Promise<Proposal | Problem>,
): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const decided = id === undefined ? noSuchProposal() : await work(id);
  if (decided instanceof Problem) return decided;
  const [seen] = await redactDeliveries(parts, caller, [decided]);
  return { status: 200, body: renderProposal(seen!, undefined, false) };
}

function decidingOf({ caller, client }: ApiRequest) {
  return { caller, address: client };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
