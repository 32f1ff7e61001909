/** Handles one query: parses, compiles, charges and executes it. */
import type { Caller } from '../../accounts/caller.ts';
import type { RatePolicy } from '../../accounts/rate-limit.ts';
import type { ChargeUnits } from '../../http/admission.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import type { Clock } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import type { RecordStore } from '../../records/store.ts';
import { compileQuery } from './compile.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { withDeadline } from './deadline.ts';
import { createDocumentParser } from './document-parser.ts';
import { executeQuery } from './execute.ts';
import { type GraphqlRequest, responseMediaType } from './graphql-request.ts';
import type { QueryObserver } from './observer.ts';
import { queryLimits } from './query-limits.ts';
import { createResponseBudget } from './response-budget.ts';
import { createSchemaCache } from './schema-cache.ts';

export interface GraphqlParts {
  records(caller: Caller): RecordStore;
  log(caller: Caller): ChangeLog;
  readonly policy: RatePolicy;
  readonly charge: ChargeUnits;
  /** Time limit for all reads of a query, measured with `clock`, which never runs backwards. */
  readonly queryMs: number;
  readonly clock: Clock;
  readonly observer: QueryObserver;
}

export function createQueryHandler(parts: GraphqlParts) {
  const schemaOf = createSchemaCache();
  const readDocument = createDocumentParser();
  return answer;

  async function answer(request: ApiRequest, asked: GraphqlRequest): Promise<ApiResponse | Problem> {
    const { caller } = request;
    const length = asked.query.length + JSON.stringify(asked.variables).length;
    const tooBusy = length > queryLimits.heavyDocument ? await request.heavy() : undefined;
    if (tooBusy !== undefined) return tooBusy;
    const schema = schemaOf(caller);
    const document = readDocument(caller.account.id, schema, asked.query);
    if (document instanceof Problem) return document;
    const query = await compileQuery(schema, document, asked);
    if (query instanceof Problem) return query;
    request.note('cost', query.cost);
    request.note('depth', query.depth);
    const headers = await paid(request, query);
    if (headers instanceof Problem) return headers;
    const noTurn = query.cost > queryLimits.heavyCost ? await request.heavy() : undefined;
    if (noTurn !== undefined) return noTurn;
    parts.observer.asked(query);
    const { gone } = request;
    const records = withDeadline(parts.records(caller), parts.queryMs, parts.clock);
    const log = parts.log(caller);
    const room = createResponseBudget(queryLimits.answer);
    const body = await executeQuery(query, { schema, caller, policy: parts.policy, records, log, gone, room });
    if (body instanceof Problem) return body;
    return { status: 200, body, headers: { ...headers, 'content-type': responseMediaType(request.headers.accept) } };
  }

  /** Charges the query by its cost. The request has already counted as one, so a query worth one costs nothing more. */
  async function paid(
    request: ApiRequest,
    { cost }: CompiledQuery,
  ): Promise<Readonly<Record<string, string>> | Problem> {
    const units = Math.ceil(cost / queryLimits.costOfRequest);
    if (units === 1) return {};
    const headers = await parts.charge(request, units);
    if (!(headers instanceof Problem)) return headers;
    const detail = `The query counts as ${units} requests. ${headers.detail}`;
    return new Problem(headers.code, detail, { headers: headers.headers });
  }
}
