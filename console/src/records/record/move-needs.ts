/** Input that a move needs, and conditions that block it. */
import { words } from '../../words/records.ts';
import type { Move } from '../data/record-data.ts';
import { type FieldDescription, findField, type TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';

/** True if the move needs a dialog. All other moves are made at once. */
export function needsMoveDialog(type: TypeDescription, { to, asks }: Move): boolean {
  return asks.length > 0 || (type.states?.asks[to]?.length ?? 0) > 0 || to === 'Archived' || to === 'Disabled';
}

/**
 * Returns the reason why a move is blocked. The service's messages continue after the field name: "must be given …".
 */
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
    // A message about a list is about its contents.
    const text = !isPart ? message : field.kind === 'list' ? capital(message) : `${fieldLabel(field.name)} ${message}`;
    return /[.?!]$/.test(text) ? text : `${text}.`;
  });
  if (needed.length > 0) said.unshift(words.needs(needed.map(needOf)));
  if (missing.length > 0) said.push(missingOf(missing));
  return said.join(' ');
}

/** Message of the service for an empty field. All of them are combined into one sentence. */
const MISSING_FIELD_PATTERN = /^must (be given|hold at least one)/;

/** "a vendor", "at least one line" */
function needOf({ name, kind }: FieldDescription): string {
  const label = fieldLabel(name).toLowerCase();
  if (kind === 'list') return `at least one ${label.replace(/s$/, '')}`;
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

/** Message of the service for an unanswered question. All of them are combined into one sentence. */
const UNANSWERED_PATTERN = /^must answer \S+ \((.*)\) before the form is submitted$/;

/** Maximum number of questions named in the reason. Each one is also marked in the form. */
const MAX_NAMED_QUESTIONS = 3;

function missingOf(names: readonly string[]): string {
  return words.missing(names.slice(0, MAX_NAMED_QUESTIONS).join(', '), Math.max(0, names.length - MAX_NAMED_QUESTIONS));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
