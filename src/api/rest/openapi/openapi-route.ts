/**
 * GET /openapi.json: the document of this instance. Built at the first request, because the code that builds it is
 * loaded only then.
 */

import type { PublicRoute } from '../../../http/public-route.ts';
import { JSON_CONTENT_TYPE, type Route } from '../../../http/route.ts';
import { answerStatic } from '../../../http/static-answer.ts';
import { StaticBody } from '../../../http/static-body.ts';
import { REFERENCE_PATH } from '../reference-page.ts';

interface Parts {
  readonly version: string;
  readonly routes: readonly Route[];
  /** The other routes outside the credentials. */
  readonly open: readonly Pick<PublicRoute, 'path'>[];
  readonly patchLimits: { readonly operations: number };
}

export const OPENAPI_PATH = '/openapi.json';

export function openApiRoute({ open, ...parts }: Parts): PublicRoute {
  let body: Promise<StaticBody> | undefined;
  const build = async () => {
    const { createOpenApiDocument } = await import('./document.ts');
    const all = [...open.filter(isNoPart), { path: OPENAPI_PATH }];
    return new StaticBody(JSON.stringify(createOpenApiDocument({ ...parts, open: all })));
  };
  return {
    path: OPENAPI_PATH,
    async handle({ headers }) {
      body ??= build();
      return answerStatic(
        { body: await body, type: JSON_CONTENT_TYPE, headers: { 'cache-control': 'no-cache' } },
        headers,
      );
    },
  };
}

/** True if a path belongs in the document on its own; files that the reference page loads do not. */
function isNoPart({ path }: { readonly path: string }): boolean {
  return !path.startsWith(`${REFERENCE_PATH}/`);
}
