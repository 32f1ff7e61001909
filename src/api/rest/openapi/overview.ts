/** Introduction of the OpenAPI document: the conventions of all operations, and the descriptions of the tags. */
import { type Area, type RecordTypeName, recordTypes } from '../../../catalogue/index.ts';
import type { OpenApiObject } from './operation.ts';

export const overview = `
Reads and changes the records of one account: work orders, tasks, assets, forms, purchase orders and what belongs to them. All record
types follow the same conventions, so what you learn on one holds for all.

## Credentials

Every request below \`/api\` carries three headers of one integration: \`apiKey\`, \`vaultSecret\` and \`shardID\`. They belong to exactly one
account. \`GET /api/Me\` shows what they may do.

\`\`\`sh
curl "$BASE_URL/api/Me" \\
  -H "apiKey: $API_KEY" \\
  -H "vaultSecret: $VAULT_SECRET" \\
  -H "shardID: $SHARD_ID"
\`\`\`

## Conventions

- Paths, parameters and property names match without regard to case and are shown in their canonical one.
- Every record shows every field of its type, \`null\` when unset, in a fixed order. Timestamps are ISO 8601 in UTC with milliseconds;
  input may carry any offset. Dates are \`YYYY-MM-DD\`.
- \`HEAD\` works wherever \`GET\` does and answers with the same headers.
- Bodies of 32 KiB or more are compressed for clients that send \`Accept-Encoding: gzip\`.

## Lists

A list is a bare array. Page through it by following \`next\` in the \`Link\` header. Every plain property is a filter:

| You write | You get |
|---|---|
| \`Status=Open&AssetID=5\` | both hold |
| \`Status=Open&Status=InProgress\` | either holds |
| \`Name=valve&fuzzy=true\` | the name contains "valve", in any case |
| \`CreatedOn=2026-01-01 ge&CreatedOn=2026-02-01 lt&extFilter=true\` | a range |
| \`CompletedOn=null ne&extFilter=true\` | those that are completed |

An unknown parameter, or a value that cannot be read, is refused with 400: nothing is ever silently ignored.

## Changing without losing updates

Each record has a version. It comes as \`ETag\`; sent back as \`If-Match\`, a change is made only if nobody else made one since. A POST
with an \`Idempotency-Key\` can be repeated safely when an answer was lost.

## Knowing before you write

\`GET /api/Catalogue\` describes the record types, \`POST /api/Names\` says what references are called, \`GET /api/{Type}/{id}/Moves\` where
a record can go from its state, and \`POST /api/{Type}/DryRun\` what a write would do: it is decided by the same code and not made.

## Refusals

Every refusal has a body of type \`application/problem+json\` (RFC 9457) with a stable \`code\`, and \`errors\` where your input is at fault.
Beside those listed with each operation, any request can meet:

| Status | Code | When |
|---|---|---|
| 400 | \`malformed_request\` | the request is not readable HTTP, has no \`Host\` or two, or its path is no readable URL |
| 404 | \`not_found\` | there is nothing at this path |
| 405 | \`method_not_allowed\` | the method is not offered there; \`Allow\` lists those that are |
| 408 | \`request_timeout\` | the request did not arrive within 30 seconds |
| 413 | \`body_too_large\` | the body is over 1 MiB |
| 417 | \`expectation_failed\` | \`Expect\` asks for something else than \`100-continue\` |
| 431 | \`headers_too_large\` | the request line and headers together are over 16 KiB |

## Rate limit

A key may make 300 requests in any 60 seconds, unless the operator has set another limit (\`RateLimit-Policy\`). \`RateLimit\` tells where
it stands; beyond it the answer is 429 with \`Retry-After\`.

## Queries

\`/graphql\` answers GraphQL: records with what they refer to, both ways, in one request. It reads only, has the rights of the same key, and refuses as
GraphQL says, with these codes beside those above: \`invalid_document\` (the query does not fit the schema), \`query_too_large\` (its depth, cost or size),
\`answer_too_large\`.
`.trim();

const aboutTypes: Record<RecordTypeName, string> = {
  WorkOrders: 'Work to be done: repairs, planned maintenance, inspections. Gathered on boards, split into tasks.',
  Tasks: 'Single steps of the work, with or without a work order.',
  Assets: 'Things that are maintained: a boiler, a lift, a truck.',
  Forms: 'Inspections, checklists and meter rounds, filled in from a template.',
  PurchaseOrders: 'What is bought from a vendor, and how much of it has arrived.',
  Jobs: 'Larger undertakings for a customer that work orders, tasks and purchases belong to.',
  Employees: 'People who do or lead the work, with or without a login.',
  Users:
    'Logins of the account. Only integrations with the role Admin change them, and only people make or change administrators.',
  Products: 'Parts, consumables, tools and services that are stocked, used or bought.',
  Routes: 'Rounds of stops that one person drives or walks.',
  Boards: 'Boards that work orders are gathered on; a subscription to work orders can be narrowed to one.',
  FormTemplates: 'The questions that forms ask; a subscription to forms can be narrowed to one.',
  AssetStatuses: "States an asset can be in, in the firm's own words; a subscription to assets can be narrowed to one.",
  Locations: 'Places: sites, buildings, floors, bays, vehicles. They nest.',
  Vendors: 'Suppliers and contractors.',
};

const aboutAccount = {
  Me: 'The account and integration behind a key, and what it may do.',
  Changes: 'Every change of every record: a feed to follow, and a stream.',
  Proposals: 'Writes that wait for a person: proposed by a key, decided in the console.',
  Catalogue: 'The record types themselves, and what records are called: for clients that know neither by heart.',
};

const aboutOthers = {
  Webhooks: 'Subscriptions that push changes to an address of yours, and the log of their deliveries.',
  Deliveries:
    'What arrives at the `targetUrl` of a subscription: a POST for every event, at least once, and for each record in order.',
  Service: 'For operators and tools; without credentials and outside the rate limit.',
};

/** Areas in the order people look for them, each with the heading its record types stand under. */
const headings: Record<Exclude<Area, 'Webhooks' | 'Assistant'>, string> = {
  WorkOrders: 'Work',
  Assets: 'Assets',
  Forms: 'Forms',
  Purchasing: 'Purchasing',
  Inventory: 'Inventory',
  Jobs: 'Jobs',
  People: 'People',
};

export function tagsOf(used: ReadonlySet<string>): OpenApiObject[] {
  return Object.entries({ ...aboutAccount, ...aboutTypes, ...aboutOthers })
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

export function tagGroups(used: ReadonlySet<string>): OpenApiObject[] {
  const groups = [
    { name: 'Account', tags: ['Me', 'Catalogue', 'Changes', 'Proposals'] },
    ...Object.entries(headings).map(([area, name]) => ({
      name,
      tags: recordTypes.filter((type) => type.area === area).map((type): string => type.name),
    })),
    { name: 'Webhooks', tags: ['Webhooks', 'Deliveries'] },
    { name: 'Service', tags: ['Service'] },
  ];
  return groups.filter(({ tags }) => tags.some((tag) => used.has(tag)));
}
