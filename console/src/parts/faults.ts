/** Formats validation errors for users: each error once, with the field's label. */
import { type Problem, type ProblemFault, removeNullHint } from '../api/problem.ts';
import { fieldLabel } from '../records/labels.ts';
import { words } from '../words/problem.ts';

/**
 * Returns an error as a sentence: "Name must be text of 1 to 200 characters; it is empty." The service's message
 * continues after the field name.
 */
export function faultText({ message, pointer, parameter, header }: ProblemFault): string {
  const place = pointer === undefined ? (parameter ?? header ?? '') : placeOf(pointer);
  const text = removeNullHint(/^[a-z]/.test(message) ? `${place} ${message}` : message);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** `/Lines/0/UnitCost` is "Lines, row 1, unit cost". */
function placeOf(pointer: string): string {
  const [, field, ...within] = pointer.split('/');
  if (!field) return words.all;
  const parts = within.map((part) =>
    /^\d+$/.test(part) ? words.row(Number(part) + 1) : fieldLabel(part).toLowerCase(),
  );
  return [capital(fieldLabel(field)), ...parts].join(', ');
}

/** Returns the service's own sentence if it adds information. Usually it repeats the first error in technical terms. */
export function detailBesideFaults({ detail, errors }: Problem): string | undefined {
  return errors.some(({ message }) => detail.includes(message)) ? undefined : detail;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
