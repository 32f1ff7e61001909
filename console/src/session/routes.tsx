/** Addresses of those who are not in an account yet, and of oneself. */
import { createRoute } from '@tanstack/react-router';
import { later } from '../parts/later.tsx';
import { page, rootRoute } from '../shell/routes.tsx';

const beginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: later(() => import('./Begin.tsx'), 'Begin'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: ({ to, failed }: Record<string, unknown>): { to?: string; failed?: string } => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof failed === 'string' && { failed }),
  }),
  component: later(() => import('./SignIn.tsx'), 'SignIn'),
});

const forgottenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten',
  component: later(() => import('./Forgotten.tsx'), 'Forgotten'),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: later(() => import('./LinkPage.tsx'), 'LinkPage'),
});

export const sessionRoutes = [beginRoute, signInRoute, forgottenRoute, linkRoute] as const;

export const ownRoutes = [
  page('/Me', () => import('./me/Me.tsx'), 'Me'),
  page('/Ready', () => import('./Ready.tsx'), 'Ready'),
] as const;
