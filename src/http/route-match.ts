/** Refusals for paths and methods that are not offered; a 405 lists the methods that the path offers. */
import { Problem } from '../problems.ts';

interface Offered {
  readonly method: string;
  readonly path: string;
}

/** Segments of a path, in lower case. */
type Parts = readonly string[];

interface Placed {
  readonly method: string;
  readonly parts: Parts;
}

/**
 * Returns a function that explains why a request matches no route. Routes are split only once, because any client can
 * request unknown paths as often as it likes.
 */
export function createUnmatchedProblem(routes: readonly Offered[]): (method: string, path: string) => Problem {
  const placed = routes.map(({ method, path }): Placed => ({ method, parts: partsOf(path) }));
  const byLength = Map.groupBy(placed, ({ parts }) => parts.length);
  return (method, path) => {
    const asked = partsOf(path);
    const allowed = allowedMethods(byLength.get(asked.length) ?? [], asked);
    // The router skips a matching route if the id in the path is longer than any id.
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

/** Returns the methods of all matching routes, with HEAD where there is GET; empty if none matches. */
function allowedMethods(routes: readonly Placed[], asked: Parts): string[] {
  const fitting = routes.filter(({ parts }) => matches(parts, asked));
  // A literal segment of a route is not an id of another: /Webhooks/Events is not a subscription.
  const literal = fitting.filter(({ parts }) => parts.at(-1) === asked.at(-1));
  const methods = (literal.length > 0 ? literal : fitting).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [...new Set(methods)];
}

/**
 * Finds methods that a path does not offer, but that another route would take because it reads the last segment as an
 * id. The router would otherwise send GET /Tasks/DryRun to the route that reads a task.
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
