/** Where people begin. The application itself comes with its files; until then this page says what there is. */
import type { OpenRoute } from '../http/server.ts';

const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Maintenance Data Service</title>
<h1>Maintenance Data Service</h1>
<p>People sign in at <code>/console/api/Session</code>. What else there is for them is described in docs/people.md.</p>
</html>
`;

export const consolePage: readonly OpenRoute[] = ['/console', '/console/link'].map((path) => ({
  path,
  handle: () => ({ status: 200, body: text, headers: { 'content-type': 'text/html; charset=utf-8' } }),
}));
