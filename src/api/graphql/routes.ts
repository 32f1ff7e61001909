/** The door for queries: one question a request, in a document that may ask for everything at once. Nothing is changed through it. */
import type { Answer, ApiRequest, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import type { GraphqlParts } from './query.ts';
import { type Asked, readAddress, readBody } from './request.ts';

export const GRAPHQL_PATH = '/graphql';

export function graphqlRoutes(parts: GraphqlParts): Route[] {
  const route = { path: GRAPHQL_PATH, needs: { allowed: 'any key' } } as const;
  // What compiles queries is large, and most instances are asked none: it is loaded with the first.
  let answering: Promise<(request: ApiRequest, asked: Asked) => Promise<Answer | Problem>> | undefined;
  return [
    { ...route, method: 'POST', operation: 'queryGraphql', handle: (request) => answer(request, readBody(request)) },
    {
      ...route,
      method: 'GET',
      operation: 'getGraphql',
      heeds: { query: true },
      handle: (request) => answer(request, readAddress(request.query)),
    },
  ];

  async function answer(request: ApiRequest, asked: Asked | Problem): Promise<Answer | Problem> {
    if (asked instanceof Problem) return asked;
    answering ??= import('./query.ts').then(({ makeAnswer }) => makeAnswer(parts));
    return (await answering)(request, asked);
  }
}
