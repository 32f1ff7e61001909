/** Answers a request for a StaticBody, and with 304 where the client has it already (RFC 9110, section 13.1.2). */
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiResponse } from './route.ts';
import type { StaticBody } from './static-body.ts';

interface Shown {
  readonly body: StaticBody;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function answerStatic({ body, type, headers }: Shown, asked: IncomingHttpHeaders): ApiResponse {
  const held = heldTag(asked['if-none-match'], body.etag);
  // Browsers replace the headers they keep by those of a 304, the security policy too: it carries the same.
  if (held !== undefined) return { status: 304, headers: { ...headers, ETag: held, vary: 'accept-encoding' } };
  return { status: 200, body, headers: { ...headers, ETag: body.etag, 'content-type': type } };
}

/** Returns the tag under which the client has the body. A compressed body has the name of the coding in its tag. */
function heldTag(ifNoneMatch: string | undefined, own: string): string | undefined {
  if (ifNoneMatch?.trim() === '*') return own;
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag.replace(/-(br|gzip)"$/, '"') === own);
}
