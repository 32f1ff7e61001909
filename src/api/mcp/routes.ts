/** Route group for assistants: the Model Context Protocol, one request at a time, without state in between. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { PROPOSAL_ENVELOPE } from '../../approvals/proposal-input.ts';
import type { Admit } from '../../http/admission.ts';
import { JSON_TYPE, type JsonEnvelope, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { rejectUnknownHost, type ServiceHost } from './known-host.ts';
import type { McpParts, ToolContext } from './tool.ts';

export const MCP_PATH = '/mcp';

/** The message and its params, around the arguments of a tool, which stand as the body of a proposal does by REST. */
const MESSAGE_ENVELOPE: JsonEnvelope = { around: 2 + PROPOSAL_ENVELOPE.around };

/** Looks at where a request comes from before it looks at who asks. */
export function admitFromKnownHost(admit: Admit, home: ServiceHost): Admit {
  return (request, known) => rejectUnknownHost(request.headers, home) ?? admit(request, known);
}

export function mcpRoutes(parts: McpParts): Route[] {
  // The protocol's library is large, and most instances meet no assistant: it is loaded with the first request.
  let loaded: Promise<McpHttpHandler> | undefined;
  return [
    {
      method: 'POST',
      path: MCP_PATH,
      operation: 'askAssistant',
      needs: { allowed: 'assistant' },
      handle: (request) => answer(request),
    },
  ];

  async function answer(request: ApiRequest): Promise<ApiResponse | Problem> {
    const body = readJson(request, JSON_TYPE, MESSAGE_ENVELOPE);
    if (body instanceof Problem) return body;
    const refused = refusalOf(body);
    if (refused !== undefined) return refused;
    loaded ??= load().catch((fault) => {
      // The next one tries again.
      loaded = undefined;
      throw fault;
    });
    const handler = await loaded;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeLeft(parts, request));
    const faults: unknown[] = [];
    const asking: ToolContext = {
      caller: request.caller,
      request,
      parts,
      ended: AbortSignal.any([timeout.signal, request.gone()]),
      broken: (fault) => faults.push(fault),
    };
    try {
      const asked = new Request(new URL(MCP_PATH, parts.publicUrl), {
        method: 'POST',
        headers: plain(request),
        body: JSON.stringify(body),
      });
      const extra = { asking: asking as unknown };
      const response = await handler.fetch(asked, {
        authInfo: { token: '', clientId: request.caller.integration.id, scopes: [], extra },
      });
      const text = await response.text();
      if (faults.length > 0) throw faults[0];
      return answered(response.status, response.headers.get('content-type'), text);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Returns the time left for a tool. Time already spent waiting, such as for loading the library, counts. At least half
 * of the limit always remains for the answer.
 */
function timeLeft({ answerMs }: McpParts, { began }: ApiRequest): number {
  return Math.max(answerMs / 2, answerMs - (performance.now() - began));
}

async function load(): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.ts'),
  ]);
  return createMcpHandler(({ authInfo }) => createMcpServer(authInfo!.extra!.asking as ToolContext), {
    keepAliveMs: 0,
  });
}

/** Returns only the headers that the protocol reads, never credentials. */
function plain({ headers }: ApiRequest): Headers {
  const kept = new Headers({ 'content-type': JSON_TYPE });
  for (const [name, value] of Object.entries(headers)) {
    if ((name === 'accept' || name.startsWith('mcp-')) && typeof value === 'string') kept.set(name, value);
  }
  return kept;
}

/** The library looks at each several times over, in one go; of what a tool is given it passes on what there is. */
const MAX_MESSAGE_MEMBERS = 1_000;

function membersLeft(value: Json, most: number, except: Json | undefined): number {
  if (typeof value !== 'object' || value === null || value === except) return most;
  let left = most;
  for (const name in value) {
    left = membersLeft((value as JsonObject)[name]!, left - 1, except);
    if (left < 0) break;
  }
  return left;
}

/** Refuses batches and messages that would keep the request open. Clients that want changes follow the feed. */
function refusalOf(body: Json): ApiResponse | undefined {
  if (Array.isArray(body)) return failure(400, null, -32600, 'One message a request: batches are not taken.');
  if (typeof body !== 'object' || body === null) return failure(400, null, -32600, 'The body is no JSON-RPC message.');
  const given = body.method === 'tools/call' ? (body.params as JsonObject | undefined)?.arguments : undefined;
  if (membersLeft(body, MAX_MESSAGE_MEMBERS, given) < 0) {
    return failure(
      400,
      body.id ?? null,
      -32600,
      `A message has at most ${MAX_MESSAGE_MEMBERS} members beside the arguments of a tool.`,
    );
  }
  if (body.method !== 'subscriptions/listen') return undefined;
  return failure(404, body.id ?? null, -32601, 'Nothing is subscribed to here; follow GET /api/Changes.');
}

function failure(status: ApiResponse['status'], id: Json, code: number, message: string): ApiResponse {
  return answered(status, JSON_TYPE, JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}

function answered(status: number, type: string | null, body: string): ApiResponse {
  const known = status as ApiResponse['status'];
  return body === '' ? { status: known } : { status: known, body, headers: { 'content-type': type ?? JSON_TYPE } };
}
