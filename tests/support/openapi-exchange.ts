/**
 * Requests to the running service, each answer held against the document: its status must be one that the operation
 * documents, its headers and its body must be as documented. What was reached is remembered.
 */
import assert from 'node:assert/strict';
import type { Client, Reply } from './app.ts';
import type { OpenApi, Operation } from './openapi-document.ts';

export interface Request {
  /** Path parameters by name, undecoded. */
  readonly path?: { readonly [name: string]: string | number };
  readonly query?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON of the operation's media type, unless it is bytes or text already. */
  readonly body?: unknown;
}

export interface Exchange {
  send(client: Client, operation: Operation, request?: Request): Promise<Reply>;
  /** Statuses documented but never answered, `operation status`. 500 and 503 are not asked for. */
  unreached(): string[];
}

export function createExchange(openApi: OpenApi): Exchange {
  const reached = new Set<string>();
  return {
    async send(client, operation, request = {}) {
      const reply = await send(client, operation, request);
      const what = `${operation.id} ${JSON.stringify(request).slice(0, 600)}`;
      assert.ok(reply.status < 500, `${what}: ${reply.status} ${reply.text}`);
      const response = operation.responses[reply.status];
      assert.ok(response !== undefined, `${what}: the status ${reply.status} is not documented: ${reply.text}`);
      checkHeaders(openApi, response.headers, reply, what);
      checkBody(openApi, response.content, reply, what);
      reached.add(`${operation.id} ${reply.status}`);
      return reply;
    },
    unreached() {
      return openApi.operations
        .flatMap(({ id, responses }) => Object.keys(responses).map((status) => `${id} ${status}`))
        .filter((one) => !one.endsWith(' 500') && !one.endsWith(' 503') && !reached.has(one));
    },
  };
}

/** Without a look at the answer. */
export function send(client: Client, operation: Operation, request: Request): Promise<Reply> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(request.path?.[name] ?? ''));
  const query = request.query === undefined ? '' : `?${request.query}`;
  const { body } = request;
  const asIs = typeof body === 'string' || body instanceof Uint8Array;
  return client.send(operation.method, path + query, {
    headers: {
      ...(body === undefined || operation.body === undefined ? {} : { 'content-type': operation.body.mediaType }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: asIs ? body : JSON.stringify(body) }),
  });
}

function checkHeaders(
  openApi: OpenApi,
  documented: Operation['responses'][string]['headers'],
  reply: Reply,
  what: string,
): void {
  for (const [name, header] of Object.entries(documented)) {
    const value = reply.headers.get(name);
    if (value === null) {
      assert.ok(!header.required, `${what}: the answer ${reply.status} lacks the header ${name}`);
      continue;
    }
    const typed = header.schema.type === 'integer' ? Number(value) : value;
    assert.ok(openApi.validator(header.schema)(typed), `${what}: ${name}: ${value} is not as documented`);
  }
  for (const name of reply.headers.keys()) {
    const known = Object.keys(documented).some((one) => one.toLowerCase() === name) || ofHttp.has(name);
    assert.ok(known, `${what}: the header ${name} of the answer ${reply.status} is not documented`);
  }
}

/** Headers that belong to HTTP itself, and those that browsers read. */
const ofHttp = new Set([
  ...['content-type', 'content-length', 'transfer-encoding', 'date', 'connection', 'keep-alive', 'vary'],
  ...['cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy'],
  ...['cross-origin-opener-policy', 'content-encoding'],
]);

function checkBody(
  openApi: OpenApi,
  content: Operation['responses'][string]['content'],
  reply: Reply,
  what: string,
): void {
  if (content === undefined) {
    assert.equal(reply.text, '', `${what}: the answer ${reply.status} has a body, and none is documented`);
    return;
  }
  const mediaType = reply.headers.get('content-type')?.split(';')[0];
  assert.equal(mediaType, content.mediaType, `${what}: the content type of the answer ${reply.status}`);
  const body = content.mediaType.endsWith('json') ? reply.json : reply.text;
  const validate = openApi.validator(content.schema);
  assert.ok(
    validate(body),
    `${what}: the answer ${reply.status} is not as documented: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${reply.text.slice(0, 500)}`,
  );
  if (mediaType === 'application/problem+json') {
    const { status, code } = reply.json;
    assert.equal(status, reply.status, what);
    const codes = content.examples.map((example) => (example as { code: string }).code);
    assert.ok(codes.includes(code), `${what}: ${code} is none of ${codes.join(', ')}, which have examples`);
  }
}
