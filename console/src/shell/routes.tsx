/** The roots of all addresses: the console itself, and below it an account with its frame. Areas hang their pages on `accountRoute`. */
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyComponent } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
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
export function pageRoute<const Path extends string, const Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => accountRoute, path, component: lazyComponent(load, name, <Skeleton />) });
}
