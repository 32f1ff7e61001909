/**
 * A list plan as one SQL statement that returns the ready JSON text, whether more follows, and the total when asked.
 * Identifiers come from the catalogue alone; everything a client wrote is a parameter.
 *
 * The inner select walks keys only, so that skipped rows are passed over in an index; documents are joined last. One row
 * more than asked for is read: it tells whether more follows and is cut off again (decision 0003 has the measurements).
 */
import type { Each, ListPlan } from '../../../records/lists/plan.ts';
import type { PageHead } from '../../../records/store.ts';
import { tableOf } from '../../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { orderSql } from './list-order.ts';
import { type AccessPath, DATABASE_CHOICE } from './list-planner.ts';
import { rowsSql } from './list-rows.ts';

export type { Dialect, SqlQuery } from '../../sql/dialect.ts';

/** The result of `listQuery`: always one row of these columns, in this order. */
export interface ListRow {
  /** JSON array of the documents found; null if there are none. */
  readonly body: Uint8Array | string | null;
  /** Number of documents in `body`: less than `found` if some exceed the size limit. */
  readonly included: number;
  /** Number of rows found, at most one more than the page takes, and the total bytes of their documents. */
  readonly found: number;
  readonly bytes: number;
  readonly total: number | null;
}

/** A page of more bytes is sent in pieces. */
export const LARGE_PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Size limit for each document of a page. With `even`, the documents together cannot be much larger than a page may be,
 * so their sizes need not be summed first. A page below that total with uneven documents is read again with `any`,
 * which allows each document the whole size.
 */
export type PageSizePolicy = 'even' | 'any';

function mostBytes({ take }: ListPlan, evenness: PageSizePolicy): number {
  return evenness === 'any' ? LARGE_PAGE_BYTES : Math.floor((2 * LARGE_PAGE_BYTES) / (take + 1));
}

/**
 * Separator between two records. JSON text contains no line feed of its own, so the separator marks where the last
 * record begins.
 */
export const DOCUMENT_SEPARATOR = ',\n';

export function listQuery(
  plan: ListPlan,
  account: number,
  dialect: Dialect,
  evenness: PageSizePolicy = 'even',
  way: AccessPath = DATABASE_CHOICE,
): SqlQuery {
  const { page, total, parameters } = select(plan, plan.take + 1, account, dialect, way);
  const fits = `octet_length(d.text) <= ${parameters.add(mostBytes(plan, evenness))}`;
  const text = `SELECT ${dialect.array('d.text', fits)} AS body,
  CAST(count(*) FILTER (WHERE ${fits}) AS integer) AS included, CAST(count(*) AS integer) AS found,
  CAST(coalesce(sum(octet_length(d.text)), 0) AS integer) AS bytes, ${total()} AS total
FROM ${dialect.withDocuments(page, tableOf(plan.type).documents)}`;
  return { text, values: parameters.values };
}

/** Selects what is known of a page without its documents: whether more rows follow, and the requested total. */
export function pageHeadQuery(
  plan: ListPlan,
  account: number,
  dialect: Dialect,
  way: AccessPath = DATABASE_CHOICE,
): SqlQuery {
  const { page, total, parameters } = select(plan, plan.take + 1, account, dialect, way);
  const text = `SELECT CAST(count(*) AS integer) AS found, ${total()} AS total FROM (${page}) AS page`;
  return { text, values: parameters.values };
}

export function readPageHead({ found, total }: Pick<ListRow, 'found' | 'total'>, { take }: ListPlan): PageHead {
  return { more: found > take, total: total ?? undefined };
}

/**
 * The result of one statement for a page. It has no body if the documents are too large for one text, or too uneven.
 */
export type PageResult = PageHead &
  ({ readonly body: string | Uint8Array } | { readonly body: null; readonly bytes: number });

export function isLargePage({ bytes }: { readonly bytes: number }): boolean {
  return bytes > LARGE_PAGE_BYTES;
}

export function readListRow(row: ListRow, plan: ListPlan): PageResult {
  const { more, total } = readPageHead(row, plan);
  if (row.included < row.found || isLargePage(row)) return { body: null, bytes: row.bytes, more, total };
  const array = row.body instanceof Uint8Array ? row.body : Buffer.from(row.body ?? '[]');
  return { body: more ? withoutLast(array) : array, more, total };
}

/**
 * Removes the last document in place: moves the closing bracket to the comma before it, or next to the opening bracket.
 */
function withoutLast(array: Uint8Array): Uint8Array {
  const end = Math.max(array.lastIndexOf(LINE_FEED), 2);
  array[end - 1] = CLOSING_BRACKET;
  return array.subarray(0, end);
}

const LINE_FEED = 0x0a;
const CLOSING_BRACKET = 0x5d;

