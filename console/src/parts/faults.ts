/** What is wrong with what was sent, for people: each fault once, by what its field is called on the page. */
import { type Problem, type ProblemFault, removeNullHint } from '../api/problem.ts';
import { fieldLabel } from '../records/labels.ts';
import { words } from '../words/problem.ts';

/** "Name must be text of 1 to 200 characters; it is empty." What the service says of a field begins behind its name. */
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

/** The service's own sentence where it says more than the faults do: mostly it is the first of them, for programs. */
export function detailBesideFaults({ detail, errors }: Problem): string | undefined {
  return errors.some(({ message }) => detail.includes(message)) ? undefined : detail;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
