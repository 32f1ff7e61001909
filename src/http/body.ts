/** From the bytes of a request's body to JSON, or a refusal that names what is wrong with them. */
import { decodeUtf8, type Json, parseJson } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import type { ApiRequest } from './route.ts';

export const JSON_TYPE = 'application/json';
export const JSON_PATCH_TYPE = 'application/json-patch+json';

export function readJson(
  request: Pick<ApiRequest, 'headers' | 'body'>,
  mediaType: typeof JSON_TYPE | typeof JSON_PATCH_TYPE,
): Json | Problem {
  const given = request.headers['content-type'];
  if (!isMediaType(given, mediaType)) {
    const sent = given === undefined ? 'none was given' : 'another one was given';
    return new Problem('unsupported_media_type', `Send the body with Content-Type: ${mediaType}; ${sent}.`, {
      headers: mediaType === JSON_PATCH_TYPE ? { 'accept-patch': JSON_PATCH_TYPE } : { accept: mediaType },
    });
  }
  if (request.body === undefined || request.body.length === 0) {
    return new Problem('invalid_json', 'The body is empty; a JSON document is needed.');
  }
  const text = decodeUtf8(request.body);
  if (text === undefined) return new Problem('invalid_json', 'The body is not valid UTF-8.');
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  return new Problem('invalid_json', parsed.message, {
    errors: [{ pointer: parsed.at ?? '', message: parsed.message }],
  });
}

/** JSON is UTF-8 whatever a charset parameter says, but one that says otherwise is not what was meant. */
function isMediaType(given: string | undefined, wanted: string): boolean {
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  return type === wanted && parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-?8"?$/.test(one));
}
