/** Scalars that GraphQL does not define. They are shown as in REST; input is parsed later, where its field is known. */
import { type ConstValueNode, GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';

/** Integer scalar, because GraphQL's own Int ends at 2^31. */
export const IntegerScalar = scalar({
  name: 'Integer',
  description: 'A whole number from -(2^53-1) to 2^53-1.',
  fits: Number.isSafeInteger,
  write: 'a whole number from -(2^53-1) to 2^53-1',
});

export const DecimalScalar = scalar({
  name: 'Decimal',
  description: 'A number with at most four decimal places, seven for latitude and longitude.',
  fits: Number.isFinite,
  write: 'a number such as 12.5',
});

export const TimestampScalar = scalar({
  name: 'Timestamp',
  description:
    'An instant, ISO 8601 in UTC with milliseconds: "2026-01-31T09:30:00.000Z". Given, it may carry any offset; a date alone is its first instant.',
  fits: isText,
  write: 'a text such as "2026-01-31T09:30:00Z"',
});

export const DateScalar = scalar({
  name: 'Date',
  description: 'A day: "2026-01-31".',
  fits: isText,
  write: 'a text such as "2026-01-31"',
});

export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value, as REST shows it.',
});

interface ScalarOptions {
  readonly name: string;
  readonly description: string;
  fits(given: unknown): boolean;
  /** Hint for the error message: the expected form. */
  readonly write: string;
}

function scalar({ name, description, fits, write }: ScalarOptions): GraphQLScalarType {
  // Of a value within the query the refusal says where it is; of a variable GraphQL itself does.
  const read = (given: unknown, nodes?: ConstValueNode) => {
    if (fits(given)) return given;
    throw new GraphQLError(`${name} cannot represent ${shown(given)}: write ${write}.`, { nodes });
  };
  return new GraphQLScalarType({
    name,
    description,
    coerceInputValue: (given) => read(given),
    coerceInputLiteral: (node) => read(valueFromASTUntyped(node), node),
  });
}

function isText(given: unknown): boolean {
  return typeof given === 'string';
}

/** Returns the client's value as text, shortened. */
function shown(given: unknown): string {
  const text = JSON.stringify(given) ?? String(given);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
