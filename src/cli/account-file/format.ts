/**
 * Format of an account file: one line of JSON per row, between a header line and a last line. The last line proves that
 * the file is complete. It contains the number of rows of each kind and the SHA-256 of all lines before it. The text of
 * a record appears in its line exactly as it is stored.
 */
import { createHash } from 'node:crypto';
import { fieldsOf, recordTypes } from '../../catalogue/index.ts';
import { ANY_MEMBERS, type Json, parseJson } from '../../lib/json.ts';
import {
  type AccountHeader,
  type AccountRow,
  type ColumnKind,
  type RowKind,
  type RowValue,
  rowColumnsOf,
  rowKinds,
} from '../../storage/transfer/account-rows.ts';
import { createModernise } from './older-rows.ts';
import { AROUND_RECORDS } from './row-values.ts';
import type { SecretsHeader } from './secrets.ts';

export const FORMAT = 'mds-account';
export const VERSION = 6;
/**
 * Formats that can be read. Format 1 had no traceparent of a change, format 2 no log of changes. Format 3 had secrets
 * in plain text and no patience. Format 4 had only one previous secret of a key, and format 5 no record for a test.
 */
export const VERSIONS = [1, 2, 3, 4, 5, 6] as const;

export interface Header {
  readonly kind: 'header';
  readonly format: typeof FORMAT;
  readonly version: (typeof VERSIONS)[number];
  /** Fingerprint of the record types and fields at the time of the export: documents have the fields of that time. */
  readonly catalogue: string;
  readonly exportedOn: string;
  readonly shardID: string;
  readonly engine: string;
  readonly frozen: boolean;
  readonly account: AccountHeader;
  /** Describes how the file stores secrets. */
  readonly secrets?: SecretsHeader;
}

/** The totals that the last line proves. */
export interface Totals {
  readonly counts: Readonly<Partial<Record<FileKind, number>>>;
  /** Deliveries that are still to be sent. */
  readonly waiting: number;
  readonly sha256: string;
}

/** Marks the start of a row's document. It cannot occur in the text before it: quotes are escaped there. */
const DOCUMENT = ',"text":';

export function lineOf({ kind, values }: AccountRow): string {
  let line = `{"kind":"${kind}"`;
  Object.entries(rowColumnsOf(kind)).forEach(([name, column], n) => {
    line += isDocument(column) ? DOCUMENT + inOneLine(values[n]) : `,"${name}":${JSON.stringify(values[n])}`;
  });
  return `${line}}`;
}

/**
 * Replaces line breaks with spaces. JSON may contain line breaks between its tokens, as in the stored response to a
 * plan of several steps, but never within a string.
 */
function inOneLine(document: RowValue | undefined): string {
  return String(document).replaceAll('\n', ' ');
}

/** A line of a file: its kind as the file counts it, and the row, if the current format has such a row. */
export interface ReadLine {
  readonly kind: FileKind;
  readonly row: AccountRow | undefined;
}

/**
 * Returns a function that reads the lines of one file in order. The function returns undefined if a line is invalid.
 */
export function lineReader(version: Header['version']): (line: string) => ReadLine | undefined {
  const modernise = version === VERSION ? undefined : createModernise(version);
  const kinds = kindsIn(version);
  return (line) => {
    const written = parse(line);
    if (written === undefined || !kinds.includes(written.kind as FileKind)) return undefined;
    const kind = written.kind as FileKind;
    const at = line.indexOf(DOCUMENT);
    const document = at < 0 ? undefined : line.slice(at + DOCUMENT.length, -1);
    const fields = modernise === undefined ? written : modernise(written, document);
    if (fields === 'nothing') return { kind, row: undefined };
    const row = fields && rowOf(kind as RowKind, fields, document);
    return row && { kind, row };
  };
}

function rowOf(kind: RowKind, fields: Record<string, Json>, document: string | undefined): AccountRow | undefined {
  const columns = Object.entries(rowColumnsOf(kind));
  if (Object.keys(fields).length !== columns.length + 1) return undefined;
  const values: RowValue[] = [];
  for (const [name, column] of columns) {
    const value = fields[name];
    if (value === undefined || !holds[column](value)) return undefined;
    const isText = isDocument(column) && value !== null;
    // A document key written differently, for example with an escaped character, is not found.
    if (isText && document === undefined) return undefined;
    values.push(isText ? document! : (value as RowValue));
  }
  return { kind, values };
}

function isDocument(column: ColumnKind): boolean {
  return column.startsWith('document');
}

/** Kinds of rows in a file. Only files from before the log of changes have `events`. */
export type FileKind = RowKind | 'events';

function kindsIn(version: Header['version']): readonly FileKind[] {
  return version >= 3 ? rowKinds : rowKinds.flatMap((kind) => (kind === 'changes' ? [kind, 'events'] : [kind]));
}

export function lastLine({ counts, waiting, sha256 }: Totals, version: Header['version'] = VERSION): string {
  const kinds = kindsIn(version);
  const inOrder = Object.fromEntries(kinds.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]]] : [])));
  return JSON.stringify({ kind: 'end', counts: inOrder, waiting, sha256 });
}

/**
 * Parses a line. The depth limit covers the line itself and the levels around a record or a value, as deep as the
 * service accepts.
 */
export const parseLine = (line: string) => parseJson(line, 1 + AROUND_RECORDS, ANY_MEMBERS);

/** Parses a line as strictly as an API request body: a text that a database cannot store is rejected. */
export function parse(line: string): Record<string, Json> | undefined {
  const parsed = parseLine(line);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/**
 * Returns a fingerprint of the catalogue. It stays the same until a type or field is added, renamed or removed, or its
 * kind changes.
 */
export function catalogueFingerprint(): string {
  const shape = recordTypes.map((type) => [
    type.name,
    Object.entries(fieldsOf(type)).map(([name, { kind }]) => `${name} ${kind}`),
  ]);
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16);
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: Json) => typeof value === 'string';
const isInteger = (value: Json) => Number.isSafeInteger(value);
const isHex = (value: Json) => typeof value === 'string' && /^([0-9a-f]{2})*$/.test(value);
/**
 * True for an object or a list: the response to a plan is the list of its steps. The judge of the row checks which one
 * is required.
 */
const isStructure = (value: Json) => typeof value === 'object' && value !== null;
const orNull = (holds: (value: Json) => boolean) => (value: Json) => value === null || holds(value);

const holds = {
  text: isText,
  'text?': orNull(isText),
  integer: isInteger,
  'integer?': orNull(isInteger),
  boolean: (value) => typeof value === 'boolean',
  bytes: isHex,
  'bytes?': orNull(isHex),
  document: isStructure,
  'document?': orNull(isStructure),
} satisfies Record<ColumnKind, (value: Json) => boolean>;
