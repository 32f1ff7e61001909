/**
 * A record as one line of a stream: of NDJSON, which is its text, or of CSV (RFC 4180). Made from the text without parsing it, on
 * whichever thread has it.
 */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { eachMember, withMembers } from '../../lib/json-members.ts';

export type StreamFormat = 'csv' | 'ndjson';

/** Form of a stream, as plain data that can be sent to another thread. */
export interface StreamForm {
  readonly format: StreamFormat;
  /** Fields shown of each record, in this order; NDJSON keeps the order of the record. */
  readonly fields: readonly string[];
  /** True if `fields` are all fields of the record. */
  readonly whole: boolean;
  /** References that are followed by the name of their record; CSV only. */
  readonly named?: readonly NamedReference[];
}

/** A reference, and what it leads to: plain data, too. */
export interface NamedReference {
  readonly field: string;
  readonly to: RecordTypeName;
  /** Name of the record type in the singular, for records without a name. */
  readonly singular: string;
}

/** Returns the name of a referenced record; empty if unknown. */
export type NameOf = (to: NamedReference['to'], id: number) => string;

export interface LineFormat {
  /** Text before the first record. */
  readonly head: string;
  of(text: string): string;
}

export function linesOf(form: StreamForm, nameOf: NameOf = () => ''): LineFormat {
  return form.format === 'csv' ? csv(form, nameOf) : ndjson(form);
}

function ndjson({ fields, whole }: StreamForm): LineFormat {
  const names = new Set(fields);
  return { head: '', of: (text) => `${whole ? text : withMembers(text, names)}\n` };
}

function csv({ fields, named = [] }: StreamForm, nameOf: NameOf): LineFormat {
  const leadsTo = new Map(named.map(({ field, to }) => [field, to]));
  const headings = fields.flatMap((field) => (leadsTo.has(field) ? [field, nameHeading(field)] : [field]));
  const columns = new Map(fields.map((field) => [field, { place: headings.indexOf(field), to: leadsTo.get(field) }]));
  return {
    head: csvLine(headings),
    of(text) {
      const cells = Array<string>(headings.length).fill('');
      eachMember(text, (name, _at, from, to) => {
        const column = columns.get(name);
        if (column === undefined) return;
        cells[column.place] = cellOf(text, from, to);
        if (column.to === undefined) return;
        const called = idIn(text, from, to);
        if (called !== undefined) cells[column.place + 1] = nameCell(nameOf(column.to, called));
      });
      return csvLine(cells);
    },
  };
}

/** The heading over the names: `Asset` beside `AssetID`. A test looks at the catalogue for a field that is called so already. */
export function nameHeading(field: string): string {
  return field.replace(/ID$/, '');
}

/** Undefined where the reference is null. */
export function idIn(text: string, from: number, to: number): number | undefined {
  const id = Number(text.slice(from, to));
  return id > 0 ? id : undefined;
}

/** Joins cells that are already encoded into a line. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

function nameCell(name: string): string {
  return name === '' ? '' : textCell(name);
}

/** Encodes a JSON value as a cell: null is empty, empty text is `""`, and lists and objects are JSON. */
function cellOf(text: string, from: number, to: number): string {
  const first = text[from];
  const written = text.slice(from, to);
  if (first === '"') return textCell(written.includes('\\') ? JSON.parse(written) : written.slice(1, -1));
  if (first === '{' || first === '[') return quoted(written);
  return written === 'null' ? '' : written;
}

/** A spreadsheet would take a text that begins like this for a formula, and run it: of full width, too, where it is set to East Asian languages. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export function textCell(value: string): string {
  if (value === '') return '""';
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

/** Some spreadsheets part cells at a semicolon and a tab, too, and would run what stands behind it. */
const SPECIAL = /[",;\t\r\n]/;

function quoted(value: string): string {
  return SPECIAL.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
