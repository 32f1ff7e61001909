/**
 * Refuses parameters, conditional headers and bodies that a route does not read, so that no input is silently ignored.
 * Ignoring a filter with a typo would list everything; ignoring a condition would overwrite data; ignoring filters in a
 * body would send everything again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type InputFault, Problem } from '../problems.ts';

export interface AcceptedInput {
  /** Set if the route parses its query, and refuses unknown parameters itself. */
  readonly query?: true;
  readonly headers?: readonly ConditionalHeader[];
  /** True if the route reads a body. By default, POST and PATCH do; other methods do not. */
  readonly body?: boolean;
}

export interface ReceivedInput {
  /** Query string after the `?`, undecoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** Headers that make a request conditional or idempotent. */
const conditionalHeaders = {
  'if-match': 'If-Match',
  'if-none-match': 'If-None-Match',
  'if-unmodified-since': 'If-Unmodified-Since',
  'idempotency-key': 'Idempotency-Key',
} as const;
export type ConditionalHeader = keyof typeof conditionalHeaders;
const names = Object.keys(conditionalHeaders) as ConditionalHeader[];

export function rejectUnsupported(heeds: AcceptedInput, { query, headers, body }: ReceivedInput): Problem | undefined {
  if (query !== '' && heeds.query !== true) {
    const faults = unknownParameters(query);
    if (faults.length > 0) return new Problem('invalid_query', detailOf(faults), { errors: faults });
  }
  for (const name of names) {
    if (headers[name] !== undefined && !heeds.headers?.includes(name)) return headerRefused(conditionalHeaders[name]);
  }
  return body === undefined || heeds.body === true || saysNothing(body) ? undefined : bodyNotAccepted(heeds);
}

/**
 * True if the body is an empty JSON value. JSON clients often send one by default: some languages serialize an empty
 * object as a list, or a missing one as null.
 */
function saysNothing(body: Buffer): boolean {
  return ['', '{}', '[]', 'null'].includes(body.toString('latin1').replace(/[ \t\r\n]/g, ''));
}

export function bodyNotAccepted({ query }: AcceptedInput): Problem {
  const message = 'No body is taken here, so the request was not made.';
  const instead = query === true ? 'What you ask for goes into the query: ?name=value.' : 'Leave it out.';
  return new Problem('invalid_body', `${message} ${instead}`, { errors: [{ pointer: '', message }] });
}

const MAX_LISTED_PARAMETERS = 10;
const MAX_NAME_CHARACTERS = 80;

function unknownParameters(query: string): InputFault[] {
  const given = new Set(new URLSearchParams(query).keys());
  return [...given].slice(0, MAX_LISTED_PARAMETERS).map((name) => ({
    parameter: Array.from(name).slice(0, MAX_NAME_CHARACTERS).join(''),
    message: 'There is no such parameter here; this address takes none.',
  }));
}

function detailOf([first, ...others]: readonly InputFault[]): string {
  const { parameter, message } = first as { parameter: string; message: string };
  return others.length === 0 ? `${parameter}: ${message}` : `${parameter}: ${message} (1 of ${others.length + 1})`;
}

function headerRefused(header: string): Problem {
  const message = 'is not heeded here, so the request was not made. Leave it out.';
  return new Problem('invalid_header', `${header} ${message}`, { errors: [{ header, message }] });
}
