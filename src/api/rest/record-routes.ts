/** Routes of one record type: list, create, get, patch, delete. All fifteen types use these five functions. */
import type { Caller } from '../../accounts/caller.ts';
import { REPLAYED } from '../../accounts/idempotency.ts';
import { type RecordType, singularName } from '../../catalogue/index.ts';
import { readIdempotencyHeader } from '../../http/idempotency-header.ts';
import { JSON_PATCH_TYPE, JSON_TYPE, readJson } from '../../http/json-body.ts';
import { type ApiRequest, type ApiResponse, JSON_CONTENT_TYPE, type Route } from '../../http/route.ts';
import { withMembers } from '../../lib/json-members.ts';
import { Problem } from '../../problems.ts';
import { authorOf } from '../../records/author.ts';
import { etagOf, matchingTag, type Preconditions, parseEntityTags } from '../../records/etag.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { readFields } from '../../records/lists/fields.ts';
import { pageHeaders } from '../../records/lists/links.ts';
import { planRecordList } from '../../records/lists/planning.ts';
import { listableRecords } from '../../records/lists/properties.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import { noSuchVersion, readVersion, versionGone } from '../../records/log/version-parameter.ts';
import { readRecord } from '../../records/read.ts';
import { noSuchRecord } from '../../records/refusals.ts';
import type { Change, ChangeResult, PageHead, StoredRecord } from '../../records/store.ts';
import { createRecord } from '../../records/writes/create.ts';
import { patchRecord } from '../../records/writes/patch.ts';
import { type PatchLimits, readPatchDocument } from '../../records/writes/patch-document.ts';
import { removeRecord } from '../../records/writes/remove.ts';
import { negotiateListFormat } from './list-format.ts';
import { readRecordID } from './record-id.ts';
import { acquireStreamSlot, LIST_VARY, type StreamParts, streamRecords } from './record-streams.ts';

export interface RecordParts extends StreamParts {
  log(caller: Caller): ChangeLog;
  readonly patchLimits: PatchLimits;
}

export function recordRoutes(type: RecordType, parts: RecordParts): Route[] {
  const all = `/api/${type.name}`;
  const one = `${all}/:id`;
  const read = { allowed: 'read', type: type.name } as const;
  const write = { allowed: 'write', type: type.name } as const;
  const named = singularName(type);
  return [
    {
      method: 'GET',
      path: all,
      operation: `list${type.name}`,
      needs: read,
      heeds: { query: true },
      placeOfKey: (arrival) => acquireStreamSlot(parts, arrival),
      handle: (asked) => list(type, parts, asked),
    },
    {
      method: 'POST',
      path: all,
      operation: `create${named}`,
      needs: write,
      heeds: { headers: ['idempotency-key'] },
      handle: (asked) => create(type, parts, asked),
    },
    {
      method: 'GET',
      path: one,
      operation: `get${named}`,
      needs: read,
      heeds: { query: true, headers: ['if-match', 'if-none-match'] },
      handle: (asked) => get(type, parts, asked),
    },
    {
      method: 'PATCH',
      path: one,
      operation: `update${named}`,
      needs: write,
      heeds: { headers: ['if-match', 'if-none-match', 'idempotency-key'] },
      handle: (asked) => patch(type, parts, asked),
    },
    {
      method: 'DELETE',
      path: one,
      operation: `delete${named}`,
      needs: write,
      heeds: { headers: ['if-match', 'if-none-match'] },
      handle: (asked) => remove(type, parts, asked),
    },
  ];
}

async function list(type: RecordType, parts: RecordParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const format = negotiateListFormat(request.headers.accept);
  if (format !== 'json') return streamRecords(type, parts, request, format);
  const plan = planRecordList(type.name, request.query);
  if (plan instanceof Problem) return plan;
  const records = parts.records(request.caller);
  const headersOf = (page: PageHead) => ({
    ...pageHeaders(`/api/${type.name}`, request.query, plan, page),
    vary: LIST_VARY,
  });
  if (!request.bodyWanted) {
    const head = await records.head(plan, request.gone);
    if (head instanceof Problem) return head;
    return { status: 200, headers: { ...headersOf(head), 'content-type': JSON_CONTENT_TYPE } };
  }
  const page = await records.list(plan, request.gone);
  if (page instanceof Problem) return page;
  const body = plan.fields === undefined ? page.body : cutPage(page.body, plan.fields);
  return { status: 200, body, headers: headersOf(page) };
}

