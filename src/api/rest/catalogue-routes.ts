/** Routes for generic clients: descriptions of the record types a key can read, and names of records. */
import type { Caller } from '../../accounts/caller.ts';
import { mayRead } from '../../accounts/permissions.ts';
import { recordTypes } from '../../catalogue/index.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { Problem } from '../../problems.ts';
import { heldTag, parseEntityTags } from '../../records/etag.ts';
import { nameRecords, readNamesAsked } from '../../records/names.ts';
import type { RecordStore } from '../../records/store.ts';
import { describeType } from '../../records/type-description.ts';

export interface CatalogueParts {
  records(caller: Caller): Pick<RecordStore, 'titles'>;
}

export function catalogueRoutes(parts: CatalogueParts): Route[] {
  // Cached pages by set of readable types; there are as many sets as areas allow.
  const pages = new Map<string, Page>();
  return [
    {
      method: 'GET',
      path: '/api/Catalogue',
      operation: 'getCatalogue',
      needs: { allowed: 'any key' },
      heeds: { headers: ['if-none-match'] },
      handle: (request) => show(pageFor(pages, request.caller), request),
    },
    {
      method: 'POST',
      path: '/api/Names',
      operation: 'findNames',
      needs: { allowed: 'any key' },
      handle: (request) => names(parts, request),
    },
  ];
}

async function names(parts: CatalogueParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const asked = readNamesAsked(body);
  if (asked instanceof Problem) return asked;
  for (const { name } of asked.keys()) {
    const forbidden = mayRead(request.caller, name);
    if (forbidden !== undefined) return forbidden;
  }
  const found = await nameRecords(parts.records(request.caller), asked, request.gone());
  return found instanceof Problem ? found : { status: 200, body: JSON.stringify(found) };
}

interface Page {
  readonly body: string;
  readonly etag: string;
}

function pageFor(pages: Map<string, Page>, { permissions }: Caller): Page {
  const readable = recordTypes.filter(({ name }) => permissions[name].read);
  const key = readable.map(({ name }) => name).join();
  const known = pages.get(key);
  if (known !== undefined) return known;
  const body = JSON.stringify(readable.map(describeType));
  const page = { body, etag: `"${sha256Hex(body).slice(0, 32)}"` };
  pages.set(key, page);
  return page;
}

function show({ body, etag }: Page, { headers }: ApiRequest): ApiResponse | Problem {
  const given = headers['if-none-match'];
  const tags = given === undefined ? undefined : parseEntityTags('If-None-Match', given);
  if (tags instanceof Problem) return tags;
  const held = tags && heldTag(tags, etag);
  return held === undefined ? { status: 200, body, headers: { ETag: etag } } : { status: 304, headers: { ETag: held } };
}
