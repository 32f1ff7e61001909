/** Thrown where a port has no place for a refusal: whoever answers the request does so with `problem`. */
import type { Problem } from '../problems.ts';

export class Unanswerable extends Error {
  override readonly name = 'Unanswerable';
  readonly problem: Problem;

  constructor(problem: Problem, cause: unknown) {
    super(problem.detail, { cause });
    this.problem = problem;
  }
}
