/** Paths and methods that are not offered: a refusal that says which methods a path does offer. */
import { Problem } from '../problems.ts';

interface Offered {
  readonly method: string;
  readonly path: string;
}

export function noRoute(routes: readonly Offered[], method: string, path: string): Problem {
  const allowed = allowedMethods(routes, path);
  // The router has passed over a route that would fit where the id in the path is longer than any id.
  if (allowed.length === 0 || allowed.includes(method)) return nothingHere();
  const allow = allowed.join(', ');
  const verb = allowed.length === 1 ? 'is' : 'are';
  return new Problem('method_not_allowed', `${method} is not offered here; ${allow} ${verb}.`, { headers: { allow } });
}

export function nothingHere(): Problem {
  return new Problem('not_found', 'There is nothing at this path. See /docs for what there is.');
}

/** The methods of every route whose path matches, HEAD wherever GET; empty where no route has the path. */
function allowedMethods(routes: readonly Offered[], path: string): string[] {
  const asked = segments(path);
  const fitting = routes.filter((route) => matches(segments(route.path), asked));
  // A word that stands in the path of one route is no id to another: /Webhooks/Events is no subscription.
  const literal = fitting.filter(({ path: own }) => isLiteral(segments(own), asked));
  const methods = (literal.length > 0 ? literal : fitting).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [...new Set(methods)];
}

/**
 * What routes would offer at the path of another because they take its last word for an id, and the path itself does not: the router would
 * hand GET /Tasks/DryRun to whoever reads a task.
 */
export function takenForIDs(routes: readonly Offered[]): Offered[] {
  const all = routes.map((route) => ({ ...route, parts: segments(route.path) }));
  const taken = all.flatMap(({ path, parts }) => {
    const offered = new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
    return all
      .filter((other) => other.path !== path && matches(other.parts, parts) && !offered.has(other.method))
      .map(({ method }) => ({ method, path }));
  });
  return [...new Map(taken.map((one) => [`${one.method} ${one.path}`, one])).values()];
}

function segments(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function isLiteral(route: readonly string[], asked: readonly string[]): boolean {
  return route.at(-1)?.toLowerCase() === asked.at(-1)?.toLowerCase();
}

function matches(route: readonly string[], asked: readonly string[]): boolean {
  return (
    route.length === asked.length &&
    route.every((part, index) => part.startsWith(':') || part.toLowerCase() === asked[index]?.toLowerCase())
  );
}
