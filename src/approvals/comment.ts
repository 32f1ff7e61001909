/** What a person says about a decision, read alike at every door: it goes back to whoever proposed it. */
import type { Problem } from '../problems.ts';
import { fault, invalidBody } from '../records/refusals.ts';

const MAX_COMMENT_CHARACTERS = 2_000;

/** Null where nothing is said. */
export function readComment(given: string | undefined): string | null | Problem {
  const comment = given?.trim() ?? '';
  if ([...comment].length > MAX_COMMENT_CHARACTERS)
    return invalidBody([fault('/comment', `must be at most ${MAX_COMMENT_CHARACTERS} characters`)]);
  return comment === '' ? null : comment;
}

/** Of a rejection, which says why. */
export function readRejectionComment(given: string): string | Problem {
  return readComment(given) ?? invalidBody([fault('/comment', 'must say why: it goes back to whoever proposed this')]);
}
