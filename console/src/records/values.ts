/** Formats a value by its field kind, in the user's language and time zone. */
import { visibleText } from '../../../src/lib/visible-text.ts';
import { numberFormat, timeFormat } from '../parts/formats.ts';
import type { FieldDescription, FieldKind, Json } from './description.ts';
import { sentenceCase } from './labels.ts';

export interface DisplayContext {
  readonly locale: string;
  readonly timeZone: string;
  /** Returns a record's title, or undefined while it is unknown. */
  nameOf(type: string, id: number): string | undefined;
}

export const EMPTY_VALUE = '—';

export function formatValue(
  field: Shown & Pick<FieldDescription, 'kind'>,
  value: Json,
  reading: DisplayContext,
): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  // Cleans text before formatting: formatted dates and numbers of some languages contain direction marks of their own.
  return byKind[field.kind](typeof value === 'string' ? visibleText(value) : value, field, reading);
}

type Shown = Pick<FieldDescription, 'to' | 'places'> & { readonly name?: string };
type Show = (value: Json, field: Shown, reading: DisplayContext) => string;

const byKind = {
  text: (value) => String(value),
  int: (value, { name = '' }, reading) =>
    IDENTIFIER_FIELDS.test(name) ? String(value) : showNumber(value, 0, 0, reading),
  decimal: (value, { name = '', places = 4 }, reading) => {
    const least = MONEY_FIELDS.test(name) ? 2 : 0;
    return showNumber(value, least, (!UNIT_PRICE_FIELDS.test(name) && least) || places, reading);
  },
  boolean: (value) => (value ? 'Yes' : 'No'),
  timestamp: (value, _, reading) => formatTime(String(value), reading),
  date: (value, _, reading) => formatDate(String(value), reading),
  enum: (value) => sentenceCase(String(value)),
  reference: (value, { to }, reading) => reading.nameOf(to ?? '', Number(value)) ?? `#${value}`,
  object: (value) => (Object.keys(value as object).length === 0 ? EMPTY_VALUE : asJson(value)),
  list: (value) => {
    if (!Array.isArray(value)) return asJson(value);
    const { length } = value;
    return length === 0 ? EMPTY_VALUE : length === 1 ? '1 row' : `${length} rows`;
  },
  value: (value) =>
    typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : asJson(value),
  texts: (value) => visibleText((value as readonly string[]).join(', ')),
} satisfies Record<FieldKind, Show>;

/** Returns a value as JSON text, with invisible characters made visible. */
export function asJson(value: Json): string {
  return visibleText(JSON.stringify(value));
}

/** Fields whose numbers identify something. They are shown without digit grouping; only amounts are grouped. */
const IDENTIFIER_FIELDS = /ID$|Year$/;

/**
 * Money fields: always two decimals, so that amounts align in a column. Prices per unit or hour (`UNIT_PRICE_FIELDS`)
 * may have more.
 */
const MONEY_FIELDS = /(Cost|Price|Amount|Rate|[Tt]otal)$/;
const UNIT_PRICE_FIELDS = /Unit|Rate/;

function showNumber(value: Json, least: number, places: number, { locale }: DisplayContext): string {
  if (typeof value !== 'number') return String(value);
  return numberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: places,
    useGrouping: true,
  }).format(value);
}

export function formatTime(value: string, { locale, timeZone }: Pick<DisplayContext, 'locale' | 'timeZone'>): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  return timeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Formats a date without time zone conversion: a date is the same day everywhere. */
export function formatDate(value: string, { locale }: Pick<DisplayContext, 'locale'>): string {
  const at = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(at)) return value;
  return timeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }).format(at);
}
