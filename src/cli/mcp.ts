/**
 * `mcp`: a bridge for assistants that start a program instead of calling a URL. It reads messages of the Model Context
 * Protocol from standard input, one per line. It sends each message to a running service and writes the response. It
 * stores no data and makes no decisions.
 */
import type { Readable, Writable } from 'node:stream';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Command } from './command.ts';
import { type EnvironmentKey, keyOfEnvironment } from './environment-key.ts';
import { redirected } from './redirected.ts';
import { serviceUrl, urlOption } from './service-url.ts';

export const mcp: Command = {
  words: 'mcp',
  summary:
    'Bridge an assistant on this machine to a running service: the Model Context Protocol over standard input and output.',
  options: { url: urlOption },
  noJson: 'mcp speaks its protocol on standard output, which is JSON already; leave --json out.',
  async run(given) {
    const url = serviceUrl(given, process.env);
    await bridge(url, keyOfEnvironment('mcp', process.env), process.stdin, process.stdout);
  },
};

/** Maximum number of concurrent requests; further requests wait. */
const AT_ONCE = 8;
const TIMEOUT_MS = 30_000;
const VERSION = 'io.modelcontextprotocol/protocolVersion';

export async function bridge(url: string, key: EnvironmentKey, from: Readable, to: Writable): Promise<void> {
  const address = new URL(`${url.replace(/\/+$/, '')}/mcp`);
  const underWay = new Set<Promise<void>>();
  /** Protocol version from the initialization: clients of older revisions send it only once. */
  let agreed: string | undefined;
  for await (const line of linesOf(from)) {
    if (line.trim() === '') continue;
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
    const work = pass(line).catch(() => {});
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    // Later messages depend on the protocol version from the initialization.
    if (/"initialize"/.test(line)) await work;
  }
  await Promise.all(underWay);

  async function pass(line: string): Promise<void> {
    const message = read(line);
    if (message === undefined)
      return say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'That is no JSON.' } });
    const answers = await ask(message, line);
    for (const answer of answers) {
      const version = ((answer as JsonObject).result as JsonObject | undefined)?.protocolVersion;
      if (message.method === 'initialize' && typeof version === 'string') agreed = version;
      say(answer);
    }
  }

  async function ask(message: JsonObject, line: string): Promise<Json[]> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        headers: headersFor(message),
        body: line,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const found = messagesIn(text).filter(isAnswer);
      if (found.length > 0 || message.id === undefined) return found;
      const told = redirected(response) ?? `The service answered ${response.status}: ${detailOf(text)}`;
      return [failure(message, told)];
    } catch (reason) {
      const { message: why, cause } = reason as Error;
      const told = cause instanceof Error ? cause.message : why;
      return message.id === undefined ? [] : [failure(message, `${address.origin} cannot be reached: ${told}`)];
    }
  }

  function headersFor({ method, params }: JsonObject): Record<string, string> {
    const { _meta: meta, name, uri } = (params ?? {}) as JsonObject;
    const version = (meta as JsonObject | undefined)?.[VERSION];
    const named = name ?? uri;
    return {
      ...{ apiKey: key.apiKey, vaultSecret: key.vaultSecret, shardID: key.shardID },
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(agreed !== undefined && { 'mcp-protocol-version': agreed }),
      // Since revision 2026-07-28, every request contains what older revisions send only once.
      ...(typeof version === 'string' && { 'mcp-protocol-version': version, 'mcp-method': String(method) }),
      ...(typeof version === 'string' && typeof named === 'string' && { 'mcp-name': named }),
    };
  }

  function say(message: Json): void {
    to.write(`${JSON.stringify(message)}\n`);
  }
}

function read(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the messages of a response: one as JSON, or several as the events of a stream. */
function messagesIn(text: string): JsonObject[] {
  const whole = read(text);
  if (whole !== undefined) return [whole];
  const events = text.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return events.map((line) => read(line.slice('data:'.length))).filter((one) => one !== undefined);
}

/**
 * Splits the input at line feeds only. Node's `readline` also splits at separators that JSON allows unescaped within
 * strings.
 */
async function* linesOf(from: Readable): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of from.setEncoding('utf8')) {
    const lines = (begun + piece).split('\n');
    begun = lines.pop()!;
    yield* lines;
  }
  yield begun;
}

function isAnswer(message: JsonObject): boolean {
  return message.jsonrpc === '2.0';
}

function detailOf(text: string): string {
  return String(read(text)?.detail ?? text.slice(0, 200));
}

function failure({ id }: JsonObject, message: string): Json {
  return { jsonrpc: '2.0', id: id ?? null, error: { code: -32000, message } };
}
