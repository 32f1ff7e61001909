/**
 * Renders refusals in GraphQL's format: `errors`, each with a message, its location in the query, and our code and
 * request id in its extensions.
 */
import type { GraphQLError } from 'graphql';
import type { ProblemRenderer } from '../../http/problem-response.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { responseMediaType } from './graphql-request.ts';

interface Shown {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly string[];
}

/** Limits messages, because they can quote client input. */
const MAX_MESSAGE_CHARACTERS = 500;

export function invalidDocument(errors: readonly GraphQLError[]): Problem {
  const shown = errors.map(
    ({ message, locations }): Shown => ({ message: cut(message), ...(locations && { locations }) }),
  );
  return new Problem('invalid_document', shown[0]!.message, { members: { shown } });
}

/** Returns the refusal for invalid arguments of the field at `path`. */
export function invalidArguments(path: readonly string[], faults: readonly InputFault[]): Problem {
  const shown = faults.map((fault): Shown => {
    const place = 'parameter' in fault ? `${fault.parameter}: ` : '';
    return { message: cut(place + fault.message), path };
  });
  return new Problem('invalid_query', shown[0]!.message, { members: { shown } });
}

export const renderGraphqlErrors: ProblemRenderer = (problem, { id, headers }) => {
  const { shown = [{ message: problem.detail }], ...members } = problem.members as { shown?: readonly Shown[] };
  const extensions = { code: problem.code, requestId: id, ...members };
  return {
    type: responseMediaType(headers.accept),
    body: JSON.stringify({ errors: shown.map((one) => ({ ...one, extensions })) }),
  };
};

function cut(message: string): string {
  return message.length > MAX_MESSAGE_CHARACTERS
    ? `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`
    : message;
}
