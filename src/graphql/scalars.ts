/** Values that GraphQL has no type for. They are shown as REST shows them; what is given is read where its field is known. */
import { GraphQLError, GraphQLScalarType } from 'graphql';

/** GraphQL's own Int ends at 2^31. */
export const Integer = new GraphQLScalarType({
  name: 'Integer',
  description: 'A whole number from -(2^53-1) to 2^53-1.',
  coerceInputValue(given) {
    if (Number.isSafeInteger(given)) return given as number;
    throw new GraphQLError(`Integer cannot represent ${shown(given)}: write a whole number from -(2^53-1) to 2^53-1.`);
  },
});

export const Decimal = new GraphQLScalarType({
  name: 'Decimal',
  description: 'A number with at most four decimal places, seven for latitude and longitude.',
  coerceInputValue(given) {
    if (typeof given === 'number' && Number.isFinite(given)) return given;
    throw new GraphQLError(`Decimal cannot represent ${shown(given)}: write a number such as 12.5.`);
  },
});

export const Timestamp = new GraphQLScalarType({
  name: 'Timestamp',
  description:
    'An instant, ISO 8601 in UTC with milliseconds: "2026-01-31T09:30:00.000Z". Given, it may carry any offset; a date alone is its first instant.',
  coerceInputValue: textOf('Timestamp', '"2026-01-31T09:30:00Z"'),
});

export const CalendarDate = new GraphQLScalarType({
  name: 'Date',
  description: 'A day: "2026-01-31".',
  coerceInputValue: textOf('Date', '"2026-01-31"'),
});

export const Json = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value, as REST shows it.',
});

function textOf(name: string, example: string) {
  return (given: unknown): string => {
    if (typeof given === 'string') return given;
    throw new GraphQLError(`${name} cannot represent ${shown(given)}: write a text such as ${example}.`);
  };
}

/** What a client gave, cut short. */
function shown(given: unknown): string {
  const text = JSON.stringify(given) ?? String(given);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
