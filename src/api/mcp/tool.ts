/** A tool: its description for assistants, its input, and its implementation. */
import type { Caller } from '../../accounts/caller.ts';
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import type { ApiRequest, Route } from '../../http/route.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Clock } from '../../lib/time.ts';
import type { Problem } from '../../problems.ts';
import type { JsonSchema } from '../../records/schema.ts';

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** Members of the result, besides `notice`. */
  readonly output: { readonly [name: string]: JsonSchema };
  /** False for tools that propose: they store a proposal, but change no record. */
  readonly reads: boolean;
  run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem>;
}

/** Context of a tool call: the caller, and the services that tools use. */
export interface ToolContext {
  readonly caller: Caller;
  readonly request: ApiRequest;
  readonly parts: McpParts;
  /** Aborts when the client has disconnected, or the time limit has expired. */
  readonly ended: AbortSignal;
  /**
   * Reports an unexpected error. The protocol's library would otherwise show it to the client, and it would not be
   * logged.
   */
  readonly broken: (fault: unknown) => void;
}

export interface McpParts {
  /** The routes of the API: reading tools are these, for an assistant. */
  readonly api: readonly Route[];
  readonly approvals: ApprovalParts;
  /** URL at which people reach the service. */
  readonly publicUrl: string;
  /** URL of the console, where people decide on proposals; undefined if they use only commands. */
  readonly consoleUrl: string | undefined;
  /** True if only programs on this machine can reach the service. */
  readonly isLocal: boolean;
  readonly version: string;
  /** Time limit of a tool call. */
  readonly answerMs: number;
  readonly clock: Clock;
}

export const textSchema = (description: string, maxLength = 1_000): JsonSchema => ({
  type: 'string',
  description,
  maxLength,
});
export const integerSchema = (description: string, minimum: number, maximum: number): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
  maximum,
});

export const skipSchema = integerSchema('How many of them to pass over.', 0, Number.MAX_SAFE_INTEGER);

export function objectSchema(
  properties: { readonly [name: string]: JsonSchema },
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export type StringList = readonly string[];
export const toStringList = (value: Json | undefined): StringList => (Array.isArray(value) ? (value as string[]) : []);
