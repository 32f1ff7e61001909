/** Normalizes the request target before routing. */

/**
 * Removes the scheme and authority, which proxies and their clients can write before the path. A path that cannot be
 * decoded is kept literally: it matches no route, and the route group decides how to refuse it.
 */
export function normalizeRequestTarget(url = '/'): string {
  const target =
    url.startsWith('/') || url === '*' ? url : url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  if (!target.includes('%')) return target;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  if (isDecodable(path)) return target;
  return path.replaceAll('%', '%25') + target.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
