/** The page of all parts; it belongs to no account. */
import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../parts/later.tsx';
import { rootRoute } from '../shell/routes.tsx';

export const componentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components',
  component: lazyComponent(() => import('./Components.tsx'), 'Components'),
});
