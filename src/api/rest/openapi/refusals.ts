/** The refusals of the API as response components: which codes stand behind a status, what they mean, what they carry. */

import { PROBLEM_TYPE } from '../../../http/problem-response.ts';
import { describeProblem, type ProblemCode, problemCodes } from '../../../problems.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import type { ResponseHeader } from './headers.ts';
import { componentReference, type NamedExamples, type OpenApiObject } from './operation.ts';

interface Refusal {
  /** All of one status. */
  readonly codes: readonly [ProblemCode, ...ProblemCode[]];
  readonly description: string;
  readonly headers?: readonly ResponseHeader[];
}

const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

const table = {
  InvalidList: {
    codes: ['invalid_query', 'invalid_header'],
    description:
      'A query parameter is unknown, given twice or not readable, or a header asks for what is not offered here. `errors` names each one and what to write.',
    headers: rateLimitHeaders,
  },
  InvalidNewRecord: {
    codes: ['invalid_record', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON, or no valid record: a field is missing, unknown, read-only or of the wrong kind, or a reference names nothing. `errors` points at each fault in the body.',
    headers: rateLimitHeaders,
  },
  InvalidPatch: {
    codes: ['invalid_patch', 'invalid_record', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON Patch, an operation cannot be applied, or the result is no valid record. Nothing has changed. For `invalid_patch` the pointers in `errors` point into the patch, for `invalid_record` into the record it would have made.',
    headers: rateLimitHeaders,
  },
  InvalidRequest: {
    codes: ['invalid_header', 'invalid_query'],
    description:
      'A header cannot be read, such as an entity tag without its quotes; or there is a query parameter or a condition (`If-Match`, `Idempotency-Key`, ...) that this operation does not look at. Nothing is ever silently ignored. `errors` names it.',
    headers: rateLimitHeaders,
  },
  InvalidAction: {
    codes: ['invalid_body', 'invalid_header', 'invalid_query'],
    description:
      'There is a body, which is not read here (an empty one, `{}`, `[]` and `null` say nothing, and are let pass), or a query parameter or a condition that this operation does not look at, or one of them cannot be read. Nothing is ever silently ignored. `errors` names it.',
    headers: rateLimitHeaders,
  },
  InvalidNames: {
    codes: ['invalid_body', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON, names a type that does not exist or an ID that is none, or asks for more than 1,000 names. `errors` points at each fault in the body.',
    headers: rateLimitHeaders,
  },
  InvalidDryRun: {
    codes: ['invalid_body', 'invalid_record', 'invalid_patch', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no dry run (`invalid_body`: `errors` points into it), or the write would be refused: then this is its refusal, and `errors` points where it would.',
    headers: rateLimitHeaders,
  },
  InvalidNewSubscription: {
    codes: ['invalid_subscription', 'invalid_json', 'invalid_header', 'invalid_query'],
    description: 'The body is no JSON, or no valid subscription. `errors` points at each fault in the body.',
    headers: rateLimitHeaders,
  },
  InvalidRotation: {
    codes: ['invalid_body', 'invalid_json', 'invalid_header', 'invalid_query'],
    description: 'The body is no JSON, or `graceSeconds` is no whole number from 0 to 604800.',
    headers: rateLimitHeaders,
  },
  InvalidRecovery: {
    codes: ['invalid_body', 'invalid_json', 'invalid_header', 'invalid_query'],
    description: 'The body is no JSON, or does not say what to recover. `errors` points at each fault in the body.',
    headers: rateLimitHeaders,
  },
  InvalidWhy: {
    codes: ['invalid_body', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON, or says neither which record nor which event is meant, or a time that is none. `errors` points at each fault in the body.',
    headers: rateLimitHeaders,
  },
  InvalidSubscriptionPatch: {
    codes: ['invalid_patch', 'invalid_subscription', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON Patch, an operation cannot be applied, or the result is no valid subscription. Nothing has changed.',
    headers: rateLimitHeaders,
  },
  Unauthorized: {
    codes: ['unauthorized'],
    description:
      'A credential header is missing, or the three do not belong together. The answer is the same in every case and never tells which one is wrong.',
    headers: ['WWW-Authenticate'],
  },
  MetricsUnauthorized: {
    codes: ['unauthorized'],
    description: 'You are not on the same machine, and the token is missing or wrong.',
    headers: ['WWW-Authenticate'],
  },
  Forbidden: {
    codes: ['forbidden'],
    description:
      'The credentials are good, but the role or the areas of the integration do not cover this. `detail` says what is missing.',
    headers: rateLimitHeaders,
  },
  UserForbidden: {
    codes: ['forbidden', 'person_required'],
    description:
      'The role or the areas of the integration do not cover this, or only a person may decide it: no key makes, changes or removes a user who is an Admin or has Company Settings, or makes one who is not `Invited`.',
    headers: rateLimitHeaders,
  },
  NotFound: {
    codes: ['not_found'],
    description: 'There is nothing with this id in the account, or it is not yours to see.',
    headers: rateLimitHeaders,
  },
  ValueTaken: {
    codes: ['value_taken'],
    description: 'A unique value belongs to another record that is not deleted. `errors` points at the field.',
    headers: rateLimitHeaders,
  },
  Conflict: {
    codes: ['state_not_allowed', 'patch_test_failed', 'value_taken', 'conflict'],
    description:
      'The record stands against the change: the state cannot be reached from the current one (`from`, `to` and `allowed` say what can), a `test` operation failed, a unique value is taken, or the record is final. Nothing has changed.',
    headers: rateLimitHeaders,
  },
  InvalidProposal: {
    codes: ['invalid_body', 'invalid_record', 'invalid_patch', 'invalid_json', 'invalid_header', 'invalid_query'],
    description:
      'The body is no JSON, does not say what is proposed and why, or what it proposes is not valid. `errors` points at each fault; of a plan `step` says in which step.',
    headers: rateLimitHeaders,
  },
  ProposalConflict: {
    codes: ['state_not_allowed', 'patch_test_failed', 'value_taken', 'conflict'],
    description:
      'What is proposed would be refused now, would change nothing, or too many proposals of this key wait already. Nothing was proposed.',
    headers: rateLimitHeaders,
  },
  ProposalDecided: {
    codes: ['proposal_decided'],
    description: 'Somebody has decided about it already: `state` says how.',
    headers: rateLimitHeaders,
  },
  SubscriptionConflict: {
    codes: ['conflict'],
    description: 'What is asked for does not fit the state of the subscription. `detail` says why.',
    headers: rateLimitHeaders,
  },
  RecoveryConflict: {
    codes: ['conflict'],
    description:
      'The subscription is switched off, another recovery of it is under way, or the run has ended. `detail` says which.',
    headers: rateLimitHeaders,
  },
  SubscriptionPatchConflict: {
    codes: ['patch_test_failed'],
    description: 'A `test` operation of the patch failed. Nothing has changed.',
    headers: rateLimitHeaders,
  },
  PreconditionFailed: {
    codes: ['precondition_failed'],
    description:
      '`If-Match` or `If-None-Match` does not hold: somebody has changed the record since you read it. Read it again and repeat your change. `ETag` is the current version.',
    headers: ['ETag', ...rateLimitHeaders],
  },
  TooLarge: {
    codes: ['body_too_large', 'record_too_large'],
    description: 'The body is over 1 MiB, or the record would be over 256 KiB of JSON.',
    headers: rateLimitHeaders,
  },
  BodyTooLarge: {
    codes: ['body_too_large'],
    description: 'The body is over 1 MiB.',
    headers: rateLimitHeaders,
  },
  NotJson: {
    codes: ['unsupported_media_type'],
    description: 'Send the body with `Content-Type: application/json`.',
    headers: ['Accept', ...rateLimitHeaders],
  },
  NotJsonPatch: {
    codes: ['unsupported_media_type'],
    description: 'Send the body with `Content-Type: application/json-patch+json`.',
    headers: ['Accept-Patch', ...rateLimitHeaders],
  },
  IdempotencyKeyReused: {
    codes: ['idempotency_key_reused'],
    description: 'The `Idempotency-Key` was used within the last 24 hours for another body. Use a new key.',
    headers: rateLimitHeaders,
  },
  RateLimited: {
    codes: ['rate_limited', 'too_many_streams'],
    description:
      'The key has made its requests of the last minute. Wait for `Retry-After` seconds. Of a list as CSV or NDJSON also: the key is reading two of them already. Also the answer to an address that keeps sending wrong credentials.',
    headers: ['Retry-After', ...rateLimitHeaders],
  },
  FeedLimited: {
    codes: ['rate_limited', 'too_many_held'],
    description:
      'The key has made its requests of the last minute, or it has 10 requests that wait for changes already. Wait for `Retry-After` seconds.',
    headers: ['Retry-After', ...rateLimitHeaders],
  },
  VersionGone: {
    codes: ['version_gone'],
    description: 'The log of changes does not go back to this version.',
    headers: rateLimitHeaders,
  },
  EventGone: {
    codes: ['version_gone'],
    description: 'The event is older than events are kept.',
    headers: rateLimitHeaders,
  },
  CursorExpired: {
    codes: ['cursor_expired'],
    description:
      'The cursor is older than what is kept of the log, or of a log that is no longer there. `detail` says how to start over, `startOver` from where.',
    headers: rateLimitHeaders,
  },
  InternalError: {
    codes: ['internal_error'],
    description: 'A fault of the service. It is logged under the request id.',
    headers: rateLimitHeaders,
  },
  Unavailable: {
    codes: ['unavailable', 'overloaded', 'account_frozen'],
    description:
      'The service is shutting down, too busy or without its database, or the account is frozen for maintenance (then reading still works). Repeat after `Retry-After` seconds.',
    headers: ['Retry-After', ...rateLimitHeaders],
  },
  NoSuchShard: {
    codes: ['not_found'],
    description: 'This instance has no shard of that name.',
    headers: [],
  },
  NotReady: {
    codes: ['unavailable'],
    description: 'No shard can be served, or not the one that was asked about; `detail` says why.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, Refusal>;
export type RefusalName = keyof typeof table;

/** Refusals of every operation that needs credentials. */
export const commonRefusals: readonly RefusalName[] = ['Unauthorized', 'RateLimited', 'InternalError', 'Unavailable'];

export function statusOf(name: RefusalName): number {
  return describeProblem(table[name].codes[0]).status;
}

/** Components of the refusals named, with an example of every code. */
export function refusalResponses(names: readonly RefusalName[], exampleOf: ExampleOf): OpenApiObject {
  return Object.fromEntries(names.map((name) => [name, response(name, exampleOf)]));
}

type ExampleOf = (code: ProblemCode, refusal: RefusalName) => OpenApiObject;

function response(name: RefusalName, exampleOf: ExampleOf): OpenApiObject {
  const refusal: Refusal = table[name];
  const headers = ['X-Request-Id', ...(refusal.headers ?? [])];
  const examples: NamedExamples = Object.fromEntries(
    refusal.codes.map((code) => [code, { summary: describeProblem(code).title, value: exampleOf(code, name) }]),
  );
  return {
    description: refusal.description,
    headers: Object.fromEntries(headers.map((header) => [header, componentReference('headers', header)])),
    content: {
      [PROBLEM_TYPE]: {
        // One type for all: which codes there are here, the examples say.
        schema: componentReference('schemas', 'Problem'),
        examples,
      },
    },
  };
}

export const problemSchema: JsonSchema = {
  title: 'Problem',
  description: 'A refusal (RFC 9457). `code` is stable: build on it and on `errors`, not on the texts.',
  type: 'object',
  properties: {
    type: { type: 'string', description: 'A URI that names the kind of problem, with the code at its end.' },
    title: { type: 'string', description: 'The kind of problem in words; the same for every occurrence.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
    detail: { type: 'string', description: 'What happened this time and what to do about it, for a person.' },
    code: { type: 'string', enum: problemCodes, description: 'The kind of problem for a program.' },
    requestId: { type: 'string', description: 'The id of the request in the logs, as in `X-Request-Id`.' },
    from: { type: 'string', description: 'With `state_not_allowed`: the state the record is in.' },
    to: { type: 'string', description: 'With `state_not_allowed`: the state that was asked for.' },
    allowed: {
      type: 'array',
      items: { type: 'string' },
      description: 'With `state_not_allowed`: the states that can be reached from there.',
    },
    state: { type: 'string', description: 'With `proposal_decided`: what became of the proposal.' },
    step: { type: 'integer', minimum: 1, description: 'Of a plan: the step that is at fault.' },
    startOver: {
      type: 'string',
      description: 'With `cursor_expired`: a cursor to follow the feed from, once all was read by lists.',
    },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'The places in the input that are at fault; at most 50 of a body.',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body; empty for all of it.' },
          parameter: { type: 'string', description: 'The name of a query parameter, as you wrote it.' },
          header: { type: 'string', description: 'The name of a header.' },
          message: { type: 'string', description: 'What is wrong there, for a person.' },
        },
        required: ['message'],
        minProperties: 2,
        maxProperties: 2,
        additionalProperties: false,
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  additionalProperties: false,
};
