/** Parses a request body as JSON, or returns a refusal that names the fault. */
import { decodeUtf8, type Json, parseJson } from '../lib/json.ts';
import { PATCH_LEVELS } from '../lib/json-patch.ts';
import { Problem } from '../problems.ts';
import type { ApiRequest } from './route.ts';

export const JSON_TYPE = 'application/json';
export const JSON_PATCH_TYPE = 'application/json-patch+json';

/**
 * The form in which something comes that is to be kept: so many levels `around` it do not count against its depth, whose own reader judges it
 * then; and where it is a body of its own elsewhere, pointers lead into that: `within` is cut out of them, but for its first group.
 */
export interface JsonEnvelope {
  readonly around: number;
  readonly within?: RegExp;
}

export function readJson(
  request: Pick<ApiRequest, 'headers' | 'body'>,
  mediaType: typeof JSON_TYPE | typeof JSON_PATCH_TYPE,
  { around, within }: JsonEnvelope = { around: mediaType === JSON_PATCH_TYPE ? PATCH_LEVELS : 0 },
): Json | Problem {
  const packed = request.headers['content-encoding'];
  if (packed !== undefined && packed.trim().toLowerCase() !== 'identity') {
    return new Problem('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.', {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  const given = request.headers['content-type'];
  if (!isMediaType(given, mediaType)) {
    return wrongMediaType(mediaType, given === undefined ? 'none was given' : 'another one was given');
  }
  if (request.body === undefined || request.body.length === 0) {
    return new Problem('invalid_json', 'The body is empty; a JSON document is needed.');
  }
  const text = decodeUtf8(request.body);
  if (text === undefined) return new Problem('invalid_json', 'The body is not valid UTF-8.');
  const parsed = parseJson(text, around);
  if (parsed.ok) return parsed.value;
  return new Problem('invalid_json', parsed.message, {
    errors: [{ pointer: pointerTo(parsed.at ?? '', within), message: parsed.message }],
  });
}

function pointerTo(pointer: string, within: RegExp | undefined): string {
  return within === undefined ? pointer : pointer.replace(within, '$1');
}

/** Returns the refusal of a wrong media type; `sent` describes what was sent. */
export function wrongMediaType(wanted: typeof JSON_TYPE | typeof JSON_PATCH_TYPE, sent: string): Problem {
  return new Problem('unsupported_media_type', `Send the body with Content-Type: ${wanted}; ${sent}.`, {
    headers: wanted === JSON_PATCH_TYPE ? { 'accept-patch': wanted } : { accept: wanted },
  });
}

/**
 * True if the media types match. JSON is always UTF-8, whatever a charset parameter says, but another charset means
 * that the client has made a mistake.
 */
function isMediaType(given: string | undefined, wanted: string): boolean {
  if (given === wanted) return true;
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  return type === wanted && parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-?8"?$/.test(one));
}
