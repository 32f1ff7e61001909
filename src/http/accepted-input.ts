/**
 * Nothing a client sends to make a difference is ever silently ignored: a parameter, a condition or a body that a route does not
 * look at is refused. A filter with a typo that was dropped would list everything; a condition that was dropped would overwrite; filters in
 * a body that nobody reads would send everything again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type InputFault, Problem } from '../problems.ts';

export interface AcceptedInput {
  /** It reads its query, and refuses what it does not know there by itself. */
  readonly query?: true;
  readonly headers?: readonly ConditionalHeader[];
  /** Whether it reads a body. Where it is left out, what is POSTed and PATCHed is read, and nothing else. */
  readonly body?: boolean;
}

export interface ReceivedInput {
  /** The part behind the `?`, undecoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** Headers that a client sends so that its request is done only under a condition, or only once. */
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

/** Clients that write JSON send something empty out of habit: some languages write an empty object as a list, or its absence as null. */
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
