/** The form of a tool: what an assistant is told of it, what it takes, and what it does. */
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
  /** Members of what it answers, beside `notice`. */
  readonly output: { readonly [name: string]: JsonSchema };
  /** False of those that propose: they keep a proposal, and still change no record. */
  readonly reads: boolean;
  run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem>;
}

/** Who asks, and what the tools work with. */
export interface ToolContext {
  readonly caller: Caller;
  readonly request: ApiRequest;
  readonly parts: McpParts;
  /** Aborted when the client has left, or the time for an answer is over. */
  readonly ended: AbortSignal;
  /** Takes what nobody expected: the protocol's library would show it, and nobody would be told. */
  readonly broken: (fault: unknown) => void;
}

export interface McpParts {
  /** The routes of the API: reading tools are these, for an assistant. */
  readonly api: readonly Route[];
  readonly approvals: ApprovalParts;
  /** Where people reach the service. */
  readonly publicUrl: string;
  /** Where they decide what is proposed; undefined where they do so by commands alone. */
  readonly consoleUrl: string | undefined;
  /** Whether only programs of this machine can reach it. */
  readonly isLocal: boolean;
  readonly version: string;
  /** So long a tool may take. */
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
