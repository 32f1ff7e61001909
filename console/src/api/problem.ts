/** Error response of the service as a value. Requests that never reached the service produce one, too. */
import { visibleText } from '../../../src/lib/visible-text.ts';

export interface ProblemFault {
  readonly message: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
}

/** Seconds, where the service does not say how long. */
const DEFAULT_RETRY_SECONDS = 5;

export class Problem {
  readonly code: string;
  /** 0 where there was no answer. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly errors: readonly ProblemFault[];
  /** Seconds after which it is worth asking again. */
  readonly retryAfter: number | undefined;
  /** Other members of the body, for example `from`, `to` and `allowed` of a move. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(body: Readonly<Record<string, unknown>>, status: number, retryAfter?: number) {
    const { code, title, detail, requestId, errors, ...members } = body;
    this.code = String(code ?? 'unknown');
    this.status = status;
    this.title = String(title ?? `The service answered ${status}`);
    this.detail = visibleText(String(detail ?? this.title));
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
    this.errors = Array.isArray(errors) ? (errors as ProblemFault[]) : [];
    this.retryAfter = retryAfter;
    this.members = members;
  }

  /** True if the error is temporary: busy, rate limited, or no connection. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }

  /** True if a retry cannot succeed: the service understood the request and rejected it. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && !this.passes;
  }

  /** True if the page's user is no longer signed in: nobody is, or another user is. */
  get endsSession(): boolean {
    return this.code === 'signed_out' || this.code === 'somebody_else';
  }

  /** Seconds after which it is asked again where nobody has to. */
  get wait(): number {
    return this.retryAfter ?? DEFAULT_RETRY_SECONDS;
  }
}

/** Returns errors by JSON pointer without the leading slash: `Email`. */
export function faultsByField(problem: Problem | null | undefined): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const { pointer, message } of problem?.errors ?? []) {
    if (pointer !== undefined) told[pointer.replace(/^\//, '')] ??= removeNullHint(message);
  }
  return told;
}

/** Programs are told where a value may be null; people leave the field empty. */
export function removeNullHint(message: string): string {
  return message.replace(', or null', '');
}
