/** Generates docs/reference/settings.md from the table of settings. */
import { settingsTable } from '../../settings.ts';
import { code, table } from './markdown.ts';

export function settingsPage(): string {
  const rows = Object.entries(settingsTable).map(([name, setting]) => [
    code(name),
    setting.default === '' ? '' : code(setting.default),
    setting.doc,
  ]);
  return `# Settings

Settings come from the environment; a \`.env\` file in the working folder is read too, and the environment wins over it. An
unknown \`MDS_*\` name or a value that cannot be read stops the start with a message that names it. (Variables that
Kubernetes injects for a service called \`mds\` are let be.)

${table(['Name', 'Default', 'What it is for'], rows)}
`;
}
