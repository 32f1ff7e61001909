/**
 * Random records, full of values that collide, and random list requests that hit them: for tests that compare one
 * way to answer a list with another. Few distinct values on purpose, so that filters match and orders have ties.
 */
import fc from 'fast-check';
import {
  type Field,
  fieldsOf,
  isScalar,
  type RecordTypeName,
  recordType,
  type ScalarField,
  type ScalarKind,
} from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Listable } from '../../src/records/lists/properties.ts';
import type { RecordFields } from '../../src/records/store.ts';

interface RecordOptions {
  readonly max: number;
  /** The IDs a reference may point at; without them references are null, or 1 to 4 where they may not be. */
  readonly references?: (to: RecordTypeName) => readonly number[];
}

/** Records with the IDs 1, 2, 3..., unique where their type says so, in no valid state in particular. */
export function randomRecords(type: RecordTypeName, options: RecordOptions): fc.Arbitrary<RecordFields[]> {
  const fields = Object.entries(fieldsOf(recordType(type)));
  const record = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fieldValue(field, options)])));
  return fc
    .array(record, { maxLength: options.max, size: 'max' })
    .map((records) => records.map((own, at) => numbered(own, at + 1)));

  function numbered(own: Record<string, Json>, id: number): RecordFields {
    const unique = fields.flatMap(([name, field]) => {
      const value = own[name];
      if (field.kind !== 'text' || field.unique === undefined || typeof value !== 'string') return [];
      return [[name, cut(`${id}-${value}`, field.max)]];
    });
    return { ...own, ...Object.fromEntries(unique), ID: id };
  }
}

function fieldValue(field: Field, options: RecordOptions): fc.Arbitrary<Json> {
  const value = field.kind === 'reference' ? reference(field.to, options) : given(field);
  return field.nullable ? fc.option(value, { freq: 3, nil: null }) : value;
}

function reference(to: RecordTypeName, { references }: RecordOptions): fc.Arbitrary<Json> {
  const ids = references?.(to) ?? [1, 2, 3, 4];
  return fc.constantFrom(...(ids.length > 0 ? ids : [null]));
}

function given(field: Field): fc.Arbitrary<Json> {
  if (field.kind === 'object') return fc.constant({});
  if (field.kind === 'list') return fc.constant([]);
  return byKind[field.kind](field as never);
}

const byKind = {
  text: ({ max }: { max: number }) => text.map((value) => cut(value, max)),
  enum: ({ values }: { values: readonly string[] }) => fc.constantFrom(...values),
  int: () => fc.constantFrom(0, 1, 7, 12, -3, 1000, 2 ** 53 - 1, -(2 ** 53 - 1)),
  reference: () => fc.integer({ min: 1, max: 4 }),
  boolean: () => fc.boolean(),
  decimal: ({ places }: { places: 4 | 7 }) =>
    fc.constantFrom(0, 1, 12.5, -2.25, 0.0001, 1e3, 99999999999.9999, ...(places === 7 ? [1e-7, -33.8688197] : [])),
  date: () => fc.constantFrom('2024-02-29', '2026-01-01', '2026-01-31', '0001-01-01', '9999-12-31'),
  timestamp: () =>
    fc.constantFrom(
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2026-02-28T23:59:59.999Z',
      '2025-06-15T12:30:00.000Z',
      '1969-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ),
} satisfies Record<ScalarKind, (field: never) => fc.Arbitrary<Json>>;

/** Case that only all of Unicode knows, pattern and quote characters, operators' words, what sorts beyond U+FFFF. */
const text = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'ne', 'five ne', 'NULL eq', 'true', '007', '100%', '50_50', 'a\\b', "O'Neil", '"x"'),
  fc.constantFrom(
    'Straße',
    'STRASSE',
    'strasse',
    'ΟΔΟΣ',
    'οδος',
    'οδός',
    'İzmir',
    'ızmir',
    'ﬁlter',
    'FILTER',
    'é',
    'e\u0301',
  ),
  fc.constantFrom(
    '\u{1f6e0} pump',
    '\u{1f527}',
    '\ufffd',
    '\ue000',
    '\u{10400}',
    '\u{10428}',
    'שלום',
    'ａｂｃ',
    'ABC',
    'abc',
  ),
  fc.constantFrom(
    'Pump',
    'pump',
    'PUMP 2',
    'Pump room',
    'Check the pump',
    'x'.repeat(200),
    '\ufeffpump',
    'tab\there',
    'a,b&c=d+e#f',
  ),
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'ß', ' ', '%', '_', '\u{1f600}'), maxLength: 4 }),
);

