/** Objects that are shown as they are: those members that are asked for, under the names they are asked for. */
import type { RecordTypeName } from '../catalogue/index.ts';
import type { Json } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import type { ChangeLog } from '../records/log/store.ts';
import type { HistoryOf, PageFields, PlainField } from './compiled.ts';
import { eachLine } from './page-lines.ts';
import { expect, type Reading } from './read-records.ts';
import type { Room } from './room.ts';

/** For one object, whose values may be asked for under many names: the text of each is made once, and counted wherever it is written. */
export function makeShowPlain(room: Room) {
  const texts = new Map<Json, string>();
  return show;

  function show(value: Json | undefined, fields: readonly PlainField[] | undefined): string {
    if (value === undefined || value === null || fields === undefined) return write(textOf(value ?? null));
    let text = '';
    if (Array.isArray(value)) {
      for (const item of value) text += (text === '' ? '' : ',') + show(item, fields);
      return `[${text}]`;
    }
    for (const { key, name, typename, fields: own } of fields) {
      text += write(text === '' ? key : `,${key}`);
      text += typename === undefined ? show((value as Record<string, Json>)[name], own) : write(`"${typename}"`);
    }
    return `{${text}}`;
  }

  function textOf(value: Json): string {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const made = JSON.stringify(value);
    texts.set(value, made);
    return made;
  }

  function write(text: string): string {
    room.write(text.length);
    return text;
  }
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
      const showPlain = makeShowPlain(room);
      for (const [n, field] of page.entries()) {
        if (field.is === 'nodes') nodes[n]!.push(showPlain(entry, field.fields));
      }
    },
    room.pause,
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
