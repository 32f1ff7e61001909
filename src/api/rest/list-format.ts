/**
 * Negotiates the format of a list or of the change log by `Accept` (RFC 9110, section 12.5.1): a page of JSON, or a
 * stream if the client names one and does not prefer JSON. If no format matches, the response is JSON, as it always
 * was.
 */
import {
  findPreference,
  isPreferred,
  jsonPreference,
  type MediaPreference,
  type MediaRange,
  parseAccept,
} from '../../http/accept.ts';
import type { StreamFormat } from '../../records/lists/lines.ts';

export const streamMediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<StreamFormat, string>;

export function negotiateListFormat(accept: string | undefined): 'json' | StreamFormat {
  const ranges = parseAccept(accept);
  const [csv, ndjson] = [findPreference(ranges, ['text/csv']), findPreference(ranges, ['application/x-ndjson'])];
  const [format, stream] = isPreferred(ndjson, csv) ? (['ndjson', ndjson] as const) : (['csv', csv] as const);
  return isChosen(stream, ranges) ? format : 'json';
}

export const EVENT_STREAM = 'text/event-stream';

export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = parseAccept(accept);
  return isChosen(findPreference(ranges, [EVENT_STREAM]), ranges);
}

function isChosen(stream: MediaPreference, ranges: readonly MediaRange[]): boolean {
  return stream.weight > 0 && isPreferred(stream, jsonPreference(ranges));
}
