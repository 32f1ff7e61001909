/** A route of the API, asked by a tool: with the same permission and by the same implementation as over HTTP. */
import { missingPermission } from '../../http/admission.ts';
import type { Json } from '../../lib/json.ts';
import { createYield } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import type { ToolContext } from './tool.ts';
import { trimJson } from './trim-json.ts';

export interface RouteCall {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Json;
}

export interface RouteResult extends ParsedAnswer {
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as far as it can be shown. */
export interface ParsedAnswer {
  readonly data: Json;
  /** The members of it, or of its items, of which something is left out. */
  readonly cut: readonly string[];
}

/** Longer answers are no use to an assistant, and are not gathered. */
const MAX_GATHERED_BYTES = 4 * 1024 * 1024;

/** Calls a route by its operation name. The call ends when the tool's time limit expires. */
export async function callRoute(
  asking: ToolContext,
  operation: string,
  given: RouteCall = {},
): Promise<RouteResult | Problem> {
  const answer = await callRouteForText(asking, operation, given);
  if (answer instanceof Problem) return answer;
  const parsed = await parseAnswer(asking.request, answer.text);
  return parsed instanceof Problem ? parsed : { ...parsed, headers: answer.headers };
}

/** The same, not parsed yet. */
export async function callRouteForText(
  asking: ToolContext,
  operation: string,
  given: RouteCall = {},
): Promise<Answered | Problem> {
  const { parts, request, caller, ended } = asking;
  const route = parts.api.find((one) => one.operation === operation);
  if (route === undefined) return new Problem('not_found', 'There is no such thing to ask for.');
  const forbidden = missingPermission(caller, route.needs);
  if (forbidden !== undefined) return forbidden;
  const noTurn = route.heavy === true ? await request.heavy() : undefined;
  if (noTurn !== undefined) return noTurn;
  const asked = {
    ...request,
    caller,
    parameters: given.parameters ?? {},
    query: given.query ?? '',
    headers: given.body === undefined ? {} : { 'content-type': 'application/json' },
    body: given.body === undefined ? undefined : Buffer.from(JSON.stringify(given.body)),
    bodyWanted: true,
    gone: () => ended,
  };
  const answer = await withTimeout(asking, Promise.resolve(route.handle(asked)));
  if (answer instanceof Problem) return answer;
  const gathered = await withTimeout(asking, gather(answer.body as Body));
  if (gathered instanceof Problem) return gathered;
  return { text: gathered, headers: answer.headers ?? {} };
}

interface Answered {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Characters that take the thread for a while. */
const HEAVY_TEXT_CHARACTERS = 256 * 1024;

/** Waits for the account's turn if the text is long, because processing it blocks the thread. */
export async function acquireSlotIfLong(request: ToolContext['request'], text: string): Promise<Problem | undefined> {
  return text.length > HEAVY_TEXT_CHARACTERS ? request.heavy() : undefined;
}

/**
 * Parses a text without the values that could not be shown. The text is the service's own, and was validated as input;
 * around a record it can be nested deeper than the limit.
 */
export function parseTrimmed(text: string): ParsedAnswer {
  const light = trimJson(text);
  return { data: JSON.parse(light.text) as Json, cut: light.cut };
}

/** Parses a response; a long one in the account's turn and item by item. */
export async function parseAnswer(request: ToolContext['request'], text: string): Promise<ParsedAnswer | Problem> {
  const noTurn = await acquireSlotIfLong(request, text);
  if (noTurn !== undefined) return noTurn;
  if (text.length <= HEAVY_TEXT_CHARACTERS) return { data: JSON.parse(text) as Json, cut: [] };
  if (!text.startsWith('[')) return parseTrimmed(text);
  const turn = createYield();
  const items: Json[] = [];
  const cut = new Set<string>();
  // Each item is on its own line.
  for (const line of text.slice(1, -1).split(LINE_SEPARATOR)) {
    await turn();
    const item = parseTrimmed(line);
    items.push(item.data);
    for (const name of item.cut) cut.add(name);
  }
  return { data: items, cut: [...cut] };
}

const LINE_SEPARATOR = ',\n';

/** Or the word that it takes too long, and how to ask for less. */
export async function withTimeout<Result>(
  { ended, parts }: ToolContext,
  work: Promise<Result>,
): Promise<Result | Problem> {
  const over = new Promise<Problem>((resolve) => {
    if (ended.aborted) resolve(tooSlow(parts.answerMs));
    else ended.addEventListener('abort', () => resolve(tooSlow(parts.answerMs)), { once: true });
  });
  // What is given up ends by itself, as for a client that has left.
  const done = work.catch((failure) => {
    if (ended.aborted) return tooSlow(parts.answerMs);
    throw failure;
  });
  return Promise.race([done, over]);
}

function tooSlow(ms: number): Problem {
  return new Problem(
    'overloaded',
    `This took longer than ${ms / 1000} s and was given up. Narrow it: filter by an exact value of an indexed field (describe shows which are), by a shorter span of time, or ask for fewer types at once.`,
  );
}

type Body = string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;

async function gather(body: Body): Promise<string | Problem> {
  if (body === undefined) return 'null';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(Buffer.from(piece as string));
    bytes += pieces.at(-1)!.length;
    if (bytes > MAX_GATHERED_BYTES)
      return new Problem('answer_too_large', 'That is too much at once. Take fewer, or name the fields you need.');
  }
  return Buffer.concat(pieces).toString();
}

/** True if another page follows the one in the response. */
export function hasNextPage(headers: Readonly<Record<string, string>>): boolean {
  return /rel="next"/.test(headers.Link ?? '');
}
