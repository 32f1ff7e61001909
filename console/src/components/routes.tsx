/** The page of all parts; it belongs to no account. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../shell/routes.tsx';

export const componentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components',
  component: lazyRouteComponent(() => import('./Components.tsx'), 'Components'),
});
