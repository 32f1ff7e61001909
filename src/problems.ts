/**
 * Every refusal the service gives, once: its stable code, its status and its title. A Problem is a value, not an
 * exception: what can be expected to go wrong is returned, and the compiler makes the caller look at it.
 */

const refusals = {
  malformed_request: [400, 'The request could not be read'],
  invalid_query: [400, 'A query parameter is not valid'],
  invalid_json: [400, 'The body is not valid JSON'],
  invalid_body: [400, 'The body does not say what is asked for'],
  invalid_patch: [400, 'The patch document is not valid'],
  invalid_record: [400, 'The record is not valid'],
  invalid_subscription: [400, 'The subscription is not valid'],
  invalid_document: [400, 'The query is not valid'],
  query_too_large: [400, 'The query asks for too much'],
  answer_too_large: [400, 'The answer is too large'],
  invalid_header: [400, 'A header is not valid'],
  unauthorized: [401, 'The credentials are missing or do not belong together'],
  forbidden: [403, 'The key is not allowed to do this'],
  person_required: [403, 'This is done by a person, not by a key'],
  not_found: [404, 'Nothing was found here'],
  method_not_allowed: [405, 'The method is not offered here'],
  request_timeout: [408, 'The request took too long to arrive'],
  state_not_allowed: [409, 'The record cannot move to this state'],
  patch_test_failed: [409, 'A test operation of the patch failed'],
  value_taken: [409, 'A unique value is already taken'],
  conflict: [409, 'The request conflicts with the current state'],
  proposal_decided: [409, 'The proposal is decided already'],
  version_gone: [410, 'The version is no longer kept'],
  cursor_expired: [410, 'The place in the log is no longer kept'],
  precondition_failed: [412, 'The record has changed since it was read'],
  body_too_large: [413, 'The body is too large'],
  record_too_large: [413, 'The record is too large'],
  unsupported_media_type: [415, 'The content type is not accepted here'],
  expectation_failed: [417, 'The expectation cannot be met'],
  idempotency_key_reused: [422, 'The idempotency key was used for another request'],
  rate_limited: [429, 'Too many requests'],
  too_many_held: [429, 'Too many requests wait for changes'],
  too_many_streams: [429, 'Too many streams at once'],
  headers_too_large: [431, 'The request headers are too large'],
  internal_error: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service cannot answer right now'],
  overloaded: [503, 'The service is too busy right now'],
  account_frozen: [503, 'The account is frozen for maintenance'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** Problem codes that only the console returns. */
const consoleRefusals = {
  sign_in_failed: [401, 'Signing in failed'],
  signed_out: [401, 'There is no session'],
  somebody_else: [401, 'Somebody else is signed in'],
  wrong_password: [403, 'The password is wrong'],
  confirmation_needed: [403, 'The password is asked once more'],
  cross_site: [403, 'The request comes from another site'],
  insecure_connection: [403, 'The connection is not safe to sign in over'],
  effect_changed: [409, 'What it comes to is no longer what was shown'],
  proposal_conflict: [409, 'The record has moved on under the proposal'],
  link_dead: [410, 'The link cannot be used'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

const all = { ...refusals, ...consoleRefusals };
export type ProblemCode = keyof typeof all;
/** Problem codes that the API returns. */
export const problemCodes = Object.keys(refusals) as (keyof typeof refusals)[];
export const consoleProblemCodes = Object.keys(consoleRefusals) as (keyof typeof consoleRefusals)[];

/** An invalid place in the input: a JSON pointer into the body, or a query parameter or header by name. */
export type InputFault = { readonly message: string } & (
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }
);

/**
 * Maximum number of reported faults: enough to correct a form in one step. A body with 10,000 invalid lines is not
 * fully checked.
 */
export const MAX_FAULTS = 50;

interface More {
  readonly errors?: readonly InputFault[];
  /** Further members of the problem body, such as `from`, `to` and `allowed` of a state move. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** Explanation for a person: what happened and what to do. */
  readonly detail: string;
  readonly errors: readonly InputFault[] | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, more: More = {}) {
    [this.status, this.title] = all[code];
    this.code = code;
    this.detail = detail;
    this.errors = more.errors?.slice(0, MAX_FAULTS);
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Returns the status and title of a code, for the docs. */
export function describeProblem(code: ProblemCode): { status: number; title: string } {
  const [status, title] = all[code];
  return { status, title };
}

/** Thrown if an interface cannot return a refusal; the request handler responds with `problem`. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable';
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, { cause });
    this.problem = problem;
  }
}

/** The database is unavailable. The shard logs this once for all callers. */
export class DatabaseAway extends Unanswerable {}

/** Skips failures of an unavailable database. */
export function unlessAway(tell: (failure: unknown) => void): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof DatabaseAway)) tell(failure);
  };
}

/**
 * Skips failures that the database causes temporarily: it is unavailable, read-only or overloaded. The shard reports
 * these once for all callers.
 */
export function unlessAnswered(tell: (failure: unknown) => void): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof Unanswerable)) tell(failure);
  };
}
