/** What the HTTP framework refuses or throws, in our words; anything unknown is our fault and tells nothing internal. */
import type { FastifyError } from 'fastify';
import { Problem, Unanswerable } from '../problems.ts';

/** `report` is told of what nobody expected. */
export function problemOf(error: FastifyError, requestId: string, report: (error: Error) => void): Problem {
  if (error instanceof Unanswerable) return error.problem;
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'The Content-Type cannot be read.');
    case 'FST_ERR_BAD_URL':
      return new Problem('malformed_request', 'The path is not a valid URL path.');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_request', 'The request could not be read.');
  }
  report(error);
  return new Problem('internal_error', `An unexpected fault; quote the request id ${requestId} when you report it.`);
}
