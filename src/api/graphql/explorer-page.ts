/** GraphQL explorer, the page that browsers get at the endpoint: a query editor with the schema and examples. */
import { join } from 'node:path';
import { createStaticPage, PAGE_ICON, type StaticPage } from '../../http/static-page.ts';
import { GRAPHQL_PATH } from './routes.ts';

export function explorerPage(): StaticPage {
  return createStaticPage(GRAPHQL_PATH, join(import.meta.dirname, 'explorer'), html);
}

function html(files: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Maintenance Data Service: GraphQL</title>
    <link rel="icon" href="${PAGE_ICON}">
    <link rel="stylesheet" href="${files}/tokens.css">
    <link rel="stylesheet" href="${files}/page.css">
    <script type="module" src="${files}/main.js"></script>
  </head>
  <body>
    <div id="explorer" data-endpoint="${GRAPHQL_PATH}"></div>
    <noscript>This page needs JavaScript. Queries can be sent to ${GRAPHQL_PATH} by any program.</noscript>
  </body>
</html>
`;
}
