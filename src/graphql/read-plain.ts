/** Objects that are shown as they are: those members that are asked for, under the names they are asked for. */
import type { RecordTypeName } from '../catalogue/index.ts';
import type { Json } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import type { ChangeLog } from '../records/log/store.ts';
import type { HistoryOf, PageFields, PlainField } from './compiled.ts';
import { eachLine } from './page-lines.ts';
import { expect, type Reading } from './read-records.ts';

export function showPlain(value: Json | undefined, fields: readonly PlainField[] | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (fields === undefined) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => showPlain(item, fields)).join()}]`;
  const members = fields.map(({ key, name, typename, fields: own }) => {
    return key + (typename === undefined ? showPlain((value as Record<string, Json>)[name], own) : `"${typename}"`);
  });
  return `{${members.join()}}`;
}

export interface HistoryReading extends Reading {
  readonly log: Pick<ChangeLog, 'history'>;
}

/** Null where there is no such record. */
export async function readHistory(
  { type, id, listing }: HistoryOf,
  page: PageFields<PlainField[]>,
  { log, records, gone, room }: HistoryReading,
): Promise<string> {
  if (!(await exists(records, type, id))) return 'null';
  const found = expect(await log.history(type, id, listing, gone()));
  const nodes = page.map((): string[] => []);
  await eachLine(
    found.body,
    (line) => {
      const entry = JSON.parse(line) as Json;
      for (const [n, field] of page.entries()) {
        if (field.is !== 'nodes') continue;
        const text = showPlain(entry, field.fields);
        room.write(text.length);
        nodes[n]!.push(text);
      }
    },
    () => room.pause(),
  );
  const members = page.map((field, n) => {
    if (field.is === 'nodes') return `${field.key}[${nodes[n]!.join()}]`;
    if (field.is === 'typename') return `${field.key}"${field.name}"`;
    return `${field.key}${field.is === 'more' ? found.more : found.total}`;
  });
  return `{${members.join()}}`;
}

async function exists(records: Reading['records'], type: RecordTypeName, id: number): Promise<boolean> {
  const record = id < 1 ? undefined : await records.read(type, id);
  if (record instanceof Problem) throw record;
  return record !== undefined;
}
