/** Random list queries that the document allows: every parameter, and filters with values of the property's kind. */
import fc from 'fast-check';
import type { OpenApi, Operation, Schema } from './openapi-document.ts';

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];

export function randomQuery(openApi: OpenApi, operation: Operation): fc.Arbitrary<string> {
  const item = openApi.schema(operation.responses[200]!.content!.schema.items!);
  const filters = operation.parameters.filter(
    (one) => one.in === 'query' && one.schema.type === 'array' && one.name !== 'contains',
  );
  const names = filters.map(({ name }) => name);
  const direction = fc.constantFrom('', ' Asc', ' desc');
  const order = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.tuple(...keys.map((key) => direction.map((word) => key + word))))
    .map((keys) => keys.join(','));
  const general = fc.record(
    {
      take: fc.integer({ min: 0, max: 1000 }),
      skip: fc.integer({ min: 0, max: 40 }),
      orderby: order,
      count: fc.boolean(),
      Deleted: fc.boolean(),
      ...(operation.parameters.some(({ name }) => name === 'search') && { search: fc.constantFrom('a', '%', 'é') }),
      contains: fc.constant(`${names[0]}:1`),
    },
    { requiredKeys: [] },
  );
  const matching = fc.constantFrom('exact', 'fuzzy', 'extFilter');
  return fc.tuple(general, matching, fc.array(fc.constantFrom(...names), { maxLength: 3 })).chain(([rest, how, used]) =>
    fc.tuple(...used.map((name) => filterValue(openApi.schema(item.properties![name]!), how))).map((values) => {
      const switches = how === 'exact' ? [] : [`${how}=true`];
      const pairs = [...Object.entries(rest), ...used.map((name, index) => [name, values[index]] as const)];
      return [...switches, ...pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)].join('&');
    }),
  );
}

function filterValue(property: Schema, how: string): fc.Arbitrary<string> {
  const value = plainValue(property);
  if (how !== 'extFilter') return value;
  return fc.tuple(value, fc.constantFrom(...operators)).map(([text, operator]) => `${text} ${operator}`);
}

function plainValue(property: Schema): fc.Arbitrary<string> {
  const types = [property.type ?? []].flat();
  if (property.enum) return fc.constantFrom(...property.enum.filter((value) => value !== null).map(String));
  if (property.format === 'date-time') return fc.constantFrom('2026-01-31', '2026-01-31T09:30:00+02:00', '0001-01-01');
  if (property.format === 'date') return fc.constantFrom('2026-01-31', '9999-12-31');
  if (types.includes('string')) return fc.string({ unit: fc.constantFrom(...'aZ %_\\\'"é漢😀+&='), maxLength: 20 });
  if (types.includes('boolean')) return fc.constantFrom('true', 'FALSE');
  if (types.includes('integer')) return fc.constantFrom('0', '007', '-5', '9007199254740991');
  return fc.constantFrom('0', '12.5', '-0.0001', '1e3');
}
