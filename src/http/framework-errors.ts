/**
 * Converts errors of the HTTP framework to problems. An unknown error becomes an internal error that reveals no
 * details.
 */
import type { FastifyError, FastifyRequest } from 'fastify';
import { Problem, Unanswerable } from '../problems.ts';
import { JSON_PATCH_TYPE, JSON_TYPE, wrongMediaType } from './json-body.ts';

/** Returns the problem for an error; calls `report` for unexpected errors. */
export function problemOfFrameworkError(
  error: FastifyError,
  { id, method }: Pick<FastifyRequest, 'id' | 'method'>,
  report: (error: Error) => void,
): Problem {
  if (error instanceof Unanswerable) return error.problem;
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(method === 'PATCH' ? JSON_PATCH_TYPE : JSON_TYPE, 'the one given cannot be read');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_request', 'The request could not be read.');
  }
  report(error);
  return new Problem('internal_error', `An unexpected fault; quote the request id ${id} when you report it.`);
}
