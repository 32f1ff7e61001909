/** Answers a request for a StaticBody; sends 304 if the client's copy is current (RFC 9110, section 13.1.2). */
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
  // Browsers overwrite cached headers with those of a 304, including the security policy, so the 304 sends the same
  // ones.
  if (held !== undefined) return { status: 304, headers: { ...headers, ETag: held, vary: 'accept-encoding' } };
  return { status: 200, body, headers: { ...headers, ETag: body.etag, 'content-type': type } };
}

/** Returns the ETag under which the client has the body. A compressed body has the coding's name in its ETag. */
function heldTag(ifNoneMatch: string | undefined, own: string): string | undefined {
  if (ifNoneMatch?.trim() === '*') return own;
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag.replace(/-(br|gzip)"$/, '"') === own);
}
