/**
 * From the text of a query to a document that is known to fit the schema. Whatever the text is, this takes milliseconds: its size, its
 * words and its brackets are limited before it is parsed, and the one rule of GraphQL that takes time in the square of the fields (whether
 * those of one name can be merged) is left to `selection`, which finds out as it merges them.
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
import { RecentlyUsed } from '../accounts/recently-used.ts';
import { Problem } from '../problems.ts';
import { invalidDocument } from './errors.ts';
import { limits, tooLarge } from './limits.ts';

export type ReadDocument = (holder: string, schema: GraphQLSchema, text: string) => DocumentNode | Problem;

/** Documents that are asked again are kept, unless they are long, for each account its own few: one that asks ever new ones pushes nobody else's out. */
const ACCOUNTS = 50;
const KEPT = 20;

interface Known {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

export function makeReadDocument(): ReadDocument {
  const accounts = new RecentlyUsed<RecentlyUsed<Known>>(ACCOUNTS);
  return (holder, schema, text) => {
    const known = accounts.get(holder)?.get(text);
    if (known?.schema === schema) return known.document;
    const document = readDocument(schema, text);
    if (!(document instanceof Problem) && text.length <= limits.heavyDocument) keep(holder, text, { schema, document });
    return document;
  };

  function keep(holder: string, text: string, known: Known): void {
    const own = accounts.get(holder) ?? new RecentlyUsed<Known>(KEPT);
    own.set(text, known);
    accounts.set(holder, own);
  }
}

/** That there are no mutations is said where an operation is chosen, with what to do instead. */
const elsewhere = new Set<ValidationRule>([OverlappingFieldsCanBeMergedRule, KnownOperationTypesRule]);
const rules = specifiedRules.filter((rule) => !elsewhere.has(rule));
/** Enough to mend a query; more of them are not looked for. */
const MOST_ERRORS = 10;

function readDocument(schema: GraphQLSchema, text: string): DocumentNode | Problem {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.documentBytes) {
    return tooLarge(
      'The bytes of the query are',
      bytes,
      limits.documentBytes,
      'Split it, and give long values as variables.',
    );
  }
  const nesting = nestingOf(text);
  if (nesting > limits.nesting) {
    return tooLarge(
      'The brackets within brackets are',
      nesting,
      limits.nesting,
      'Ask for what lies deeper in a query of its own.',
    );
  }
  const words = text.length > limits.tokens ? wordsOf(text) : 0;
  if (words > limits.tokens) {
    return tooLarge(
      'The words and signs of the query are',
      words,
      limits.tokens,
      'Split it, and write what is repeated as a fragment.',
    );
  }
  const document = parseDocument(text);
  if (document instanceof Problem) return document;
  const crowd = tooMany(document);
  if (crowd !== undefined) return crowd;
  const errors = validate(schema, document, rules, { maxErrors: MOST_ERRORS });
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
  if (fragments > limits.fragments) {
    return tooLarge('The fragments are', fragments, limits.fragments, 'Write some of them where they are used.');
  }
  const operations = definitions.length - fragments;
  if (operations <= limits.operations) return undefined;
  return tooLarge(
    'The operations are',
    operations,
    limits.operations,
    'Send those that are not asked for another time.',
  );
}

/** Up to one that is none, if there is: the parser says which. */
function wordsOf(text: string): number {
  const lexer = new Lexer(new Source(text));
  let words = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) words++;
  } catch (failure) {
    if (!(failure instanceof GraphQLError)) throw failure;
  }
  return words;
}

/** A parser calls itself for each of them, and would run out of its stack. Texts and comments are passed over. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [sign] of text.matchAll(/"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}[\]()]/g)) {
    if (sign === '{' || sign === '[' || sign === '(') deepest = Math.max(deepest, ++depth);
    else if (sign === '}' || sign === ']' || sign === ')') depth--;
  }
  return deepest;
}