async function get(type: RecordType, parts: RecordParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const id = readRecordID(type, request);
  if (id instanceof Problem) return id;
  const asked = readVersion(request.query);
  if (asked instanceof Problem) return asked;
  const fields = readFields(listableRecords(type.name), asked.others);
  if (fields instanceof Problem) return fields;
  const preconditions = preconditionsOf(request);
  if (preconditions instanceof Problem) return preconditions;
  const past = asked.version === undefined ? undefined : await pastOf(type, id, asked.version, parts, request);
  if (past instanceof Problem) return past;
  const store = past === undefined ? parts.records(request.caller) : { read: async () => past };
  const read = await readRecord(store, type, id, preconditions);
  if (read.outcome === 'refused') return read.problem;
  if (read.outcome === 'found') return show(read.record, fields);
  return { status: 304, headers: { ETag: matchingTag(preconditions.ifNoneMatch, read.record.version) } };
}

/** The record as it was. */
async function pastOf(
  type: RecordType,
  id: number,
  version: number,
  parts: RecordParts,
  { caller, heavy }: ApiRequest,
): Promise<StoredRecord | Problem> {
  // All the changes since the last that was kept whole are undone: of a large record that takes tens of milliseconds.
  const noTurn = await heavy();
  if (noTurn !== undefined) return noTurn;
  const past = await parts.log(caller).version(type.name, id, version);
  if (past === 'gone') return versionGone(type, id, version);
  if (past !== undefined) return past;
  const isThere = (await parts.records(caller).read(type.name, id)) !== undefined;
  return isThere ? noSuchVersion(type, id, version) : noSuchRecord(type, id);
}

async function create(type: RecordType, parts: RecordParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const idempotency = readIdempotencyHeader(request, `POST ${type.name}`, body);
  if (idempotency instanceof Problem) return idempotency;
  const change = createRecord(type, body, authorOf(request.caller), idempotency);
  const changed = await commit(change, parts, request);
  if (changed instanceof Problem) return changed;
  const { headers, body: text } = showChanged(changed);
  return { status: 201, body: text!, headers: { Location: `/api/${type.name}/${changed.record.id}`, ...headers } };
}

async function patch(type: RecordType, parts: RecordParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const id = readRecordID(type, request);
  if (id instanceof Problem) return id;
  const body = readJson(request, JSON_PATCH_TYPE);
  if (body instanceof Problem) return body;
  const operations = readPatchDocument(body, parts.patchLimits);
  if (operations instanceof Problem) return operations;
  const preconditions = preconditionsOf(request);
  if (preconditions instanceof Problem) return preconditions;
  const idempotency = readIdempotencyHeader(request, `PATCH ${type.name}/${id}`, body);
  if (idempotency instanceof Problem) return idempotency;
  const options = { ...preconditions, ...idempotency };
  const changed = await commit(patchRecord(type, id, operations, authorOf(request.caller), options), parts, request);
  return changed instanceof Problem ? changed : showChanged(changed);
}

async function remove(type: RecordType, parts: RecordParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const id = readRecordID(type, request);
  if (id instanceof Problem) return id;
  const preconditions = preconditionsOf(request);
  if (preconditions instanceof Problem) return preconditions;
  const change = removeRecord(type, id, authorOf(request.caller), preconditions);
  const changed = await commit(change, parts, request);
  return changed instanceof Problem ? changed : { status: 204 };
}

async function commit(
  change: Change | Problem,
  parts: RecordParts,
  { caller, traceparent, remembers }: ApiRequest,
): Promise<ChangeResult | Problem> {
  if (change instanceof Problem) return change;
  return parts
    .records(caller)
    .change({ ...change, ...(traceparent && { traceparent }), ...(remembers && { remembers }) });
}

function showChanged({ outcome, record }: ChangeResult): ApiResponse {
  const { headers, ...shown } = show(record);
  return outcome === 'replayed' ? { ...shown, headers: { ...headers, ...REPLAYED } } : { ...shown, headers: headers! };
}

/** The ETag is that of the whole record, whichever fields are shown. */
function show({ text, version }: StoredRecord, fields?: readonly string[]): ApiResponse {
  const body = fields === undefined ? text : withMembers(text, new Set(fields));
  return { status: 200, body, headers: { ETag: etagOf(version) } };
}

function preconditionsOf({ headers }: ApiRequest): Preconditions | Problem {
  const ifMatch = headers['if-match'] === undefined ? undefined : parseEntityTags('If-Match', headers['if-match']);
  if (ifMatch instanceof Problem) return ifMatch;
  const given = headers['if-none-match'];
  const ifNoneMatch = given === undefined ? undefined : parseEntityTags('If-None-Match', given);
  if (ifNoneMatch instanceof Problem) return ifNoneMatch;
  return { ...(ifMatch && { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) };
}