function cut(value: string, max: number): string {
  return Array.from(value).slice(0, max).join('');
}

/** Query strings over the samples' values: nearly all valid, with one in thirty wrong in some way. */
export function randomListQuery(listable: Listable, samples: readonly RecordFields[]): fc.Arbitrary<string> {
  const scalars = Array.from(listable.properties).filter(
    (entry): entry is [string, ScalarField] => isScalar(entry[1]) && entry[0] !== 'Deleted',
  );
  return matching.chain((mode) =>
    fc
      .tuple(
        fc.array(filter(scalars, samples, mode), { maxLength: 3 }),
        sometimes(orderby([...scalars.map(([name]) => name), ...(listable.deletable ? ['Deleted'] : [])])),
        sometimes(
          fc.oneof(fc.integer({ min: 0, max: 7 }), fc.constantFrom(25, 1000)).map((take) => ['take', `${take}`]),
        ),
        sometimes(fc.integer({ min: 0, max: samples.length + 2 }).map((skip) => ['skip', `${skip}`])),
        sometimes(deleted(mode)),
        sometimes(fc.constantFrom('true', 'false').map((count) => ['count', count])),
        seldom(searching(listable, samples)),
        seldom(containing(scalars, samples)),
        fc.oneof({ arbitrary: fc.constant(undefined), weight: 29 }, wrong),
        fc.boolean(),
      )
      .chain(([filters, ...rest]) => {
        const plusForSpace = rest.at(-1) === true;
        const parameters = [...filters.flat(), ...rest, ...modeParameters[mode]].filter((one) => Array.isArray(one));
        return fc.tuple(fc.shuffledSubarray(parameters, { minLength: parameters.length }), fc.constant(plusForSpace));
      })
      .map(([parameters, plusForSpace]) => {
        const query = parameters
          .map(([name, value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(value!)}`)
          .join('&');
        return plusForSpace ? query.replaceAll('%20', '+') : query;
      }),
  );
}

type Mode = keyof typeof modeParameters;
type Sent = readonly string[];
const modeParameters = {
  exact: [],
  'exact, said': [
    ['fuzzy', 'false'],
    ['extfilter', 'False'],
  ],
  contains: [['fuzzy', 'TRUE']],
  compared: [['extFilter', 'true']],
  'compared over contains': [
    ['fuzzy', 'true'],
    ['extFilter', 'true'],
  ],
} as const satisfies Record<string, readonly Sent[]>;
const matching = fc.constantFrom(...(Object.keys(modeParameters) as Mode[]), 'compared' as const, 'contains' as const);

const wrong: fc.Arbitrary<Sent> = fc.constantFrom(
  ['take', '5000'],
  ['skip', '-1'],
  ['orderby', ''],
  ['Nmae', 'x'],
  ['search', ''],
  ['contains', 'Deleted:true'],
  ['contains', 'Nmae:x'],
  ['CreatedOn', 'yesterday'],
  ['CustomFields', '{}'],
  ["ID'; --", '1'],
);

function sometimes<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { freq: 2, nil: undefined });
}

function seldom<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { freq: 1, nil: undefined }).chain((one) => fc.constantFrom(one, undefined));
}

function searching({ search = [] }: Listable, samples: readonly RecordFields[]): fc.Arbitrary<Sent> {
  return partOf(samples.flatMap((record) => search.map((field) => record[field] ?? null))).map((text) => [
    'search',
    text,
  ]);
}

function containing(scalars: readonly [string, ScalarField][], samples: readonly RecordFields[]): fc.Arbitrary<Sent> {
  const looked = scalars.filter(([, { kind }]) => kind !== 'boolean').map(([name]) => name);
  return fc
    .constantFrom(...looked)
    .chain((name) =>
      partOf(samples.map((record) => record[name] ?? null)).map((text) => ['contains', `${name}:${text}`]),
    );
}

/** Of one of the values, as it is shown; never empty, and never half of a character. */
function partOf(values: readonly Json[]): fc.Arbitrary<string> {
  const texts = values
    .filter((value) => value !== null && value !== '')
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return fc
    .tuple(fc.constantFrom('pump', ...texts), fc.nat(3), fc.integer({ min: 1, max: 5 }), fc.boolean())
    .map(([text, from, length, upper]) => {
      const part =
        Array.from(text)
          .slice(from, from + length)
          .join('') || 'a';
      return upper ? part.toUpperCase() : part;
    });
}

function deleted(mode: Mode): fc.Arbitrary<Sent> {
  const plain = ['true', 'false', 'TRUE'];
  const values = isCompared(mode) ? [...plain, 'false ne', 'true ne', 'true EQ'] : plain;
  return fc.constantFrom(...values).map((value) => ['Deleted', value]);
}

function orderby(names: readonly string[]): fc.Arbitrary<Sent> {
  const key = fc.tuple(fc.constantFrom('', ' Asc', ' Desc', ' desc', ' DESC'), fc.boolean());
  return fc
    .tuple(
      fc.shuffledSubarray([...names], { minLength: 1, maxLength: 3 }),
      fc.array(key, { minLength: 3, maxLength: 3 }),
    )
    .map(([chosen, keys]) => {
      const parts = chosen.map((name, at) => (keys[at]![1] ? name : name.toLowerCase()) + keys[at]![0]);
      return ['orderby', parts.join(',')];
    });
}

function isCompared(mode: Mode): boolean {
  return mode.startsWith('compared');
}

/** One property, given once or several times. */
function filter(
  scalars: readonly (readonly [string, ScalarField])[],
  samples: readonly RecordFields[],
  mode: Mode,
): fc.Arbitrary<Sent[]> {
  return fc.constantFrom(...scalars).chain(([name, field]) => {
    const held = samples.map((sample) => sample[name] ?? null);
    const value =
      held.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...held), weight: 4 }, given(field)) : given(field);
    const sent = value.chain((one) => (isCompared(mode) ? compared(field, one) : plain(field, one, mode)));
    const often = fc.constantFrom(1, 1, 1, 2, 3, 5);
    return often.chain((times) =>
      fc.array(fc.tuple(fc.constantFrom(name, name.toLowerCase()), sent), { minLength: times, maxLength: times }),
    );
  });
}

function plain(field: ScalarField, value: Json, mode: Mode): fc.Arbitrary<string> {
  if (value === null) return field.kind === 'text' ? fc.constant('') : fc.constant('null');
  if (mode !== 'contains' || field.kind === 'boolean') return written(field, value);
  const points = Array.from(typeof value === 'string' ? value : JSON.stringify(value));
  return fc
    .tuple(fc.nat(points.length), fc.nat(points.length), fc.constantFrom('as it is', 'upper', 'lower'))
    .map(([a, b, letters]) => {
      const part = points.slice(Math.min(a, b), Math.max(a, b)).join('');
      if (letters === 'as it is' || field.kind !== 'text') return part;
      return letters === 'upper' ? part.toUpperCase() : part.toLowerCase();
    });
}

function compared(field: ScalarField, value: Json): fc.Arbitrary<string> {
  if (value === null) return fc.constantFrom('null', 'null eq', 'null ne', 'null NE');
  const operator = fc.constantFrom('', ' eq', ' ne', ' gt', ' ge', ' lt', ' le', ' GT', ' Le');
  // Behind the text "null" a comparison would be one with the null value.
  if (value === 'null') return fc.constant('null ne');
  return fc.tuple(written(field, value), operator).map((parts) => parts.join(''));
}

/** A value in one of the ways it may be written. */
function written(field: ScalarField, value: Json): fc.Arbitrary<string> {
  const own = typeof value === 'string' ? value : JSON.stringify(value);
  if (field.kind === 'boolean') return fc.constantFrom(own, own.toUpperCase());
  if (field.kind === 'int' || field.kind === 'reference') return fc.constantFrom(own, own.replace(/^-?/, '$&00'));
  if (field.kind === 'timestamp' && /^[12]/.test(own)) {
    const shifted = new Date(Date.parse(own) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    return fc.constantFrom(own, shifted, own.slice(0, 10));
  }
  return fc.constant(own);
}
