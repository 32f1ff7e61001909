/** A refusal of the service as a value; what never reached the service is one, too. */
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
  /** Whatever else the body says: `from`, `to` and `allowed` of a move, say. */
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

  /** It passes by itself: busy, too often, or no connection. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }

  /** Whether the service has understood, and will not do it however often it is asked. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && !this.passes;
  }

  /** Whoever the page was of is not in any more: nobody is, or somebody else. */
  get endsSession(): boolean {
    return this.code === 'signed_out' || this.code === 'somebody_else';
  }

  /** Seconds after which it is asked again where nobody has to. */
  get wait(): number {
    return this.retryAfter ?? DEFAULT_RETRY_SECONDS;
  }
}

/** What each field of a form is told, by JSON pointer without the first slash: `Email`. */
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
