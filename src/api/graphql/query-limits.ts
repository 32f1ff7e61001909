/** How much one query may ask for, and how it is told that it asks for too much: the figure, the limit, and how to lower it. */
import { Problem } from '../../problems.ts';

export const queryLimits = {
  /** Of a document, in bytes, and of a request with its variables. */
  documentBytes: 64 * 1024,
  requestBytes: 128 * 1024,
  /** Beyond so many characters a document, or one with its variables, takes milliseconds to look at: an account's are looked at one after the other. */
  heavyDocument: 2 * 1024,
  /** Words and signs of a document. */
  tokens: 4_000,
  /** Brackets within brackets. */
  nesting: 64,
  operations: 20,
  fragments: 100,
  /** Fields that it comes to with its fragments put in. */
  fields: 3_000,
  /** Fields below each other. */
  depth: 12,
  /** Names for one field of one object. */
  aliases: 20,
  cost: 10_000,
  /** Beyond it an account's queries are answered one after the other. */
  heavyCost: 500,
  /** What is worth one request. */
  costOfRequest: 1_000,
  /** Characters of an answer. */
  answer: 8 * 1024 * 1024,
  /** Objects of an answer about the schema. */
  introspected: 200_000,
} as const;

/** What values cost beside their records: ten as much as the record itself. */
export const VALUES_PER_COST_UNIT = 10;
export const INTROSPECTION_COST = 1_000;

export function queryTooLarge(what: string, figure: number, limit: number, how: string): Problem {
  const detail = `${what} ${written(figure)}; the limit is ${written(limit)}. ${how}`;
  return new Problem('query_too_large', detail, { members: { figure, limit } });
}

export function responseTooLarge(): Problem {
  const limit = queryLimits.answer / (1024 * 1024);
  return new Problem(
    'answer_too_large',
    `The answer comes to more than ${limit} MiB. Ask for fewer records at a time, or leave long fields out.`,
    { members: { limit: queryLimits.answer } },
  );
}

function written(number: number): string {
  return number.toLocaleString('en-US');
}
