/** What a move needs: what is asked before it is made, and what hinders it. */
import { words } from '../../words/records.ts';
import type { Move } from '../data/record-data.ts';
import { type FieldDescription, findField, type TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';

/** Asked where something belongs to the move; everything else is done at once. */
export function needsMoveDialog(type: TypeDescription, { to, asks }: Move): boolean {
  return asks.length > 0 || (type.states?.asks[to]?.length ?? 0) > 0 || to === 'Archived' || to === 'Disabled';
}

/** What the service says of a field begins behind its name: "must be given …". */
export function moveBlockedReason(type: TypeDescription, blockers: Move['blockers']): string {
  const missing = blockers.flatMap(({ message }) => UNANSWERED_PATTERN.exec(message)?.[1] ?? []);
  const needed = type.fields.filter(({ name }) =>
    blockers.some(({ message, pointer }) => pointer === `/${name}` && MISSING_FIELD_PATTERN.test(message)),
  );
  const others = blockers.filter(
    ({ message }) => !UNANSWERED_PATTERN.test(message) && !MISSING_FIELD_PATTERN.test(message),
  );
  const said = others.map(({ message, pointer }) => {
    const field = findField(type, pointer.split('/')[1] ?? '');
    const isPart = field !== undefined && /^[a-z]/.test(message);
    // Of a list it says what must be in it.
    const text = !isPart ? message : field.kind === 'list' ? capital(message) : `${fieldLabel(field.name)} ${message}`;
    return /[.?!]$/.test(text) ? text : `${text}.`;
  });
  if (needed.length > 0) said.unshift(words.needs(needed.map(needOf)));
  if (missing.length > 0) said.push(missingOf(missing));
  return said.join(' ');
}

/** What the service says of a field that is empty. Together they are one sentence. */
const MISSING_FIELD_PATTERN = /^must (be given|hold at least one)/;

/** "a vendor", "at least one line" */
function needOf({ name, kind }: FieldDescription): string {
  const label = fieldLabel(name).toLowerCase();
  if (kind === 'list') return `at least one ${label.replace(/s$/, '')}`;
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

/** Questions of a form are named one by one; together they are one sentence. */
const UNANSWERED_PATTERN = /^must answer \S+ \((.*)\) before the form is submitted$/;

/** The first few: each of them is marked where it is answered, too. */
const MAX_NAMED_QUESTIONS = 3;

function missingOf(names: readonly string[]): string {
  return words.missing(names.slice(0, MAX_NAMED_QUESTIONS).join(', '), Math.max(0, names.length - MAX_NAMED_QUESTIONS));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
