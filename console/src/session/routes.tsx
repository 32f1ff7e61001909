/** Addresses of those who are not in an account yet. */
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../shell/routes.tsx';
import { Begin } from './Begin.tsx';
import { SignIn } from './SignIn.tsx';

const beginRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Begin });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  component: function SignInPage() {
    return <SignIn to={signInRoute.useSearch().to} />;
  },
});

export const sessionRoutes = [beginRoute, signInRoute] as const;
