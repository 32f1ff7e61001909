/** Validates the comment on a decision, the same way for all routes. The proposer receives the comment. */
import type { Problem } from '../problems.ts';
import { fault, invalidBody } from '../records/refusals.ts';

const MAX_COMMENT_CHARACTERS = 2_000;

/** Returns the trimmed comment; null if it is empty. */
export function readComment(given: string | undefined): string | null | Problem {
  const comment = given?.trim() ?? '';
  if ([...comment].length > MAX_COMMENT_CHARACTERS)
    return invalidBody([fault('/comment', `must be at most ${MAX_COMMENT_CHARACTERS} characters`)]);
  return comment === '' ? null : comment;
}

/** Validates the comment on a rejection, which is required: it gives the reason. */
export function readRejectionComment(given: string): string | Problem {
  return readComment(given) ?? invalidBody([fault('/comment', 'must say why: it goes back to whoever proposed this')]);
}
