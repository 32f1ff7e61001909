/**
 * GET /docs: the OpenAPI document as a page for people, by Scalar. All of it is served from here: the page works without a
 * network, and its security policy lets nothing go elsewhere, whatever the script would like to load or report.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answer } from '../http/route.ts';
import type { OpenRoute } from '../http/server.ts';
import { StaticBody } from '../http/static-body.ts';
import { sha256 } from '../kernel/ids.ts';

export const REFERENCE_PATH = '/docs';

const SCRIPT_PATH = `${REFERENCE_PATH}/scalar.js`;
const START_PATH = `${REFERENCE_PATH}/start.js`;

// Scalar styles its elements inline; scripts come from this server only, and none of them is inline.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function referencePage(openApiPath: string): OpenRoute[] {
  const start = new StaticBody(startScript(openApiPath));
  const script = remembered(async () => new StaticBody(await loadScript()));
  const whole = remembered(async () => new StaticBody(page(tagOf(await script()), tagOf(start))));
  return [
    { path: REFERENCE_PATH, handle: async () => answer('text/html', await whole(), 'no-cache') },
    { path: SCRIPT_PATH, handle: async () => answer('text/javascript', await script(), FOR_EVER) },
    { path: START_PATH, handle: () => answer('text/javascript', start, FOR_EVER) },
  ];
}

/** What is fetched under a name that changes with its content never grows old. */
const FOR_EVER = 'public, max-age=31536000, immutable';

function tagOf({ bytes }: StaticBody): string {
  return sha256(bytes).toString('hex').slice(0, 16);
}

function answer(mediaType: string, body: StaticBody, cache: string): Answer {
  return {
    status: 200,
    body,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': cache,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  };
}

function page(scriptTag: string, startTag: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Maintenance Data Service: API reference</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The document it shows is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="${SCRIPT_PATH}?${scriptTag}"></script>
    <script src="${START_PATH}?${startTag}"></script>
  </body>
</html>
`;
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M9 23V9l7 8 7-8v14" fill="none" stroke="#fff" stroke-width="3"/></svg>';

function startScript(openApiPath: string): string {
  const configuration = {
    url: openApiPath,
    // Whatever would speak to a server of Scalar's is off; the policy above would stop it in any case.
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'direct',
    // Fields stand in the order in which a record shows them.
    orderSchemaPropertiesBy: 'preserve',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    // The focus that a link to a section sets is no reason to draw lines down the page.
    customCss: 'section:focus-visible { outline: none; }',
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;
}

async function loadScript(): Promise<string> {
  const thread = new Worker(new URL('./reference-script.ts', import.meta.url));
  const [script] = await once(thread, 'message');
  await thread.terminate();
  return script;
}

/** Loaded when it is first asked for; a failure is tried again by whoever asks next. */
function remembered<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
