/** An example of every refusal: wherever the words are made by code that can be asked, they are the service's own. */

import { unauthorized } from '../../../accounts/authenticate.ts';
import { rateLimited } from '../../../accounts/rate-limit-headers.ts';
import { alreadyDecided } from '../../../approvals/refusals.ts';
import { recordType } from '../../../catalogue/index.ts';
import { bodyNotAccepted } from '../../../http/accepted-input.ts';
import { readJson } from '../../../http/json-body.ts';
import { problemBody } from '../../../http/problem-response.ts';
import type { Json } from '../../../lib/json.ts';
import { parsePatch } from '../../../lib/json-patch.ts';
import { Problem, type ProblemCode } from '../../../problems.ts';
import { parseEntityTags, preconditionFailed } from '../../../records/etag.ts';
import { planRecordList } from '../../../records/lists/planning.ts';
import { writeCursor } from '../../../records/log/cursor.ts';
import { cursorExpired, OTHER_LOG } from '../../../records/log/feed.ts';
import { versionGone } from '../../../records/log/version-parameter.ts';
import { readNamesAsked } from '../../../records/names.ts';
import { noSuchRecord, recordTooLarge } from '../../../records/refusals.ts';
import { MAX_RECORD_BYTES } from '../../../records/writes/change.ts';
import { createRecord } from '../../../records/writes/create.ts';
import { eventExpired, recoveryInProgress, subscriptionInactive } from '../../../webhooks/refusals.ts';
import { patchSubscription } from '../../../webhooks/subscriptions/parse-subscription.ts';
import { tooManyHeld } from '../change-routes.ts';
import { tooManyStreams } from '../record-streams.ts';
import type { OpenApiObject } from './operation.ts';
import { examplePatchResult } from './record-examples.ts';
import type { RefusalName } from './refusals.ts';
import { exampleSubscription } from './webhook-operations.ts';

const requestId = '5d0f6cf4-8f3e-4d2a-9a57-3f6f0f6a9a41';

export function refusalExample(code: ProblemCode, refusal: RefusalName): OpenApiObject {
  const own = special[refusal]?.();
  const made = own instanceof Problem && own.code === code ? own : examples[code]?.();
  if (!(made instanceof Problem) || made.code !== code) throw new Error(`There is no example of the refusal ${code}`);
  return JSON.parse(problemBody(made, requestId));
}

const tasks = recordType('Tasks');
const jobs = recordType('Jobs');
const forms = recordType('Forms');
const users = recordType('Users');

const examples: { readonly [Code in ProblemCode]?: () => unknown } = {
  invalid_query: () => planRecordList('Tasks', 'take=5000&Staus=Open'),
  invalid_json: () => readJson(withBody('{"Name": "Check the valve",}', 'application/json'), 'application/json'),
  invalid_body: () => readNamesAsked({ Asset: [4], Vendors: ['nine'] }),
  invalid_patch: () => examplePatchResult(tasks, [{ op: 'remove', path: '/CustomFields/Colour' }]),
  invalid_record: () =>
    createRecord(tasks, { Name: '', Priority: 'Hihg', ID: 7 }, { kind: 'system', id: null, name: null, email: '' }),
  invalid_header: () => parseEntityTags('If-Match', '3'),
  invalid_subscription: () =>
    patchedSubscription([{ op: 'replace', path: '/targetUrl', value: 'http://hooks.example.com' }]),
  unauthorized: () => unauthorized,
  forbidden: () =>
    new Problem(
      'forbidden',
      'To write Users the integration needs the area People and the role Admin; it has the role Manager and the areas WorkOrders, Assets, Forms, Inventory, Webhooks.',
    ),
  person_required: () => examplePatchResult(users, [{ op: 'replace', path: '/Role', value: 'Admin' }]),
  not_found: () => noSuchRecord(tasks, 4711),
  state_not_allowed: () => examplePatchResult(jobs, [{ op: 'replace', path: '/Status', value: 'OnHold' }]),
  patch_test_failed: () => examplePatchResult(tasks, [{ op: 'test', path: '/Status', value: 'InProgress' }]),
  value_taken: () =>
    new Problem('value_taken', 'Another record that is not deleted has this ExternalID.', {
      errors: [{ pointer: '/ExternalID', message: 'is already taken' }],
    }),
  conflict: () => examplePatchResult(forms, [{ op: 'replace', path: '/Answers', value: [] }], { Status: 'Submitted' }),
  proposal_decided: () => alreadyDecided('approved'),
  precondition_failed: () => preconditionFailed('If-Match', 4),
  body_too_large: () => new Problem('body_too_large', 'A body may have at most 1 MiB.'),
  record_too_large: () => recordTooLarge(tasks, 271_030, MAX_RECORD_BYTES),
  unsupported_media_type: () => readJson(withBody('{}', 'text/plain'), 'application/json-patch+json'),
  idempotency_key_reused: () =>
    new Problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request in the last 24 hours. Send a new key with a new request.',
      { errors: [{ header: 'Idempotency-Key', message: 'was used for another request' }] },
    ),
  rate_limited: () =>
    rateLimited(
      { admitted: false, limit: 300, remaining: 0, resetSeconds: 12, retryAfterSeconds: 12 },
      { limit: 300, windowMs: 60_000 },
    ),
  too_many_held: tooManyHeld,
  version_gone: () => versionGone(tasks, 31, 1),
  cursor_expired: () => cursorExpired(OTHER_LOG, writeCursor({ log: '1f4b9c02', seq: 26_061 })),
  too_many_streams: tooManyStreams,
  internal_error: () =>
    new Problem('internal_error', `An unexpected fault; quote the request id ${requestId} when you report it.`),
  unavailable: () => new Problem('unavailable', 'The service is shutting down.'),
  overloaded: () =>
    new Problem('overloaded', 'Too many slow lists are waiting. Try again, or narrow the list by a filter.'),
  account_frozen: () =>
    new Problem('account_frozen', 'The account is frozen for maintenance. Reading works; try the change later.'),
};

/** Examples of refusals whose text differs from others with the same code. */
const special: { readonly [Name in RefusalName]?: () => unknown } = {
  InvalidAction: () => bodyNotAccepted({ query: true }),
  NotJson: () => readJson(withBody('{}', 'text/plain'), 'application/json'),
  SubscriptionConflict: subscriptionInactive,
  RecoveryConflict: () => recoveryInProgress(2),
  EventGone: eventExpired,
  MetricsUnauthorized: () =>
    new Problem(
      'unauthorized',
      'Metrics are shown to clients on the same machine, and to others with the token that MDS_METRICS_TOKEN holds: Authorization: Bearer <token>.',
    ),
};

/** A patch of the example of a subscription. */
function patchedSubscription(operations: Json[]): unknown {
  const parsed = parsePatch(operations, { operations: 1, depth: 10 });
  const anywhere = { refusalOf: () => undefined, refusalOfHost: () => undefined };
  return parsed.ok && patchSubscription(exampleSubscription, parsed.patch, anywhere);
}

function withBody(text: string, mediaType: string) {
  return { headers: { 'content-type': mediaType }, body: Buffer.from(text) };
}
