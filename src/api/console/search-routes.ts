/** Searches all record types in one request: `?text=boiler`. Each type is one line, sent as soon as it is found. */
import type { AccountScope } from '../../accounts/account.ts';
import { LiveBody } from '../../http/live-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { findRecords } from '../../records/find.ts';
import { readParameters, refusedParameter } from '../../records/lists/parameters.ts';
import type { RecordStore } from '../../records/store.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface SearchParts {
  records(account: AccountScope): RecordStore;
}

/** Maximum search length; no one types more to find something. */
const MAX_SEARCH_CHARACTERS = 200;

export function searchRoute(parts: SearchParts): Route {
  return {
    method: 'GET',
    path: `${ACCOUNT_PATH}/Search`,
    operation: 'consoleSearch',
    needs: { allowed: 'any person' },
    heeds: { query: true },
    handle: (request) => search(parts, request),
  };
}

function search(parts: SearchParts, request: ApiRequest): ApiResponse | Problem {
  const given = readParameters(request.query, ['text']);
  if (given instanceof Problem) return given;
  const text = given.get('text')?.trim() ?? '';
  if (text === '') return refusedParameter('text', 'There is nothing to search for. Write a text.');
  if (text.length > MAX_SEARCH_CHARACTERS)
    return refusedParameter('text', `Longer than ${MAX_SEARCH_CHARACTERS} characters. Write less.`);
  const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
  return request.bodyWanted
    ? { status: 200, headers, body: new LiveBody(lines(parts, request, text)) }
    : { status: 200, headers };
}

async function* lines(parts: SearchParts, { caller, gone }: ApiRequest, text: string): AsyncGenerator<string> {
  const mayRead = (type: keyof typeof caller.permissions) => caller.permissions[type].read;
  for await (const finds of findRecords(parts.records(caller.account), text, mayRead, gone)) {
    yield `${JSON.stringify(finds)}\n`;
  }
}
