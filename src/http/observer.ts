/**
 * Events for request metrics. All values come from small, known sets, so that a client cannot invent label values.
 * `shard` is empty if it is unknown.
 */
import type { ProblemCode } from '../problems.ts';

export interface RequestObserver {
  answered(request: CompletedRequest): void;
  refused(code: ProblemCode, shard: string): void;
  rateLimited(limit: 'key' | 'address', shard: string): void;
  credentialsFailed(): void;
  shed(reason: ShedReason): void;
  /** Reports a client that was disconnected because it did not read its response. */
  cutOff(): void;
}

export interface CompletedRequest {
  /** Operation name in the OpenAPI document; `none` if no route matched. */
  readonly operation: string;
  readonly method: string;
  /** HTTP status; 499 if the client disconnected before there was a response. */
  readonly status: number;
  readonly ms: number;
  /** Shard of the caller, or the one that unchecked credentials name. */
  readonly shard: string;
}

/** Reason for load shedding: too many requests, too much memory in use, or a delayed event loop. */
export type ShedReason = 'requests' | 'memory' | 'delay';
