/** An assistant without a client: messages of the protocol as they go over the wire. */
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Client, Reply } from './app.ts';

/** The credentials of a key in one header. */
export function bearerOf({ credentials: { apiKey, vaultSecret, shardID } }: Client): { Authorization: string } {
  return { Authorization: `Bearer ${apiKey}.${vaultSecret}.${shardID}` };
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

export function message(
  key: Client,
  method: string,
  params: Json,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return key.send('POST', '/mcp', { body, headers: { ...HEADERS, ...headers } });
}

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly structuredContent?: any;
}

/** One call of a tool; its answer may come as an event of a stream. */
export async function callTool(key: Client, name: string, given: JsonObject): Promise<ToolAnswer> {
  const reply = await message(key, 'tools/call', { name, arguments: given });
  const text = /^data: (.*)$/m.exec(reply.text)?.[1] ?? reply.text;
  const { result, error } = JSON.parse(text);
  if (result === undefined) throw new Error(`${reply.status} ${JSON.stringify(error ?? text)}`);
  return result;
}
