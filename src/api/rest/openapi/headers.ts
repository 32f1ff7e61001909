/** Every header the API reads or sends, once. */
import { type OpenApiObject, optionalExample } from './operation.ts';

const entityTag = '^"[0-9a-f]+(-gzip)?"$';
const wholeSeconds = { type: 'integer', minimum: 0 };

/** Headers of answers: components by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description:
      'The id of this request in the logs of the service: your own where you sent one. Quote it in a report.',
    required: true,
    schema: { type: 'string' },
    example: '5d0f6cf4-8f3e-4d2a-9a57-3f6f0f6a9a41',
  },
  RateLimit: {
    description:
      'Where the key stands: `r` requests are left now, and after `t` seconds there is one more. Missing where the operator has switched the limit off.',
    schema: { type: 'string', pattern: '^"default";r=[0-9]+;t=[0-9]+$' },
    example: '"default";r=287;t=41',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in any `w` seconds. Missing where the operator has switched it off.',
    schema: { type: 'string', pattern: '^"default";q=[0-9]+;w=[0-9]+$' },
    example: '"default";q=300;w=60',
  },
  'Retry-After': {
    description: 'Whole seconds, rounded up, after which a request succeeds again.',
    required: true,
    schema: wholeSeconds,
    example: 12,
  },
  ETag: {
    description: 'The version of what is shown, for `If-Match` and `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: entityTag },
    example: '"3"',
  },
  Location: {
    description: 'The path of what was created.',
    required: true,
    schema: { type: 'string', pattern: '^/api/' },
    example: '/api/Tasks/31',
  },
  Link: {
    description:
      'Paths of the pages `first`, `prev` and `next`, with all filters. `next` is there only when more items follow: page until it is gone.',
    required: true,
    schema: { type: 'string', pattern: '^<[^<>]+>; rel="first"' },
    example: '</api/Tasks?Status=Open&skip=0>; rel="first", </api/Tasks?Status=Open&skip=25>; rel="next"',
  },
  FeedLink: {
    description: 'The path that continues behind what was answered. Always there.',
    required: true,
    schema: { type: 'string', pattern: '^</api/Changes\\?after=[^<>]+>; rel="next"$' },
    example: '</api/Changes?after=1f4b9c02-00000000k3x&wait=30>; rel="next"',
  },
  'X-Total-Count': {
    description: 'How many items match the filters. Sent only with `count=true`.',
    schema: { type: 'integer', minimum: 0 },
    example: 412,
  },
  'Idempotency-Replayed': {
    description:
      '`true` where the same request was made before under this `Idempotency-Key`: this is its first answer, and nothing was done now. Missing otherwise.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Accept-Patch': {
    description: 'The content type that a PATCH needs.',
    required: true,
    schema: { type: 'string' },
    example: 'application/json-patch+json',
  },
  Accept: {
    description: 'The content type that is needed here.',
    schema: { type: 'string' },
    example: 'application/json',
  },
  'WWW-Authenticate': {
    description: 'Names the credentials that are asked for.',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey realm="Maintenance Data Service"',
  },
} as const satisfies Record<string, OpenApiObject>;
export type ResponseHeader = keyof typeof responseHeaders;

/** Headers of requests, beyond the credentials: parameter components by name. */
export const requestHeaders = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An id of your own for this request, without spaces: it comes back in the answer and stands in the logs.',
    schema: { type: 'string' },
    examples: optionalExample('nightly-sync.2026-01-31.17'),
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` you read. The request is done only if the record still has that version, else it is refused with 412. `*` holds for any version. `W/"3"` equals `"3"`.',
    schema: { type: 'string' },
    examples: optionalExample('"3"'),
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` you have. If the record still has that version, a GET is answered with 304 without a body, and a change is refused with 412. `*` means any version.',
    schema: { type: 'string' },
    examples: optionalExample('"3"'),
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own choice, such as a UUID. Repeating the request with the same key and body within 24 hours returns the first answer and does nothing; the same key with another body is refused with 422.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]*$',
    },
    examples: optionalExample('7b1f4a2e-0c7c-4f6e-9a55-6c1c3a0e9f10'),
  },
} as const satisfies Record<string, OpenApiObject>;
