/** What is wrong with what was sent, for people: each fault once, by what its field is called on the page. */
import { type Fault, forPeople, type Problem } from '../api/problem.ts';
import { labelOf } from '../records/labels.ts';
import { words } from '../words/problem.ts';

/** "Name must be text of 1 to 200 characters; it is empty." What the service says of a field begins behind its name. */
export function faultInWords({ message, pointer, parameter, header }: Fault): string {
  const place = pointer === undefined ? (parameter ?? header ?? '') : placeOf(pointer);
  const text = forPeople(/^[a-z]/.test(message) ? `${place} ${message}` : message);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** `/Lines/0/UnitCost` is "Lines, row 1, unit cost". */
function placeOf(pointer: string): string {
  const [, field, ...within] = pointer.split('/');
  if (!field) return words.all;
  const parts = within.map((part) => (/^\d+$/.test(part) ? words.row(Number(part) + 1) : labelOf(part).toLowerCase()));
  return [capital(labelOf(field)), ...parts].join(', ');
}

/** The service's own sentence where it says more than the faults do: mostly it is the first of them, for programs. */
export function detailBeside({ detail, errors }: Problem): string | undefined {
  return errors.some(({ message }) => detail.includes(message)) ? undefined : detail;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
