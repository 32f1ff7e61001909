/**
 * Schemas as they go out into the world, where they must mean the same to every tool.
 *
 * - `multipleOf: 0.0001` is right, but most validators divide binary fractions and find that 14.16 is no multiple of it; and many
 *   tools still take `exclusiveMinimum` for the boolean it once was. So places stand in words, and bounds are the last values allowed.
 * - `readOnly` says in OpenAPI that a field is never part of a request, but a delivery is a request that shows whole records.
 */
import type { JsonSchema } from '../../../records/schema.ts';

export function toInteroperableSchema(schema: JsonSchema): JsonSchema {
  const copy = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, within(keyword, value)]));
  return reworded(copy);
}

/** Converts nested schemas. Other keywords are left unchanged, because examples and defaults are values. */
function within(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return toInteroperableSchema(value as JsonSchema);
  if (keyword !== 'properties') return value;
  const properties = Object.entries(value as { [name: string]: JsonSchema });
  return Object.fromEntries(properties.map(([name, property]) => [name, toInteroperableSchema(property)]));
}

interface Reworded extends JsonSchema {
  readonly multipleOf?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly readOnly?: boolean;
  readonly description?: string;
}

/** Near 10^11, doubles cannot distinguish more than 4 decimal places. */
const DECIMAL_STEP = 0.0001;

function reworded(schema: Reworded): JsonSchema {
  const { multipleOf, exclusiveMinimum, exclusiveMaximum, readOnly, description, ...rest } = schema;
  const words = [
    readOnly ? 'Read-only.' : '',
    description,
    multipleOf && `At most ${Math.round(-Math.log10(multipleOf))} decimal places.`,
  ].filter(Boolean);
  return {
    ...rest,
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum + DECIMAL_STEP }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum - DECIMAL_STEP }),
    ...(words.length === 0 ? {} : { description: words.join(' ') }),
  };
}
