/**
 * A record as one line of a stream: of NDJSON, which is its text, or of CSV (RFC 4180). Made from the text without parsing it, on
 * whichever thread has it.
 */
import { eachMember, withMembers } from '../../kernel/json-members.ts';

export type StreamFormat = 'csv' | 'ndjson';

/** What a stream is made of: plain data, which can be sent to another thread. */
export interface StreamForm {
  readonly format: StreamFormat;
  /** What is shown of each record, in its order. */
  readonly fields: readonly string[];
  /** Whether that is all of it. */
  readonly whole: boolean;
}

export interface Lines {
  /** Before the first record. */
  readonly head: string;
  of(text: string): string;
}

export function linesOf(form: StreamForm): Lines {
  return form.format === 'csv' ? csv(form) : ndjson(form);
}

function ndjson({ fields, whole }: StreamForm): Lines {
  const names = new Set(fields);
  return { head: '', of: (text) => `${whole ? text : withMembers(text, names)}\n` };
}

function csv({ fields }: StreamForm): Lines {
  const places = new Map(fields.map((name, place) => [name, place]));
  return {
    head: `${fields.join(',')}\r\n`,
    of(text) {
      const cells = Array<string>(fields.length).fill('');
      eachMember(text, (name, _at, from, to) => {
        const place = places.get(name);
        if (place !== undefined) cells[place] = cellOf(text, from, to);
      });
      return `${cells.join(',')}\r\n`;
    },
  };
}

/** Of a value in the text: null is nothing, the empty text is `""`; lists and objects are their JSON. */
function cellOf(text: string, from: number, to: number): string {
  const first = text[from];
  const written = text.slice(from, to);
  if (first === '"') return textCell(written.includes('\\') ? JSON.parse(written) : written.slice(1, -1));
  if (first === '{' || first === '[') return quoted(written);
  return written === 'null' ? '' : written;
}

/** A spreadsheet would take a text that begins like this for a formula, and run it. */
const FORMULA = /^[=+\-@\t\r]/;

function textCell(value: string): string {
  if (value === '') return '""';
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

const SPECIAL = /[",\r\n]/;

function quoted(value: string): string {
  return SPECIAL.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
