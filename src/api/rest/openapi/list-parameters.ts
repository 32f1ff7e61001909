/** The query parameters of lists: those every list has, and one per property that can be filtered. */
import {
  type Field,
  fieldsOf,
  isScalar,
  recordTypes,
  type ScalarField,
  type ScalarKind,
} from '../../../catalogue/index.ts';
import { type Listable, listableRecords } from '../../../records/lists/properties.ts';
import { defaultTake, type ListParameter, maxTake } from '../../../records/lists/request.ts';
import { componentReference, type OpenApiObject, optionalExample } from './operation.ts';

/** Parameter components, by the name of the component. */
const everyList: Record<ListParameter, OpenApiObject> = {
  take: {
    description: `How many items to return, at most ${maxTake}. More is refused, never cut silently.`,
    schema: { type: 'integer', minimum: 0, maximum: maxTake, default: defaultTake },
    examples: optionalExample(100),
  },
  skip: {
    description: 'How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    examples: optionalExample(100),
  },
  orderby: {
    description:
      'Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item.',
    schema: { type: 'string' },
    examples: optionalExample('CreatedOn Desc'),
  },
  fuzzy: {
    description:
      'With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact.',
    schema: { type: 'boolean', default: false },
    examples: optionalExample(true),
  },
  extFilter: {
    description:
      'With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`.',
    schema: { type: 'boolean', default: false },
    examples: optionalExample(true),
  },
  search: {
    description: 'A text that one of the fields people know a record by contains, without regard to case.',
    schema: { type: 'string', minLength: 1 },
    examples: optionalExample('boiler'),
  },
  contains: {
    description:
      'A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`.',
    schema: { type: 'array', items: { type: 'string', pattern: '^[^:]+:.' } },
    style: 'form',
    explode: true,
    examples: optionalExample(['CreatedBy:example.com']),
  },
  fields: {
    description:
      'The only properties to show, separated by commas. They come in the order of the record, the id always with them.',
    schema: { type: 'string', pattern: '^ *\\w+ *(?:, *\\w+ *)*$' },
    examples: optionalExample('ID,CreatedOn,UpdatedOn'),
  },
  count: {
    description: 'With `true` the answer carries `X-Total-Count`, which costs a count of all matches.',
    schema: { type: 'boolean', default: false },
    examples: optionalExample(true),
  },
  Deleted: {
    description:
      'With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones.',
    schema: { type: 'string', pattern: '^(?:true|false)(?: (?:eq|ne))?$', default: 'false' },
    examples: optionalExample('true'),
  },
};

/** Parameter of lists that also support CSV. */
const columns: OpenApiObject = {
  description:
    'With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type.',
  schema: { type: 'string', pattern: '^ *\\w+ *(?:, *\\w+ *)*$' },
  examples: optionalExample('ID,CreatedOn,UpdatedOn'),
};

export function listParameters(listable: Listable): OpenApiObject[] {
  const { properties, deletable, search } = listable;
  const names = ['take', 'skip', 'orderby', 'fuzzy', 'extFilter', 'contains', 'fields', 'count'] as const;
  const own = isOfRecords(listable) ? {} : ownExamples(listable);
  const general = names.map((name) =>
    own[name] === undefined
      ? componentReference('parameters', name)
      : { name, in: 'query', ...everyList[name], examples: optionalExample(own[name]) },
  );
  const filters = [...properties].flatMap(([name, field]): OpenApiObject[] => {
    if (!isFilter(name, field)) return [];
    return [isCommon(name, field) ? componentReference('parameters', `${name}Filter`) : filterParameter(name, field)];
  });
  const searched = search === undefined ? [] : [componentReference('parameters', 'search')];
  return [...general, ...searched, ...(deletable ? [componentReference('parameters', 'Deleted')] : []), ...filters];
}

export function listParameterComponents(): OpenApiObject {
  const general = Object.entries({ ...everyList, columns }).map(([name, rest]) => [
    name,
    { name, in: 'query', ...rest },
  ]);
  const common = [...listableRecords('Tasks').properties].flatMap(([name, field]) =>
    isFilter(name, field) && isCommon(name, field) ? [[`${name}Filter`, filterParameter(name, field)]] : [],
  );
  return Object.fromEntries([...general, ...common]);
}

/** The examples of the shared parameters name what all records have. */
function isOfRecords(listable: Listable): boolean {
  return recordTypes.some(({ name }) => listableRecords(name) === listable);
}

/** Examples of the parameters that name properties, for a list of other things. */
function ownExamples({ properties, shown, key }: Listable): { readonly [Name in ListParameter]?: unknown } {
  const first = (kind: ScalarKind) => [...properties].find(([, field]) => field.kind === kind)?.[0];
  const fields = [key, ...(shown ?? [...properties.keys()]).filter((name) => name !== key)].slice(0, 3);
  const text = first('text');
  return {
    fields: fields.join(','),
    orderby: `${first('timestamp') ?? key} Desc`,
    contains: [text === undefined ? `${key}:1` : `${text}:example.com`],
  };
}

/** `Deleted` is a switch of its own. */
function isFilter(name: string, field: Field): field is ScalarField {
  return name !== 'Deleted' && isScalar(field);
}

/** True if every record type declares the field identically, so that all can share one component. */
function isCommon(name: string, field: Field): boolean {
  return recordTypes.every((type) => fieldsOf(type)[name] === field);
}

function filterParameter(name: string, field: ScalarField): OpenApiObject {
  return {
    name,
    in: 'query',
    description: `${expects[field.kind](field as never)}${field.nullable ? findsNull(field) : ''}`,
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: true,
  };
}

/** `null` is also a word, so a text must say that it means none. */
function findsNull({ kind }: ScalarField): string {
  return kind === 'text' ? ' Under `extFilter`, `null` finds those without one.' : ' `null` finds those without one.';
}

const expects = {
  text: () => 'The text, exactly as it is.',
  int: () => 'A whole number.',
  decimal: () => 'A number.',
  boolean: () => '`true` or `false`.',
  timestamp: () => 'A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC.',
  date: () => 'A date, `YYYY-MM-DD`.',
  enum: ({ values }: { values: readonly string[] }) => `One of ${values.map((value) => `\`${value}\``).join(', ')}.`,
  reference: ({ to }: { to: string }) => `The ID of a record in ${to}.`,
} satisfies Record<ScalarKind, (field: never) => string>;
