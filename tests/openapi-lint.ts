// Lints openapi.json with Redocly's recommended rules: no error and no warning. Part of npm run check.

import { dirname, join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';

const file = join(dirname(import.meta.dirname), 'openapi.json');

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // The routes for operators (/healthz, /docs, ...) take no input and no credentials: they have nothing to refuse.
    // Those of the API have 401 and 429 by construction.
    'operation-4xx-response': 'off',
    // /api/Webhooks/Events and /api/Webhooks/{id}: an id is a number, so no request fits both.
    'no-ambiguous-paths': 'off',
  },
});
const problems = await lint({ ref: file, config });

for (const { severity, ruleId, message, location } of problems) {
  console.log(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
