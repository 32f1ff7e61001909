/** Parses a GraphQL request, from the body or the query string: query, variables and operation name. */
import { findPreference, isPreferred, jsonPreference, parseAccept } from '../../http/accept.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest } from '../../http/route.ts';
import type { Json } from '../../lib/json.ts';
import { parseJson } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { parseQuery } from '../../records/lists/query.ts';
import { queryLimits } from './query-limits.ts';

export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, Json>>;
}

const RESPONSE_TYPE = 'application/graphql-response+json';

/** Returns the media type of the response: GraphQL's own type if the client accepts it and does not prefer JSON. */
export function responseMediaType(accept: string | undefined): string {
  const ranges = parseAccept(accept);
  const own = findPreference(ranges, [RESPONSE_TYPE]);
  const isAsked = own.weight > 0 && !isPreferred(jsonPreference(ranges), own);
  return `${isAsked ? RESPONSE_TYPE : JSON_TYPE}; charset=utf-8`;
}

export function readGraphqlBody(request: Pick<ApiRequest, 'headers' | 'body'>): GraphqlRequest | Problem {
  const bytes = request.body?.length ?? 0;
  if (bytes > queryLimits.requestBytes) {
    return new Problem(
      'body_too_large',
      `The body has ${bytes} bytes; with its variables a query has at most ${queryLimits.requestBytes}. Split it into several.`,
    );
  }
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  if (Array.isArray(body)) return wrong('One request carries one query. Send those of the list one by one.');
  return typeof body === 'object' && body !== null ? readMembers(body) : wrong('The body is no object with a query.');
}

/** Parses a query string; `query` is the part after the `?`, undecoded. */
export function readGraphqlQueryString(query: string): GraphqlRequest | Problem {
  const parameters = parseQuery(query);
  if (parameters instanceof Problem) return parameters;
  // No prototype, so that `__proto__` is an ordinary name.
  const members: Record<string, Json> = Object.create(null);
  for (const { name, value } of parameters) {
    if (Object.hasOwn(members, name)) return wrong(`${name} is given more than once.`);
    members[name] = value;
  }
  for (const name of ['variables', 'extensions']) {
    if (typeof members[name] !== 'string') continue;
    const parsed = parseJson(members[name]);
    if (!parsed.ok) return wrong(`${name} is not JSON: ${parsed.message}`);
    members[name] = parsed.value;
  }
  return readMembers(members);
}

const known = new Set(['query', 'operationName', 'variables', 'extensions']);

function readMembers(members: Readonly<Record<string, Json>>): GraphqlRequest | Problem {
  const unknown = Object.keys(members).find((name) => !known.has(name));
  if (unknown !== undefined)
    return wrong(`There is no "${unknown.slice(0, 80)}" here; query, operationName and variables are read.`);
  const { query, operationName = null, variables = null, extensions = null } = members;
  if (typeof query !== 'string' || query.trim() === '')
    return wrong('There is no query. Write it as a text, such as "{ me { shardID } }".');
  if (operationName !== null && typeof operationName !== 'string') return wrong('operationName is no text.');
  if (!isObject(variables ?? {})) return wrong('variables is no object.');
  if (!isObject(extensions ?? {})) return wrong('extensions is no object.');
  // For an operation without a name, clients send no name or an empty one.
  return { query, operationName: operationName || undefined, variables: (variables ?? {}) as Record<string, Json> };
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(detail: string): Problem {
  return new Problem('invalid_body', detail);
}
