/** Renders a refusal as a response body: RFC 9457, unless a route group has its own format. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../problems.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Renders a refusal in the format of a route group. */
export type ProblemRenderer = (
  problem: Problem,
  request: RefusedRequest,
) => { readonly type: string; readonly body: string };

export interface RefusedRequest {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
}

export const renderProblemJson: ProblemRenderer = (problem, { id }) => ({
  type: PROBLEM_TYPE,
  body: problemBody(problem, id),
});

export function problemBody(problem: Problem, requestId: string): string {
  return JSON.stringify({
    type: `urn:mds:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...problem.members,
    ...(problem.errors ? { errors: problem.errors } : {}),
  });
}
