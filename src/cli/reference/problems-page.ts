/** Generates docs/reference/problems.md from the table of refusals. */
import { consoleProblemCodes, describeProblem, type ProblemCode, problemCodes } from '../../problems.ts';
import { code, table } from './markdown.ts';

export function problemsPage(): string {
  return `# Refusals

Every refusal is an RFC 9457 body (\`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, \`requestId\`
and, where input is at fault, \`errors\`: a list of \`{pointer | parameter | header, message}\`. \`code\` is stable; build on it and
not on the texts.

${table(['Status', 'Code', 'Title'], problemCodes.map(rowOf))}

People meet these as well, at the door of the console:

${table(['Status', 'Code', 'Title'], consoleProblemCodes.map(rowOf))}
`;
}

function rowOf(name: ProblemCode): string[] {
  const { status, title } = describeProblem(name);
  return [String(status), code(name), title];
}