/** Selects the documents of a page as rows, with their bytes; null for a document that is too large. Does not count. */
export function documentsQuery(
  plan: ListPlan,
  account: number,
  dialect: Dialect,
  evenness: PageSizePolicy = 'even',
  way: AccessPath = DATABASE_CHOICE,
): SqlQuery {
  const { page, parameters } = select(plan, plan.take + 1, account, dialect, way);
  const most = parameters.add(mostBytes(plan, evenness));
  const text = `SELECT CASE WHEN octet_length(d.text) <= ${most} THEN d.text END AS text, octet_length(d.text) AS bytes
FROM ${dialect.withDocuments(page, tableOf(plan.type).documents)}`;
  return { text, values: parameters.values };
}

/** Joins the rows of `documentsQuery` to a page. */
export function joinDocuments(rows: readonly (readonly unknown[])[], plan: ListPlan): PageResult {
  const more = rows.length > plan.take;
  const texts = rows.map(([text]) => text);
  const bytes = rows.reduce((sum, [, size]) => sum + (size as number), 0);
  if (texts.includes(null) || isLargePage({ bytes })) return { body: null, bytes, more, total: undefined };
  if (more) texts.pop();
  return { body: `[${texts.join(DOCUMENT_SEPARATOR)}]`, more, total: undefined };
}

/** Selects the keys of a page with the size of each document in bytes, in order, to read a large page in pieces. */
export function pageKeysQuery(
  plan: ListPlan,
  account: number,
  dialect: Dialect,
  way: AccessPath = DATABASE_CHOICE,
): SqlQuery {
  const { page, parameters } = select(plan, plan.take, account, dialect, way);
  const key = dialect.rowKey.map((column) => `page.${column}`).join(', ');
  const text = `SELECT ${key}, octet_length(d.text) AS size
FROM ${dialect.withDocuments(page, tableOf(plan.type).documents)}`;
  return { text, values: parameters.values };
}

/** Selects all requested documents in order, with keys and sizes; the text is null if it exceeds `inline` bytes. */
export function streamQuery(plan: ListPlan, account: number, dialect: Dialect, inline: number): SqlQuery {
  const { page, parameters } = select(plan, plan.take, account, dialect, DATABASE_CHOICE);
  const text = `SELECT CASE WHEN octet_length(d.text) <= ${parameters.add(inline)} THEN d.text END AS text,
  page.${dialect.rowKey.at(-1)} AS key, octet_length(d.text) AS size
FROM ${dialect.withDocuments(page, tableOf(plan.type).documents)}`;
  return { text, values: parameters.values };
}

/** Counts all records that match the filters, on any page. */
export function countQuery(plan: ListPlan, account: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(DATABASE_CHOICE, { plan, account, dialect, parameters, use: COUNT_PURPOSE });
  return { text: `SELECT CAST(count(*) AS integer) AS total FROM ${rows}`, values: parameters.values };
}

/** Selects, for each record that is referred to, the number of rows that refer to it, in the order of these records. */
export function totalsQuery(plan: ListPlan & { readonly each: Each }, account: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(DATABASE_CHOICE, { plan, account, dialect, parameters, use: COUNT_PURPOSE });
  const text = `SELECT p.value AS id, (SELECT CAST(count(*) AS integer) FROM ${rows}) AS total
FROM ${dialect.numbers(plan.each.of, parameters)} ORDER BY p.key`;
  return { text, values: parameters.values };
}

/** Purpose for counting: no field of the rows is read. */
const COUNT_PURPOSE = { fields: [] };

function select(plan: ListPlan, limit: number, account: number, dialect: Dialect, way: AccessPath) {
  const parameters = new SqlParameters(dialect);
  const context = { plan, account, dialect, parameters, use: 'page' } as const;
  const [most, offset] = [parameters.add(limit), parameters.add(plan.skip)];
  const { name, columnOf } = tableOf(plan.type);
  const rows = rowsSql(way, context);
  const inOrder = way.by === 'order' && dialect.keepsOrder;
  const order = inOrder ? '' : `ORDER BY ${orderSql(plan.order, columnOf, dialect)}`;
  const found = plan.each === undefined ? { rows, order } : ofEach(plan.each);
  const page = `
  SELECT ${dialect.rowKey.map((column) => `t.${column}`).join(', ')} FROM ${found.rows}
  ${found.order} ${dialect.slice(most, offset)}
`;
  return { page, total, parameters };

  function ofEach({ of, take, skip }: Each): { rows: string; order: string } {
    const slice = dialect.slice(parameters.add(take), parameters.add(skip));
    const first = dialect.firstOfEach(name, (columns) => `SELECT ${columns} FROM ${rows} ${order} ${slice}`);
    return { rows: `${dialect.numbers(of, parameters)} ${first}`, order: order.replace('ORDER BY', 'ORDER BY p.key,') };
  }

  /**
   * Returns SQL for the total. If the page shows the end of the list, its position gives the total. Otherwise all rows
   * are counted.
   */
  function total(): string {
    if (!plan.count) return 'NULL';
    const all = rowsSql(way.by === 'order' ? way.otherwise : way, { ...context, use: COUNT_PURPOSE });
    return `CASE WHEN count(*) < ${most} AND (count(*) > 0 OR ${offset} = 0) THEN CAST(count(*) + ${offset} AS integer)
    ELSE (SELECT CAST(count(*) AS integer) FROM ${all}) END`;
  }
}
