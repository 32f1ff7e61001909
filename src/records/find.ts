/**
 * Records by whatever somebody types: a number they are called by, an ID, or letters of a name. What one index answers comes first; where a
 * number has led to a record, nothing else is meant. Then one type after the other is searched, so that a single look at many rows is under
 * way, and none once nobody waits any more.
 */
import { fieldsOf, type RecordTypeName, recordType } from '../catalogue/index.ts';
import type { ClientAbort } from '../lib/gone.ts';
import { Problem } from '../problems.ts';
import { cutPage } from './lists/cut-page.ts';
import type { ListPlan } from './lists/plan.ts';
import { planRecordList } from './lists/planning.ts';
import { wholeText } from './lists/whole-page.ts';
import { type Name, nameRecords } from './names.ts';
import type { RecordStore } from './store.ts';

/** Records of one type that the search found. */
export interface Finds {
  readonly type: RecordTypeName;
  readonly found: readonly (Name & { readonly id: number })[];
}

/** Record types that the search covers, most wanted first. */
export const findable = [
  ...(['WorkOrders', 'Assets', 'Tasks', 'PurchaseOrders', 'Products', 'Locations', 'Vendors', 'Employees'] as const),
] satisfies readonly RecordTypeName[];

/** Record types found only by number: people read the number from paper and rarely search for them otherwise. */
const numberedToo = ['Jobs', 'Forms'] as const satisfies readonly RecordTypeName[];

const MAX_EACH = 5;
/** Fewer letters are in nearly every name. */
const SEARCHED_FROM = 3;

export type FindStore = Pick<RecordStore, 'list' | 'titles'>;

/** `types`: those that may be read. A type that cannot be looked at now is left out: the others are found all the same. */
export async function* findRecords(
  store: FindStore,
  text: string,
  mayRead: (type: RecordTypeName) => boolean,
  gone: ClientAbort,
): AsyncGenerator<Finds> {
  const typed = text.trim();
  const known = new Set<string>();
  let isNumber = false;
  for (const { type, query, names } of lookUps(typed).filter((one) => mayRead(one.type))) {
    const finds = await find(query, type);
    if (finds === undefined) continue;
    isNumber ||= names;
    yield finds;
  }
  if (isNumber || Array.from(typed).length < SEARCHED_FROM) return;
  for (const type of findable.filter(mayRead)) {
    // The newest are those that people are at work on.
    const finds = await find(`search=${encodeURIComponent(typed)}&orderby=ID+Desc`, type);
    if (finds !== undefined) yield finds;
  }

  async function find(query: string, type: RecordTypeName): Promise<Finds | undefined> {
    gone().throwIfAborted();
    const plan = planRecordList(type, `${query}&take=${MAX_EACH}`);
    const ids = plan instanceof Problem ? plan : await idsOf(store, plan, gone);
    if (ids instanceof Problem) return undefined;
    const fresh = ids.filter((id) => !known.has(`${type} ${id}`));
    for (const id of fresh) known.add(`${type} ${id}`);
    if (fresh.length === 0) return undefined;
    const names = await nameRecords(store, new Map([[recordType(type), fresh]]), gone());
    if (names instanceof Problem) return undefined;
    return { type, found: fresh.flatMap((id) => ({ id, ...names[type]![id]! })) };
  }
}

interface LookUp {
  readonly type: RecordTypeName;
  readonly query: string;
  /** True if the typed text identifies exactly this record. */
  readonly names: boolean;
}

/** `WO-3391`, `wo3391` and `WO-003391` are the number of one work order; `17` the ID of a record of any type. */
function lookUps(typed: string): LookUp[] {
  const [, letters = '', digits = ''] = /^([a-z]+)-?0*(\d{1,9})$/i.exec(typed) ?? [];
  const byNumber = [...findable, ...numberedToo].flatMap((type): LookUp[] => {
    const { numbered } = recordType(type);
    return numbered !== undefined && numbered === letters.toUpperCase()
      ? [{ type, query: `Number=${numbered}-${digits.padStart(6, '0')}`, names: true }]
      : [];
  });
  const byOwn = findable.flatMap((type): LookUp[] => {
    const field = ownNumber(type);
    return typed !== '' && field !== undefined
      ? [{ type, query: `${field}=${encodeURIComponent(typed)}`, names: false }]
      : [];
  });
  const isID = /^[1-9]\d{0,8}$/.test(typed);
  const byID = isID ? findable.map((type): LookUp => ({ type, query: `ID=${typed}`, names: false })) : [];
  return [...byNumber, ...byOwn, ...byID];
}

/** Returns the first unique field of a type, in which a company keeps its own numbers. */
function ownNumber(type: RecordTypeName): string | undefined {
  return Object.entries(fieldsOf(recordType(type))).find(([, field]) => 'unique' in field && field.unique)?.[0];
}

async function idsOf(store: FindStore, plan: ListPlan, gone: ClientAbort): Promise<number[] | Problem> {
  const page = await store.list(plan, gone);
  if (page instanceof Problem) return page;
  const records: { readonly ID: number }[] = JSON.parse(await wholeText(cutPage(page.body, ['ID'])));
  return records.map(({ ID }) => ID);
}
