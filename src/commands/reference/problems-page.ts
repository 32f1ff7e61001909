/** docs/reference/problems.md, from the table of refusals. */
import { describeProblem, problemCodes } from '../../problems.ts';
import { code, table } from './markdown.ts';

export function problemsPage(): string {
  const rows = problemCodes.map((name) => {
    const { status, title } = describeProblem(name);
    return [String(status), code(name), title];
  });
  return `# Refusals

Every refusal is an RFC 9457 body (\`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, \`requestId\`
and, where input is at fault, \`errors\`: a list of \`{pointer | parameter | header, message}\`. \`code\` is stable; build on it and
not on the texts.

${table(['Status', 'Code', 'Title'], rows)}
`;
}
