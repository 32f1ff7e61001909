/** GET /: somebody who opened the address in a browser is led to the reference; a program is told where things are. */
import type { PublicRoute } from '../../http/public-route.ts';
import { Problem } from '../../problems.ts';
import { REFERENCE_PATH } from './reference-page.ts';

export const rootRoute: PublicRoute = {
  path: '/',
  handle({ headers }) {
    // Nobody but a browser asks for a page.
    if (/\btext\/html\b/i.test(headers.accept ?? '')) {
      return { status: 302, headers: { location: REFERENCE_PATH, vary: 'accept' } };
    }
    const detail = `There is nothing at this path. The API lies below /api; ${REFERENCE_PATH} describes it.`;
    return new Problem('not_found', detail, { headers: { vary: 'accept' } });
  },
};
