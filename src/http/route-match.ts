/** Paths and methods that are not offered: a refusal that says which methods a path does offer. */
import { Problem } from '../problems.ts';

interface Offered {
  readonly method: string;
  readonly path: string;
}

export function noRoute(routes: readonly Offered[], method: string, path: string): Problem {
  const allowed = allowedMethods(routes, path);
  if (allowed.length === 0)
    return new Problem('not_found', `There is nothing at this path. See /docs for what there is.`);
  return new Problem('method_not_allowed', `${method} is not offered here; ${allowed.join(', ')} are.`, {
    headers: { allow: allowed.join(', ') },
  });
}

/** The methods of every route whose path matches, HEAD wherever GET; empty where no route has the path. */
function allowedMethods(routes: readonly Offered[], path: string): string[] {
  const asked = segments(path);
  const methods = routes
    .filter((route) => matches(segments(route.path), asked))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)];
}

function segments(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function matches(route: readonly string[], asked: readonly string[]): boolean {
  return (
    route.length === asked.length &&
    route.every((part, index) => part.startsWith(':') || part.toLowerCase() === asked[index]?.toLowerCase())
  );
}
