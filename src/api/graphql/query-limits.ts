/** Limits of one query, and their refusals. A refusal names the figure, the limit, and how to get below it. */
import { Problem } from '../../problems.ts';

export const queryLimits = {
  /** Maximum bytes of a document, and of a request with its variables. */
  documentBytes: 64 * 1024,
  requestBytes: 128 * 1024,
  /**
   * Characters of a document with its variables above which checking takes milliseconds; such requests of one account
   * run one at a time.
   */
  heavyDocument: 2 * 1024,
  /** Maximum tokens of a document. */
  tokens: 4_000,
  /** Maximum nesting of brackets. */
  nesting: 64,
  operations: 20,
  fragments: 100,
  /** Maximum fields after fragments are expanded. */
  fields: 3_000,
  /** Maximum depth of fields. */
  depth: 12,
  /** Maximum aliases of one field of one object. */
  aliases: 20,
  cost: 10_000,
  /** Cost above which an account's queries run one at a time. */
  heavyCost: 500,
  /** Cost that counts as one request. */
  costOfRequest: 1_000,
  /** Maximum characters of a response. */
  answer: 8 * 1024 * 1024,
  /** Maximum objects in an introspection response. */
  introspected: 200_000,
} as const;

/** Values per unit of cost: ten values cost as much as one record, in addition to the record itself. */
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
