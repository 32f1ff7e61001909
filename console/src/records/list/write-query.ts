/** Writes chips as a query string: for the page address, for `curl`, and for the request itself. */
import { findField, type TypeDescription } from '../description.ts';
import { type ChipValue, DEFAULT_PAGE_SIZE, type FilterChip, type ListQuery, type OrderKey } from './chip.ts';
import { splitOperator } from './read-query.ts';

export type QueryParameter = readonly [name: string, value: string];

/** Returns the query for the page address, without default values. */
export function stringifyListQuery(type: TypeDescription, query: ListQuery): string {
  const { take, skip } = query;
  return encodeParameters([
    ...filterParameters(type, query),
    ...orderParameters(query.order),
    ...(take === DEFAULT_PAGE_SIZE ? [] : [['take', String(take)] as const]),
    ...(skip === 0 ? [] : [['skip', String(skip)] as const]),
  ]);
}

/** Returns the query for the service. It always contains the page size. */
export function stringifyPageRequest(type: TypeDescription, query: ListQuery): string {
  const { take, skip, order } = query;
  return encodeParameters([
    ...filterParameters(type, query),
    ...orderParameters(order),
    ['take', String(take)],
    ...(skip === 0 ? [] : [['skip', String(skip)] as const]),
  ]);
}

/** Returns the query for an export: all matches in list order, without paging. */
export function stringifyExportRequest(type: TypeDescription, query: ListQuery): string {
  return encodeParameters([...filterParameters(type, query), ...orderParameters(query.order)]);
}

/** Returns only the filters: counts and totals need neither order nor page. */
export function stringifyFilters(type: TypeDescription, query: Pick<ListQuery, 'chips' | 'search'>): string {
  return encodeParameters(filterParameters(type, query));
}

function filterParameters(
  type: TypeDescription,
  { chips, search }: Pick<ListQuery, 'chips' | 'search'>,
): QueryParameter[] {
  const compared = chips.some((chip) => needsComparing(type, chip));
  // Only `fuzzy` allows alternatives of a contained text, and it turns every other filter into "contains" as well.
  const fuzzy = !compared && chips.some((chip) => chip.is === 'contains' && chip.texts.length > 1);
  return [
    ...chips.flatMap((chip) => chipParameters(type, chip, compared, fuzzy)),
    ...(compared ? [['extFilter', 'true'] as const] : []),
    ...(fuzzy ? [['fuzzy', 'true'] as const] : []),
    ...(search === '' ? [] : [['search', search] as const]),
  ];
}

function orderParameters(order: readonly OrderKey[]): QueryParameter[] {
  if (order.length === 0) return [];
  return [['orderby', order.map(({ field, descending }) => (descending ? `${field} Desc` : field)).join(',')]];
}

/** True if the chip needs `extFilter`. A single such chip makes the service read all values as comparisons. */
function needsComparing(type: TypeDescription, chip: FilterChip): boolean {
  if (chip.is === 'any') return chip.values.includes(null) && findField(type, chip.field)?.kind === 'text';
  if (chip.is === 'deleted') return chip.show === 'only';
  if (chip.is === 'unread') return splitOperator(chip.value).value !== chip.value;
  return chip.is === 'none' || chip.is === 'range';
}

function chipParameters(type: TypeDescription, chip: FilterChip, compared: boolean, fuzzy: boolean): QueryParameter[] {
  switch (chip.is) {
    case 'any':
      return chip.values.map((value) => [chip.field, compared ? plain(type, chip.field, value) : (value ?? 'null')]);
    case 'none':
      return chip.values.map((value) => [chip.field, `${value ?? 'null'} ne`]);
    case 'range':
      return [
        ...(chip.from ? [[chip.field, `${chip.from.value} ${chip.from.inclusive ? 'ge' : 'gt'}`] as const] : []),
        ...(chip.to ? [[chip.field, `${chip.to.value} ${chip.to.inclusive ? 'le' : 'lt'}`] as const] : []),
      ];
    case 'contains':
      if (fuzzy) return chip.texts.map((text) => [chip.field, text]);
      return chip.texts.map((text) => ['contains', `${chip.field}:${text}`]);
    case 'deleted':
      return [['Deleted', chip.show === 'only' ? 'false ne' : 'true']];
    case 'unread':
      return [[chip.name, chip.value]];
  }
}

/** Writes a value literally: text that ends with an operator word gets an explicit ` eq`. */
function plain(type: TypeDescription, name: string, value: ChipValue): string {
  if (value === null) return 'null';
  const isText = findField(type, name)?.kind === 'text';
  return isText && splitOperator(value).value !== value ? `${value} eq` : value;
}

/** Encodes parameters so that they stay readable: spaces as `+`, and `@`, `:` and `,` unescaped. */
export function encodeParameters(parameters: readonly QueryParameter[]): string {
  return parameters.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
}

function escaped(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/%(40|3A|2C)/g, decodeURIComponent);
}
