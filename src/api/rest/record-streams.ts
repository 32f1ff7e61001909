/** Streams a complete list as CSV or NDJSON lines, in order. A stream that fails closes the connection. */
import type { Caller } from '../../accounts/caller.ts';
import type { AccessWatch } from '../../accounts/watch-stays.ts';
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { type FairSemaphore, isRefusal } from '../../fairness/budget.ts';
import type { ApiRequest, ApiResponse, RequestHead } from '../../http/route.ts';
import { VARY_BY_CREDENTIALS } from '../../http/security-headers.ts';
import { Problem } from '../../problems.ts';
import { namedReferences, readColumns } from '../../records/lists/columns.ts';
import type { StreamForm, StreamFormat } from '../../records/lists/lines.ts';
import { planRecordList } from '../../records/lists/planning.ts';
import { everything } from '../../records/lists/request.ts';
import type { RecordStore } from '../../records/store.ts';
import { negotiateListFormat, streamMediaTypes } from './list-format.ts';

export interface StreamParts {
  records(caller: Caller): RecordStore;
  /** Streams under way, by key. */
  readonly keyStreams: FairSemaphore;
  readonly keys: AccessWatch;
}

/** Maximum concurrent streams per key. */
export const MAX_STREAMS_PER_KEY = 2;

/** Vary value of lists: the same URL has different responses by Accept, too. */
export const LIST_VARY = `${VARY_BY_CREDENTIALS}, accept`;

export async function streamRecords(
  type: RecordType,
  parts: StreamParts,
  request: ApiRequest,
  format: StreamFormat,
): Promise<ApiResponse | Problem> {
  const asked = format === 'csv' ? readColumns(type, request.query) : { columns: undefined, others: request.query };
  if (asked instanceof Problem) return asked;
  const plan = planRecordList(type.name, asked.others, everything);
  if (plan instanceof Problem) return plan;
  const headers = { 'content-type': streamMediaTypes[format], vary: LIST_VARY };
  const records = parts.records(request.caller);
  if (!request.bodyWanted) {
    const head = plan.count ? await records.head({ ...plan, take: 0 }, request.gone) : { total: undefined };
    return head instanceof Problem ? head : { status: 200, headers: { ...headers, ...counted(head.total) } };
  }
  const form = formOf(type, format, asked.columns, plan.fields, request.caller);
  const stream = await records.stream(plan, form, { gone: request.gone(), lost: request.cut });
  if (stream instanceof Problem) return stream;
  const forget = parts.keys.onEnded(request.caller, request.cut);
  return { status: 200, body: until(stream.pieces, forget), headers: { ...headers, ...counted(stream.total) } };
}

/** Acquires a permit for a list stream; pages of a list need none. */
export function acquireStreamSlot({ keyStreams }: StreamParts, { caller, headers, bodyWanted }: RequestHead) {
  if (!bodyWanted || negotiateListFormat(headers.accept) === 'json') return undefined;
  const place = keyStreams.take(caller.apiKey);
  return isRefusal(place) ? tooManyStreams() : place;
}

/** Returns the form of the stream; includes the names of referenced records only if the caller can read their type. */
function formOf(
  type: RecordType,
  format: StreamFormat,
  columns: readonly string[] | undefined,
  fields: readonly string[] | undefined,
  { permissions }: Caller,
): StreamForm {
  if (columns === undefined) {
    return { format, fields: fields ?? Object.keys(fieldsOf(type)), whole: fields === undefined };
  }
  const named = namedReferences(type, columns).filter(({ to }) => permissions[to].read);
  return { format, fields: columns, whole: false, named };
}

export function tooManyStreams(): Problem {
  return new Problem(
    'too_many_streams',
    `The key is reading ${MAX_STREAMS_PER_KEY} streams already. Take one of them to its end, or leave it, then ask again.`,
    { headers: { 'Retry-After': '5' } },
  );
}

function counted(total: number | undefined): Record<string, string> {
  return total === undefined ? {} : { 'X-Total-Count': String(total) };
}

/**
 * Runs `forget`, which ends the watch on the key, when the stream is complete, has failed or is abandoned. The
 * responder always starts to read the stream, so the `finally` always runs.
 */
async function* until(pieces: AsyncIterable<Uint8Array>, forget: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } finally {
    forget();
  }
}
