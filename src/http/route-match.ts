/** Paths and methods that are not offered: a refusal that says which methods a path does offer. */
import { Problem } from '../problems.ts';

interface Offered {
  readonly method: string;
  readonly path: string;
}

/** A path taken apart, in lower case. */
type Parts = readonly string[];

interface Placed {
  readonly method: string;
  readonly parts: Parts;
}

/** Tells why a request has no route. The routes are taken apart once: anybody may ask for what is not there, as often as he likes. */
export function createUnmatchedProblem(routes: readonly Offered[]): (method: string, path: string) => Problem {
  const placed = routes.map(({ method, path }): Placed => ({ method, parts: partsOf(path) }));
  const byLength = Map.groupBy(placed, ({ parts }) => parts.length);
  return (method, path) => {
    const asked = partsOf(path);
    const allowed = allowedMethods(byLength.get(asked.length) ?? [], asked);
    // The router has passed over a route that would fit where the id in the path is longer than any id.
    if (allowed.length === 0 || allowed.includes(method)) return pathNotFound();
    const allow = allowed.join(', ');
    const verb = allowed.length === 1 ? 'is' : 'are';
    return new Problem('method_not_allowed', `${method} is not offered here; ${allow} ${verb}.`, {
      headers: { allow },
    });
  };
}

export function pathNotFound(): Problem {
  return new Problem('not_found', 'There is nothing at this path. See /docs for what there is.');
}

/** The methods of every route that matches, HEAD wherever GET; empty where none does. */
function allowedMethods(routes: readonly Placed[], asked: Parts): string[] {
  const fitting = routes.filter(({ parts }) => matches(parts, asked));
  // A word that stands in the path of one route is no id to another: /Webhooks/Events is no subscription.
  const literal = fitting.filter(({ parts }) => parts.at(-1) === asked.at(-1));
  const methods = (literal.length > 0 ? literal : fitting).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [...new Set(methods)];
}

/**
 * What routes would offer at the path of another because they take its last word for an id, and the path itself does not: the router would
 * hand GET /Tasks/DryRun to whoever reads a task.
 */
export function findShadowedRoutes(routes: readonly Offered[]): Offered[] {
  const all = routes.map((route) => ({ ...route, parts: partsOf(route.path) }));
  const taken = all.flatMap(({ path, parts }) => {
    const offered = new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
    return all
      .filter((other) => other.path !== path && matches(other.parts, parts) && !offered.has(other.method))
      .map(({ method }) => ({ method, path }));
  });
  return [...new Map(taken.map((one) => [`${one.method} ${one.path}`, one])).values()];
}

function partsOf(path: string): Parts {
  return path.toLowerCase().replace(/\/$/, '').split('/');
}

function matches(route: Parts, asked: Parts): boolean {
  return route.length === asked.length && route.every((part, n) => part.startsWith(':') || part === asked[n]);
}
