/** A route of webhooks, whatever it works with: the key needs the webhook permission, and nothing of the query or headers counts unless it is said. */
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Problem } from '../../problems.ts';

export const WEBHOOKS_PATH = '/api/Webhooks';
export const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:id`;

type Handle<Parts> = (parts: Parts, request: ApiRequest) => Promise<ApiResponse | Problem> | ApiResponse | Problem;

export function createWebhookRouteBuilder<Parts>(parts: Parts) {
  return (
    method: Route['method'],
    path: string,
    operation: string,
    handle: Handle<Parts>,
    {
      heeds = {},
      reads = method === 'GET',
      ...more
    }: Pick<Route, 'heeds' | 'heavy'> & { readonly reads?: boolean } = {},
  ): Route => ({
    method,
    path,
    operation,
    needs: reads ? { allowed: 'webhooks' } : { allowed: 'webhooks', writes: true },
    heeds,
    ...more,
    handle: (request) => handle(parts, request),
  });
}
