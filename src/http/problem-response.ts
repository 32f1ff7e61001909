/** A refusal as an RFC 9457 body. */
import type { Problem } from '../problems.ts';

export const PROBLEM_TYPE = 'application/problem+json';

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
