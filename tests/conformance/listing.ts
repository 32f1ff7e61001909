/** Lists as the suite asks for them. */
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { Condition, ListPlan, OrderKey, Test } from '../../src/records/lists/plan.ts';
import type { ListPage, RecordFields, RecordStore } from '../../src/records/store.ts';

export const byID: readonly OrderKey[] = [{ field: 'ID', descending: false }];

export function plan(type: RecordTypeName, parts: Partial<Omit<ListPlan, 'type'>> = {}): ListPlan {
  return { type, where: [], order: byID, skip: 0, take: 1000, count: false, ...parts };
}

export async function pageOf(store: RecordStore, asked: ListPlan): Promise<ListPage> {
  const page = await store.list(asked);
  if ('body' in page) return page;
  throw new Error(`${page.code}: ${page.detail}`);
}

export async function recordsOf(page: ListPage): Promise<RecordFields[]> {
  return JSON.parse(isWhole(page) ? textOf(page) : (await Array.fromAsync(piecesOf(page))).join(''));
}

/** The text of a page that came whole. */
export function textOf(page: ListPage): string {
  if (!isWhole(page)) throw new Error('The page came in pieces');
  return typeof page.body === 'string' ? page.body : Buffer.from(page.body as Uint8Array).toString();
}

/** The pieces of a page that did not. */
export function piecesOf(page: ListPage): AsyncIterable<string> {
  if (isWhole(page)) throw new Error('The page came whole');
  return page.body as AsyncIterable<string>;
}

function isWhole({ body }: ListPage): boolean {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** The ids of all records for which every one of the tests holds. */
export function idsOf(store: RecordStore, type: RecordTypeName, field: string, ...tests: Test[]): Promise<number[]> {
  return idsWhere(
    store,
    type,
    tests.map((test) => ({ field, anyOf: [test] })),
  );
}

export async function idsWhere(store: RecordStore, type: RecordTypeName, where: Condition[]): Promise<number[]> {
  const records = await recordsOf(await pageOf(store, plan(type, { where })));
  return records.map((record) => record.ID as number);
}
