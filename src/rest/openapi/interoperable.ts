/**
 * Schemas of decimals as they go out into the world. `multipleOf: 0.0001` is right, but most validators divide binary
 * fractions and find that 14.16 is no multiple of it, and many tools still take `exclusiveMinimum` for the boolean it once was.
 * So the places stand in words, and the bounds are the last values allowed.
 */
import type { JsonSchema } from '../../records/schema.ts';

export function interoperable(schema: JsonSchema): JsonSchema {
  return rewritten(schema) as JsonSchema;
}

function rewritten(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewritten);
  if (typeof node !== 'object' || node === null) return node;
  if ('multipleOf' in node || 'exclusiveMaximum' in node) return decimal(node as Decimal);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewritten(value)]));
}

interface Decimal extends JsonSchema {
  readonly multipleOf?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly description?: string;
}

/** Near 10^11, doubles cannot tell more than 4 places apart. */
const STEP = 0.0001;

function decimal({ multipleOf, exclusiveMinimum, exclusiveMaximum, description, ...rest }: Decimal): JsonSchema {
  const places = multipleOf && `At most ${Math.round(-Math.log10(multipleOf))} decimal places.`;
  const words = [description, places].filter(Boolean).join(' ');
  return {
    ...rest,
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum + STEP }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum - STEP }),
    ...(words === '' ? {} : { description: words }),
  };
}
