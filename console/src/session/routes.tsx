/** Addresses of those who are not in an account yet, and of oneself. */
import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../parts/later.tsx';
import { pageRoute, rootRoute } from '../shell/routes.tsx';

const beginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyComponent(() => import('./Begin.tsx'), 'StartPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: ({ to, failed }: Record<string, unknown>): { to?: string; failed?: string } => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof failed === 'string' && { failed }),
  }),
  component: lazyComponent(() => import('./SignIn.tsx'), 'SignIn'),
});

const forgottenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten',
  component: lazyComponent(() => import('./Forgotten.tsx'), 'ForgotPassword'),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyComponent(() => import('./LinkPage.tsx'), 'LinkPage'),
});

export const sessionRoutes = [beginRoute, signInRoute, forgottenRoute, linkRoute] as const;

export const personalRoutes = [
  pageRoute('/Me', () => import('./me/Me.tsx'), 'ProfilePage'),
  pageRoute('/Ready', () => import('./Ready.tsx'), 'SetUpComplete'),
] as const;
