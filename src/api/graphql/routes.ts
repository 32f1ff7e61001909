/** Route group for GraphQL: one query per request, read-only. */
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { type GraphqlRequest, readGraphqlBody, readGraphqlQueryString } from './graphql-request.ts';
import type { GraphqlParts } from './query-handler.ts';

export const GRAPHQL_PATH = '/graphql';

export function graphqlRoutes(parts: GraphqlParts): Route[] {
  const route = { path: GRAPHQL_PATH, needs: { allowed: 'any key' } } as const;
  // What compiles queries is large, and most instances are asked none: it is loaded with the first.
  let answering: Promise<(request: ApiRequest, asked: GraphqlRequest) => Promise<ApiResponse | Problem>> | undefined;
  return [
    {
      ...route,
      method: 'POST',
      operation: 'queryGraphql',
      handle: (request) => answer(request, readGraphqlBody(request)),
    },
    {
      ...route,
      method: 'GET',
      operation: 'getGraphql',
      heeds: { query: true },
      handle: (request) => answer(request, readGraphqlQueryString(request.query)),
    },
  ];

  async function answer(request: ApiRequest, asked: GraphqlRequest | Problem): Promise<ApiResponse | Problem> {
    if (asked instanceof Problem) return asked;
    answering ??= import('./query-handler.ts').then(({ createQueryHandler }) => createQueryHandler(parts));
    return (await answering)(request, asked);
  }
}
