/**
 * Routes for proposals. Any key can propose instead of writing, see the outcome, and withdraw its proposal. Only people
 * decide.
 */

import { REPLAYED } from '../../accounts/idempotency.ts';
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import { withdraw } from '../../approvals/decide.ts';
import { PROPOSAL_ENVELOPE, readProposalInputs } from '../../approvals/proposal-input.ts';
import { propose } from '../../approvals/propose.ts';
import { getProposal, listProposals } from '../../approvals/read-proposals.ts';
import { noSuchProposal } from '../../approvals/refusals.ts';
import { readIdempotencyHeader } from '../../http/idempotency-header.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { pageHeaders } from '../../records/lists/links.ts';
import { parseRecordID } from '../../records/read.ts';

const PROPOSALS_PATH = '/api/Proposals';
const PROPOSAL_PATH = `${PROPOSALS_PATH}/:id`;

export function proposalRoutes(parts: ApprovalParts): Route[] {
  const needs = { allowed: 'any key' } as const;
  return [
    {
      method: 'GET',
      path: PROPOSALS_PATH,
      operation: 'listProposals',
      needs,
      heeds: { query: true },
      handle: (request) => list(parts, request),
    },
    {
      method: 'POST',
      path: PROPOSALS_PATH,
      operation: 'createProposal',
      needs,
      heeds: { headers: ['idempotency-key'] },
      handle: (request) => create(parts, request),
    },
    { method: 'GET', path: PROPOSAL_PATH, operation: 'getProposal', needs, handle: (request) => get(parts, request) },
    {
      method: 'DELETE',
      path: PROPOSAL_PATH,
      operation: 'withdrawProposal',
      needs,
      handle: (request) => remove(parts, request),
    },
  ];
}

async function list(parts: ApprovalParts, { caller, query, gone, inTurn }: ApiRequest): Promise<ApiResponse | Problem> {
  const page = await listProposals(parts, caller, query, gone(), inTurn);
  if (page instanceof Problem) return page;
  const { listing, shown } = page;
  const body = listing.fields === undefined ? array(shown) : cutPage(array(shown), listing.fields);
  return { status: 200, body, headers: pageHeaders(PROPOSALS_PATH, query, listing, page) };
}

async function* array(items: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before + item;
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

async function create(parts: ApprovalParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE, PROPOSAL_ENVELOPE);
  if (body instanceof Problem) return body;
  const wishes = readProposalInputs(body);
  if (wishes instanceof Problem) return wishes;
  const once = readIdempotencyHeader(request, 'POST Proposals', body);
  if (once instanceof Problem) return once;
  const noTurn = wishes.title !== null ? await request.heavy() : undefined;
  if (noTurn !== undefined) return noTurn;
  const made = await propose(parts, request.caller, wishes, { as: 'integration', once: once.idempotency });
  if (made instanceof Problem) return made;
  return {
    status: 201,
    body: made.text,
    headers: { Location: `${PROPOSALS_PATH}/${made.id}`, ...(made.replayed && REPLAYED) },
  };
}

async function get(parts: ApprovalParts, { caller, parameters }: ApiRequest): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const shown = id === undefined ? noSuchProposal() : await getProposal(parts, caller, id);
  return shown instanceof Problem ? shown : { status: 200, body: shown };
}

async function remove(parts: ApprovalParts, { caller, parameters }: ApiRequest): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const refused = id === undefined ? noSuchProposal() : await withdraw(parts, caller, id);
  return refused ?? { status: 204 };
}
