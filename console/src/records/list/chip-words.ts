/** Text of a chip. It never shows an operator code. */
import { type FieldDescription, findField, type TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import { type DisplayContext, formatDate, formatValue } from '../values.ts';
import type { ChipValue, FilterChip } from './chip.ts';
import { RELATIVE_TIME_PATTERN } from './relative.ts';

export interface ChipText {
  /** "Status" */
  readonly field: string;
  /** "is Open or In progress" */
  readonly says: string;
}

export function chipText(type: TypeDescription, chip: FilterChip, reading: DisplayContext): ChipText {
  if (chip.is === 'deleted') return { field: 'Deleted', says: chip.show === 'only' ? 'only' : 'also' };
  if (chip.is === 'unread') return { field: chip.name, says: `“${chip.value}” cannot be read` };
  const field = findField(type, chip.field);
  const label = fieldLabel(chip.field);
  if (field === undefined) return { field: label, says: '' };
  const shown = (value: ChipValue) => (value === null ? 'empty' : sayValue(field, value, reading));
  switch (chip.is) {
    case 'contains':
      return { field: label, says: `contains ${alternatives(chip.texts.map(quoted))}` };
    case 'range':
      return { field: label, says: sayRange(field, chip, reading) };
    case 'any':
      return { field: label, says: `is ${alternatives(chip.values.map(shown))}` };
    case 'none': {
      if (chip.values.length === 1 && chip.values[0] === null) return { field: label, says: 'has a value' };
      const orEmpty = field.nullable && !chip.values.includes(null) ? ', or empty' : '';
      return { field: label, says: `is not ${alternatives(chip.values.map(shown))}${orEmpty}` };
    }
  }
}

/** Returns the chip as one text for screen readers. */
export function chipSentence(type: TypeDescription, chip: FilterChip, reading: DisplayContext): string {
  const { field, says } = chipText(type, chip, reading);
  return `${field} ${says}`.trim();
}

function sayRange(
  field: FieldDescription,
  { from, to }: FilterChip & { is: 'range' },
  reading: DisplayContext,
): string {
  const isTime = field.kind === 'timestamp' || field.kind === 'date';
  const say = (value: string) => sayValue(field, value, reading);
  const least =
    from &&
    `${isTime ? (from.inclusive ? 'on or after' : 'after') : from.inclusive ? 'at least' : 'more than'} ${say(from.value)}`;
  const most =
    to &&
    `${isTime ? (to.inclusive ? 'on or before' : 'before') : to.inclusive ? 'at most' : 'less than'} ${say(to.value)}`;
  return [least, most].filter(Boolean).join(' and ');
}

function sayValue(field: FieldDescription, text: string, reading: DisplayContext): string {
  if (field.kind === 'text') return quoted(text);
  if (field.kind === 'reference')
    return text.toLowerCase() === '@me' ? 'me' : formatValue(field, Number(text), reading);
  if (field.kind === 'timestamp' || field.kind === 'date') return sayRelative(text) ?? sayMoment(field, text, reading);
  if (field.kind === 'boolean') return text.toLowerCase() === 'true' ? 'yes' : 'no';
  const number = Number(text);
  if (field.kind === 'int') return Number.isNaN(number) ? text : formatValue(field, number, reading);
  // Shows a bound as it was typed: 100, not 100.00.
  if (field.kind === 'decimal')
    return Number.isNaN(number) ? text : formatValue({ ...field, name: '' }, number, reading);
  return formatValue(field, text, reading);
}

function sayMoment(field: FieldDescription, text: string, reading: DisplayContext): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text, reading) : formatValue(field, text, reading);
}

function sayRelative(text: string): string | undefined {
  const found = RELATIVE_TIME_PATTERN.exec(text);
  if (found === null) return undefined;
  const [, word, sign, days] = found;
  if (days === undefined || Number(days) === 0) return word!.toLowerCase();
  const count = days === '1' ? '1 day' : `${Number(days)} days`;
  return sign === '-' ? `${count} ago` : `${count} from ${word!.toLowerCase()}`;
}

/** Quotes a text whose ends would be invisible: an empty text, or spaces at an end. */
function quoted(text: string): string {
  return text === '' || text !== text.trim() || text === 'empty' ? `“${text}”` : text;
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
