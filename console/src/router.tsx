/** All addresses of the console, joined from those of the areas. */
import { createRouter } from '@tanstack/react-router';
import { approvalRoutes } from './approvals/routes.tsx';
import { componentsRoute } from './components/routes.tsx';
import { eventRoutes } from './events/routes.tsx';
import { homeRoutes } from './home/routes.tsx';
import { integrationRoutes } from './integrations/routes.tsx';
import { LoadFailure } from './parts/later.tsx';
import { Skeleton } from './parts/Skeleton.tsx';
import { recordRoutes } from './records/routes.tsx';
import { parseSearch, stringifySearch } from './search-string.ts';
import { personalRoutes, sessionRoutes } from './session/routes.tsx';
import { settingsRoutes } from './settings/routes.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { accountRoute, rootRoute } from './shell/routes.tsx';
import { webhookRoutes } from './webhooks/routes.tsx';

const placeRoutes = [
  ...homeRoutes,
  ...personalRoutes,
  ...approvalRoutes,
  ...webhookRoutes,
  ...integrationRoutes,
  ...eventRoutes,
  ...settingsRoutes,
] as const;

/** What an address below an account begins with where it is none of records. */
export const reservedPaths: ReadonlySet<string> = new Set(
  placeRoutes.map(({ options }) => (options as { readonly path: string }).path.split('/')[1] ?? ''),
);

const routeTree = rootRoute.addChildren([
  ...sessionRoutes,
  componentsRoute,
  accountRoute.addChildren([...placeRoutes, ...recordRoutes]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPendingMs: 200,
  // What has come is shown: a page is not held back for the sake of its skeleton.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Skeleton />,
  defaultNotFoundComponent: () => <NotFound />,
  defaultErrorComponent: ({ error }) => <LoadFailure failure={error} retry={() => void router.invalidate()} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
