/** What somebody who counts is told about requests. Everything here is of a known, small set: nothing a client can invent. `shard` is empty where none is known. */
import type { ProblemCode } from '../problems.ts';

export interface RequestObserver {
  answered(request: CompletedRequest): void;
  refused(code: ProblemCode, shard: string): void;
  rateLimited(limit: 'key' | 'address', shard: string): void;
  credentialsFailed(): void;
  shed(reason: ShedReason): void;
  /** A client was cut off because it did not take its answer. */
  cutOff(): void;
}

export interface CompletedRequest {
  /** Its name in the OpenAPI document; `none` where no route was found. */
  readonly operation: string;
  readonly method: string;
  /** 499 where the client left before there was an answer. */
  readonly status: number;
  readonly ms: number;
  /** Of the caller, or named by credentials that nobody could look at. */
  readonly shard: string;
}

/** Too many requests, too much memory held by them, or an event loop that no longer keeps up. */
export type ShedReason = 'requests' | 'memory' | 'delay';
