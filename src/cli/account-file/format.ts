/**
 * The file one account travels in: a line of JSON for each row, between a first line that says what it is and a last one
 * that proves it whole: how many rows of each kind, and the SHA-256 of all lines before it. A record's own text stands in
 * its line exactly as it is kept.
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
 * Those that can be read: format 1 knew no trace of a change, format 2 no log of changes, format 3 had secrets in clear and knew no patience,
 * format 4 knew one secret of a key before its own, format 5 knew no record of a test.
 */
export const VERSIONS = [1, 2, 3, 4, 5, 6] as const;

export interface Header {
  readonly kind: 'header';
  readonly format: typeof FORMAT;
  readonly version: (typeof VERSIONS)[number];
  /** Which record types and fields there were: documents have the fields of their time. */
  readonly catalogue: string;
  readonly exportedOn: string;
  readonly shardID: string;
  readonly engine: string;
  readonly frozen: boolean;
  readonly account: AccountHeader;
  /** How the secrets are kept in it. */
  readonly secrets?: SecretsHeader;
}

/** What the last line proves. */
export interface Totals {
  readonly counts: Readonly<Partial<Record<FileKind, number>>>;
  /** Deliveries that are still to be sent. */
  readonly waiting: number;
  readonly sha256: string;
}

/** Where a row's document begins. In no text before it can this stand: there the quotes would be escaped. */
const DOCUMENT = ',"text":';

export function lineOf({ kind, values }: AccountRow): string {
  let line = `{"kind":"${kind}"`;
  Object.entries(rowColumnsOf(kind)).forEach(([name, column], n) => {
    line += isDocument(column) ? DOCUMENT + inOneLine(values[n]) : `,"${name}":${JSON.stringify(values[n])}`;
  });
  return `${line}}`;
}

/** Between its parts JSON may go on in another line, as in the kept answer to a plan of several steps; within texts it cannot. */
function inOneLine(document: RowValue | undefined): string {
  return String(document).replaceAll('\n', ' ');
}

/** A line of a file: its kind as the file counts it, and the row, where there is one of it today. */
export interface ReadLine {
  readonly kind: FileKind;
  readonly row: AccountRow | undefined;
}

/** Reads the lines of one file, in their order. Undefined where a line is not one of ours. */
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
    // Written in another way than ours, as with a letter of its name escaped, it is not found.
    if (isText && document === undefined) return undefined;
    values.push(isText ? document! : (value as RowValue));
  }
  return { kind, values };
}

function isDocument(column: ColumnKind): boolean {
  return column.startsWith('document');
}

/** Rows of a kind that only files of before the log of changes have. */
export type FileKind = RowKind | 'events';

function kindsIn(version: Header['version']): readonly FileKind[] {
  return version >= 3 ? rowKinds : rowKinds.flatMap((kind) => (kind === 'changes' ? [kind, 'events'] : [kind]));
}

export function lastLine({ counts, waiting, sha256 }: Totals, version: Header['version'] = VERSION): string {
  const kinds = kindsIn(version);
  const inOrder = Object.fromEntries(kinds.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]]] : [])));
  return JSON.stringify({ kind: 'end', counts: inOrder, waiting, sha256 });
}

/** The line itself and what lies in a column around a record, or around a value of one: as deep as the service takes it. */
export const parseLine = (line: string) => parseJson(line, 1 + AROUND_RECORDS, ANY_MEMBERS);

/** As strictly as a body that comes by the API: no text that a database could not keep gets in. */
export function parse(line: string): Record<string, Json> | undefined {
  const parsed = parseLine(line);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** The same as long as no type or field is added, renamed or taken away. */
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
/** An object; of the answer to a plan, the list of its steps. Which it must be, whoever judges the row knows. */
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
