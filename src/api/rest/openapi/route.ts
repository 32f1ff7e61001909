/** GET /openapi.json: the document of this instance, built when it is first asked for, as all that builds it is loaded then. */

import type { OpenRoute } from '../../../http/open-route.ts';
import { JSON_ANSWER, type Route } from '../../../http/route.ts';
import { answerStatic } from '../../../http/static-answer.ts';
import { StaticBody } from '../../../http/static-body.ts';
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
    async handle({ headers }) {
      body ??= build();
      return answerStatic({ body: await body, type: JSON_ANSWER, headers: { 'cache-control': 'no-cache' } }, headers);
    },
  };
}

/** What the reference page loads is part of it. */
function isNoPart({ path }: { readonly path: string }): boolean {
  return !path.startsWith(`${REFERENCE_PATH}/`);
}
