/** The page of all parts; it belongs to no account. */
import { createRoute } from '@tanstack/react-router';
import { later } from '../parts/later.tsx';
import { rootRoute } from '../shell/routes.tsx';

export const componentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components',
  component: later(() => import('./Components.tsx'), 'Components'),
});
