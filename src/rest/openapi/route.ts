/** GET /openapi.json: the document of this instance, built when it is first asked for. */
import type { Route } from '../route.ts';
import type { OpenRoute } from '../server.ts';
import { openApiDocument } from './document.ts';

interface Parts {
  readonly version: string;
  readonly routes: readonly Route[];
  /** The other routes outside the credentials that are described. */
  readonly open: readonly Pick<OpenRoute, 'path'>[];
  readonly patchLimits: { readonly operations: number };
}

export const OPENAPI_PATH = '/openapi.json';

export function openApiRoute({ open, ...parts }: Parts): OpenRoute {
  let text: string | undefined;
  return {
    path: OPENAPI_PATH,
    handle() {
      text ??= JSON.stringify(openApiDocument({ ...parts, open: [...open, { path: OPENAPI_PATH }] }));
      return { status: 200, body: text, headers: { 'cache-control': 'no-cache' } };
    },
  };
}
