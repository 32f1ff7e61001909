/** Where people begin. The application itself comes with its files; until then this page says what there is. */
import type { OpenRoute } from '../http/server.ts';

const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Maintenance Data Service</title>
<h1>Maintenance Data Service</h1>
<p>The web console is not part of this version. Its API is: people sign in at <code>/console/api/Session</code>, and links like the one that led you here are used as docs/people.md describes.</p>
</html>
`;

export const consolePage: readonly OpenRoute[] = ['/console', '/console/link'].map((path) => ({
  path,
  handle: () => ({ status: 200, body: text, headers: { 'content-type': 'text/html; charset=utf-8' } }),
}));
