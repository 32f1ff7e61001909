/** GET /: redirects browsers to the reference; other clients get a 404 that names the API's path. */
import type { PublicRoute } from '../../http/public-route.ts';
import { Problem } from '../../problems.ts';
import { REFERENCE_PATH } from './reference-page.ts';

export const rootRoute: PublicRoute = {
  path: '/',
  handle({ headers }) {
    // Only browsers request HTML.
    if (/\btext\/html\b/i.test(headers.accept ?? '')) {
      return { status: 302, headers: { location: REFERENCE_PATH, vary: 'accept' } };
    }
    const detail = `There is nothing at this path. The API lies below /api; ${REFERENCE_PATH} describes it.`;
    return new Problem('not_found', detail, { headers: { vary: 'accept' } });
  },
};
