/** Writes the reference pages that are generated from the code, or checks that the committed pages are up to date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, CommandFailure } from './command.ts';
import { problemsPage } from './reference/problems-page.ts';
import { recordsPage } from './reference/records-page.ts';
import { settingsPage } from './reference/settings-page.ts';

const root = join(import.meta.dirname, '../..');

// The description of the whole API: other commands do without.
const openApi = () => import('./reference/openapi-page.ts');

const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'openapi.json': async () => (await openApi()).openApiPage(),
  'clients/typescript/src/api.ts': async () => (await openApi()).clientTypes(),
  'clients/python/src/maintenance_data_service/types.py': async () => (await openApi()).pythonClientTypes(),
  'clients/python/src/maintenance_data_service/_typed.py': async () => (await openApi()).pythonClientCollections(),
  'schema.graphql': async () => (await import('./reference/schema-page.ts')).schemaPage(),
  'docs/reference/records.md': recordsPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/problems.md': problemsPage,
};

export const generate: Command = {
  words: 'generate',
  summary: 'Write the generated reference pages (for contributors).',
  options: { check: { doc: 'Write nothing; fail if a committed page is out of date.' } },
  async run(given) {
    const made = await Promise.all(Object.entries(pages).map(async ([file, page]) => ({ file, text: await page() })));
    const stale = made.filter(({ file, text }) => current(file) !== text);
    if (given.flag('check') && stale.length > 0) {
      const names = stale.map(({ file }) => file).join(', ');
      throw new CommandFailure(`Out of date: ${names}. Run: npm run generate`);
    }
    for (const { file, text } of stale) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return { pages: Object.keys(pages), written: stale.map(({ file }) => file) };
  },
  show: ({ written }: { written: string[] }) =>
    written.length > 0 ? `Written: ${written.join(', ')}` : 'All pages are up to date.',
};

function current(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}
