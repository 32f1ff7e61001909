/**
 * Parses a query and validates it against the schema. This takes milliseconds for any text, because bytes, tokens and
 * nesting are limited before parsing. One GraphQL rule takes quadratic time: whether fields with the same name can be
 * merged. That check is left to `selection`, which makes it while merging.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  KnownOperationTypesRule,
  Lexer,
  OverlappingFieldsCanBeMergedRule,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type ValidationRule,
  validate,
} from 'graphql';
import { RecentlyUsed } from '../../accounts/recently-used.ts';
import { Problem } from '../../problems.ts';
import { invalidDocument } from './errors.ts';
import { queryLimits, queryTooLarge } from './query-limits.ts';

export type DocumentParser = (holder: string, schema: GraphQLSchema, text: string) => DocumentNode | Problem;

/**
 * Cache limits for repeated documents, unless they are long. Each account has its own small cache, so an account with
 * ever new documents evicts only its own.
 */
const MAX_CACHED_ACCOUNTS = 50;
const MAX_CACHED_DOCUMENTS_PER_ACCOUNT = 20;

interface Known {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

export function createDocumentParser(): DocumentParser {
  const accounts = new RecentlyUsed<RecentlyUsed<Known>>(MAX_CACHED_ACCOUNTS);
  return (holder, schema, text) => {
    const known = accounts.get(holder)?.get(text);
    if (known?.schema === schema) return known.document;
    const document = readDocument(schema, text);
    if (!(document instanceof Problem) && text.length <= queryLimits.heavyDocument)
      keep(holder, text, { schema, document });
    return document;
  };

  function keep(holder: string, text: string, known: Known): void {
    const own = accounts.get(holder) ?? new RecentlyUsed<Known>(MAX_CACHED_DOCUMENTS_PER_ACCOUNT);
    own.set(text, known);
    accounts.set(holder, own);
  }
}

/** Rules that are checked elsewhere: the choice of the operation refuses mutations and says what to do instead. */
const elsewhere = new Set<ValidationRule>([OverlappingFieldsCanBeMergedRule, KnownOperationTypesRule]);
const rules = specifiedRules.filter((rule) => !elsewhere.has(rule));
/** Maximum errors that are reported: enough to fix a query. */
const MAX_ERRORS = 10;

function readDocument(schema: GraphQLSchema, text: string): DocumentNode | Problem {
  const bytes = Buffer.byteLength(text);
  if (bytes > queryLimits.documentBytes) {
    return queryTooLarge(
      'The bytes of the query are',
      bytes,
      queryLimits.documentBytes,
      'Split it, and give long values as variables.',
    );
  }
  const { words, nesting } = measure(text);
  if (nesting > queryLimits.nesting) {
    return queryTooLarge(
      'The brackets within brackets are',
      nesting,
      queryLimits.nesting,
      'Ask for what lies deeper in a query of its own.',
    );
  }
  if (words > queryLimits.tokens) {
    return queryTooLarge(
      'The words and signs of the query are',
      words,
      queryLimits.tokens,
      'Split it, and write what is repeated as a fragment.',
    );
  }
  const document = parseDocument(text);
  if (document instanceof Problem) return document;
  const crowd = tooMany(document);
  if (crowd !== undefined) return crowd;
  const errors = validate(schema, document, rules, { maxErrors: MAX_ERRORS });
  return errors.length > 0 ? invalidDocument(errors) : document;
}

function parseDocument(text: string): DocumentNode | Problem {
  try {
    return parse(text);
  } catch (failure) {
    if (failure instanceof GraphQLError) return invalidDocument([failure]);
    throw failure;
  }
}

function tooMany({ definitions }: DocumentNode): Problem | undefined {
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments > queryLimits.fragments) {
    return queryTooLarge(
      'The fragments are',
      fragments,
      queryLimits.fragments,
      'Write some of them where they are used.',
    );
  }
  const operations = definitions.length - fragments;
  if (operations <= queryLimits.operations) return undefined;
  return queryTooLarge(
    'The operations are',
    operations,
    queryLimits.operations,
    'Send those that are not asked for another time.',
  );
}

/**
 * Counts the tokens and the nesting of brackets. The parser recurses for each nested bracket and would overflow its
 * stack. Uses the parser's own lexer, and stops at the first invalid token, where the parser stops, too.
 */
function measure(text: string): { words: number; nesting: number } {
  const lexer = new Lexer(new Source(text));
  let words = 0;
  let depth = 0;
  let nesting = 0;
  try {
    for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
      words++;
      if (opening.has(kind)) nesting = Math.max(nesting, ++depth);
      else if (closing.has(kind)) depth--;
    }
  } catch (failure) {
    if (!(failure instanceof GraphQLError)) throw failure;
  }
  return { words, nesting };
}

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);
