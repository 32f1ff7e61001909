/**
 * In which form a list or the log of changes is answered, by `Accept` (RFC 9110, section 12.5.1): a page of JSON, or a stream where the client
 * names one and does not like JSON better. What fits nothing gets JSON, as it always did.
 */
import type { StreamFormat } from '../records/list/lines.ts';

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<StreamFormat, string>;

export function listFormat(accept: string | undefined): 'json' | StreamFormat {
  const ranges = rangesOf(accept);
  const [csv, ndjson] = [bestOf(ranges, ['text/csv']), bestOf(ranges, ['application/x-ndjson'])];
  const [format, stream] = isBetter(ndjson, csv) ? (['ndjson', ndjson] as const) : (['csv', csv] as const);
  return isChosen(stream, ranges) ? format : 'json';
}

export const EVENT_STREAM = 'text/event-stream';

export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = rangesOf(accept);
  return isChosen(bestOf(ranges, [EVENT_STREAM]), ranges);
}

interface Range {
  readonly name: string;
  readonly weight: number;
}

interface Liking {
  readonly weight: number;
  /** 0 where it is named itself; the higher, the wider the range that covers it. */
  readonly width: number;
}

function isChosen(stream: Liking, ranges: readonly Range[]): boolean {
  return stream.weight > 0 && isBetter(stream, bestOf(ranges, ['application/json', 'application/*', '*/*']));
}

function rangesOf(accept: string | undefined): Range[] {
  return (accept ?? '').split(',').map(readRange);
}

/** The narrowest range that covers it counts. */
function bestOf(ranges: readonly Range[], names: readonly string[]): Liking {
  for (const [width, name] of names.entries()) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) return { weight: range.weight, width };
  }
  return { weight: 0, width: names.length };
}

/** Of two that are liked alike, the one that is named. */
function isBetter(one: Liking, other: Liking): boolean {
  return one.weight > other.weight || (one.weight === other.weight && one.width < other.width);
}

function readRange(part: string): Range {
  const [name = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const read = weight === undefined ? 1 : Number(weight.slice(2));
  return { name, weight: read >= 0 && read <= 1 ? read : 0 };
}
