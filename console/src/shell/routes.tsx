/** The roots of all addresses: the console itself, and below it an account with its frame. Areas hang their pages on `accountRoute`. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { AppShell } from './AppShell.tsx';
import { NotFound } from './NotFound.tsx';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFound /> });

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$account',
  component: function Account() {
    const { account } = accountRoute.useParams();
    return <AppShell key={account} account={account} />;
  },
  notFoundComponent: () => <NotFound />,
});

/** One page of an area, loaded when it is first opened. */
export function page<Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return createRoute({
    getParentRoute: () => accountRoute,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
  });
}
