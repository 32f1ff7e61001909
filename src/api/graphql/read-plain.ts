/** Renders objects that are returned as they are, with the selected members and aliases. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import type { HistorySelection, PageFields, PlainField } from './compiled-query.ts';
import { forEachPageLine } from './page-lines.ts';
import { type ReadContext, unwrap } from './read-records.ts';
import type { ResponseBudget } from './response-budget.ts';

/**
 * Creates a renderer for one object. A value can be selected under many aliases: its text is built once, and counted
 * each time it is written.
 */
export function createPlainRenderer(room: ResponseBudget): (value: Json, fields: readonly PlainField[]) => string {
  const texts = new Map<Json, string>();
  return (value, fields) => {
    const written: string[] = [];
    for (const piece of piecesOf(value, fields)) written.push(room.write(piece));
    return written.join('');
  };

  function* piecesOf(value: Json | undefined, fields: readonly PlainField[] | undefined): Generator<string> {
    if (value === undefined || value === null || fields === undefined) yield textOf(value ?? null);
    else if (Array.isArray(value)) {
      yield '[';
      for (const [n, item] of value.entries()) {
        if (n > 0) yield ',';
        yield* piecesOf(item, fields);
      }
      yield ']';
    } else {
      yield '{';
      for (const [n, { key, name, typename, fields: own }] of fields.entries()) {
        yield n > 0 ? `,${key}` : key;
        if (typename === undefined) yield* piecesOf((value as Record<string, Json>)[name], own);
        else yield `"${typename}"`;
      }
      yield '}';
    }
  }

  function textOf(value: Json): string {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const made = JSON.stringify(value);
    texts.set(value, made);
    return made;
  }
}

export interface HistoryReadContext extends ReadContext {
  readonly log: Pick<ChangeLog, 'history'>;
}

/** Returns the history of a record as JSON text; null if the record does not exist. */
export async function readHistory(
  { type, id, listing }: HistorySelection,
  page: PageFields<PlainField[]>,
  { log, records, gone, room }: HistoryReadContext,
): Promise<string> {
  if (!(await exists(records, type, id))) return 'null';
  const found = unwrap(await log.history(type, id, listing, gone()));
  const nodes = page.map((): string[] => []);
  const showNodes = (line: string) => {
    const entry = JSON.parse(line) as Json;
    const showPlain = createPlainRenderer(room);
    for (const [n, field] of page.entries()) {
      if (field.is === 'nodes') nodes[n]!.push(showPlain(entry, field.fields));
    }
  };
  // The body is read only if nodes are selected.
  if (page.some(({ is }) => is === 'nodes')) await forEachPageLine(found.body, showNodes, room.pause);
  const members = page.map((field, n) => {
    if (field.is === 'nodes') return `${field.key}[${nodes[n]!.join()}]`;
    if (field.is === 'typename') return `${field.key}"${field.name}"`;
    return `${field.key}${field.is === 'more' ? found.more : found.total}`;
  });
  return `{${members.join()}}`;
}

async function exists(records: ReadContext['records'], type: RecordTypeName, id: number): Promise<boolean> {
  const record = id < 1 ? undefined : await records.read(type, id);
  if (record instanceof Problem) throw record;
  return record !== undefined;
}
