/** Previews without a write: the possible moves of a record, and the dry run of a write. */
import type { Caller } from '../../accounts/caller.ts';
import { proposesOnly } from '../../accounts/permissions.ts';
import { preview } from '../../approvals/preview.ts';
import { type RecordType, singularName } from '../../catalogue/index.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { authorOf, awaitingApproval } from '../../records/author.ts';
import { DRY_RUN, readDryRun } from '../../records/writes/dry-run.ts';
import { movesOf } from '../../records/writes/moves.ts';
import type { SubscriptionStore } from '../../webhooks/store.ts';
import { readRecordID } from './record-id.ts';
import type { RecordParts } from './record-routes.ts';

export interface DryRunRouteParts extends RecordParts {
  subscriptions(caller: Caller): Pick<SubscriptionStore, 'audience'>;
}

/** Creates the preview routes of a type; only types with states have moves. */
export function dryRunRoutes(type: RecordType, parts: DryRunRouteParts): Route[] {
  const { name, states } = type;
  const moves: Route = {
    method: 'GET',
    path: `/api/${name}/:id/Moves`,
    operation: `list${singularName(type)}Moves`,
    needs: { allowed: 'read', type: name },
    handle: (request) => showMoves(type, parts, request),
  };
  const rehearsal: Route = {
    method: 'POST',
    path: `/api/${name}/DryRun`,
    operation: `dryRun${singularName(type)}`,
    needs: { allowed: 'propose', type: name },
    handle: (request) => rehearse(type, parts, request),
  };
  return states === undefined ? [rehearsal] : [moves, rehearsal];
}

async function showMoves(
  type: RecordType,
  parts: DryRunRouteParts,
  request: ApiRequest,
): Promise<ApiResponse | Problem> {
  const id = readRecordID(type, request);
  if (id instanceof Problem) return id;
  const moves = await movesOf(parts.records(request.caller), type, id, authorOf(request.caller));
  return moves instanceof Problem ? moves : { status: 200, body: JSON.stringify(moves) };
}

async function rehearse(
  type: RecordType,
  parts: DryRunRouteParts,
  request: ApiRequest,
): Promise<ApiResponse | Problem> {
  const { caller } = request;
  const body = readJson(request, JSON_TYPE, DRY_RUN);
  if (body instanceof Problem) return body;
  const by = proposesOnly(caller) ? awaitingApproval(authorOf(caller)) : authorOf(caller);
  const asked = readDryRun(type, body, by, parts.patchLimits);
  if (asked instanceof Problem) return asked;
  const foreseen = await preview(
    parts.records(caller),
    parts.subscriptions(caller),
    type,
    asked,
    caller.person === undefined,
  );
  if (foreseen instanceof Problem) return foreseen;
  const { run, deliveries, otherDeliveries, effect } = foreseen;
  const shown = { changed: run.changed, events: run.events, deliveries, otherDeliveries, effect };
  return { status: 200, body: `{"record":${run.text},${JSON.stringify(shown).slice(1)}` };
}
