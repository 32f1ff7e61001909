/** GET /docs: our own reference page, built from the OpenAPI document (decision 0032). */
import { join } from 'node:path';
import type { PublicRoute } from '../../http/public-route.ts';
import { createStaticPage, PAGE_ICON } from '../../http/static-page.ts';

export const REFERENCE_PATH = '/docs';

export function referencePage(openApiPath: string): PublicRoute[] {
  const folder = join(import.meta.dirname, 'reference');
  const { page, files } = createStaticPage(REFERENCE_PATH, folder, (from) => html(from, openApiPath));
  return [page, ...files];
}

function html(files: string, openApiPath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Maintenance Data Service: API reference</title>
    <link rel="icon" href="${PAGE_ICON}">
    <link rel="stylesheet" href="${files}/tokens.css">
    <link rel="stylesheet" href="${files}/page.css">
    <link rel="preload" as="fetch" crossorigin href="${openApiPath}">
    <script type="module" src="${files}/main.js"></script>
  </head>
  <body>
    <div id="reference" data-document="${openApiPath}"></div>
    <noscript>This page needs JavaScript. The document it shows is at <a href="${openApiPath}">${openApiPath}</a>.</noscript>
  </body>
</html>
`;
}
