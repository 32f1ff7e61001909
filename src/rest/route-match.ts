/** Which methods a path offers, for refusals that name them. */

/** The methods of every route whose path matches, HEAD wherever GET; empty where no route has the path. */
export function allowedMethods(routes: readonly { method: string; path: string }[], path: string): string[] {
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
