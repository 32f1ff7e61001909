/** The target of a request, as it is looked up. */

/**
 * Without the authority, which proxies and their clients may write before the path. A path that cannot be decoded is taken as it is
 * written: nothing is called so, and whether that is told is the door's business.
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
