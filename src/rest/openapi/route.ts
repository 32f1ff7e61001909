/** GET /openapi.json: the document of this instance, built when it is first asked for, as all that builds it is loaded then. */

import type { OpenRoute } from '../../http/open-route.ts';
import type { Route } from '../../http/route.ts';
import { StaticBody } from '../../http/static-body.ts';
import { REFERENCE_PATH } from '../reference-page.ts';

interface Parts {
  readonly version: string;
  readonly routes: readonly Route[];
  /** The other routes outside the credentials. */
  readonly open: readonly Pick<OpenRoute, 'path'>[];
  readonly patchLimits: { readonly operations: number };
}

export const OPENAPI_PATH = '/openapi.json';

export function openApiRoute({ open, ...parts }: Parts): OpenRoute {
  let body: Promise<StaticBody> | undefined;
  const build = async () => {
    const { openApiDocument } = await import('./document.ts');
    const all = [...open.filter(isNoPart), { path: OPENAPI_PATH }];
    return new StaticBody(JSON.stringify(openApiDocument({ ...parts, open: all })));
  };
  return {
    path: OPENAPI_PATH,
    async handle() {
      body ??= build();
      return { status: 200, body: await body, headers: { 'cache-control': 'no-cache' } };
    },
  };
}

/** What the reference page loads is part of it. */
function isNoPart({ path }: { readonly path: string }): boolean {
  return !path.startsWith(`${REFERENCE_PATH}/`);
}
