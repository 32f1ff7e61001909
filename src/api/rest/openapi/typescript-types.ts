/**
 * The types of the TypeScript client, written from the OpenAPI document: an interface for every schema, and for every operation
 * what it takes and what it answers.
 */
import type { OpenApiObject } from './operation.ts';
import { recordCollections } from './record-collections.ts';
import { textFilters } from './text-filters.ts';

// The document is JSON here, as any generator sees it: what it may hold is decided where it is built.
// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape OpenAPI defines, taken apart in this file only.
type Tree = any;

const HTTP_METHODS = ['get', 'post', 'patch', 'delete'];

export function renderTypescriptTypes(document: OpenApiObject): string {
  const tree: Tree = document;
  const operations = Object.entries<Tree>(tree.paths).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => item[method]?.security === undefined && item[method]).map((method) => ({
      ...item[method],
      path,
      method: method.toUpperCase(),
    })),
  );
  const collections = recordCollections(tree);
  return [
    '// Generated from openapi.json by `npm run generate`. Changes made here are lost.',
    ...Object.entries<Tree>(tree.components.schemas).map(([name, schema]) => declaration(name, schema)),
    filterTypes,
    ...operations.filter((one) => queriesOf(one, tree).length > 0).map((one) => queryType(one, tree)),
    `export interface Operations {\n${operations.map((one) => operationType(one, tree)).join('\n')}\n}`,
    `/** Where each operation is found. */\nexport const operations: { readonly [Name in keyof Operations]: readonly [method: string, path: string] } = {\n${operations
      .map(({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],`)
      .join('\n')}\n};`,
    `/** The filters of each list of records that are texts. */\nexport const texts: { readonly [Name in keyof Operations]?: readonly string[] } = {\n${textFilters(
      tree,
    )
      .map(([list, names]) => `  ${list}: [${names.map(literal).join(', ')}],`)
      .join('\n')}\n};`,
    `/** The record type behind each collection, and what creates one. */\nexport interface Collections {\n${collections
      .map(({ name, record }) => `  ${name}: { record: ${record}; create: Create${record}; query: List${name}Query };`)
      .join('\n')}\n}`,
    `/** What one record of each collection is called in the names of operations. */\nexport const collections = {\n${collections
      .map(({ name, record }) => `  ${name}: '${record}',`)
      .join('\n')}\n} as const;`,
    '',
  ].join('\n\n');
}

const filterTypes = `/** A value to filter by; under \`extFilter\` a text with an operator, such as '2026-01-31 ge'. */
export type FilterValue = string | number | boolean | null;

/** One value, or several of which any may hold. */
export type Filter = FilterValue | readonly FilterValue[];`;

function declaration(name: string, schema: Tree): string {
  const doc = comment(schema.description, '');
  if (schema.type === 'object') return `${doc}export interface ${name} ${typeOf(schema)}`;
  return `${doc}export type ${name} = ${typeOf(schema)};`;
}

/** The TypeScript type of what a schema allows, as far as types can say it. */
function typeOf(schema: Tree, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices: Tree[] | undefined = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((one) => typeOf(one, indent)).join(' | ');
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => byType[type]!(schema, indent)).join(' | ');
}

const byType: { readonly [type: string]: (schema: Tree, indent: string) => string } = {
  unknown: () => 'unknown',
  null: () => 'null',
  boolean: () => 'boolean',
  integer: () => 'number',
  number: () => 'number',
  string: () => 'string',
  array({ items }, indent) {
    const item = typeOf(items, indent);
    return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  },
  object(schema, indent) {
    if (schema.properties === undefined) {
      const value = schema.additionalProperties ? typeOf(schema.additionalProperties, indent) : 'unknown';
      return `{ readonly [name: string]: ${value} }`;
    }
    const inner = `${indent}  `;
    const members = Object.entries<Tree>(schema.properties).map(([name, property]) => {
      const isRequired = schema.required?.includes(name);
      return `${comment(property.description, inner)}${inner}readonly ${name}${mark(isRequired)}: ${typeOf(property, inner)};`;
    });
    return `{\n${members.join('\n')}\n${indent}}`;
  },
};

function operationType(operation: Tree, document: Tree): string {
  const parameters: Tree[] = (operation.parameters ?? []).map((one: Tree) => resolve(one, document));
  const inPath = parameters.filter((one) => one.in === 'path').map((one) => `${one.name}: number`);
  const headers = parameters.filter((one) => one.in === 'header').map((one) => `'${one.name}'?: string`);
  const queries = queriesOf(operation, document);
  const body = operation.requestBody && contentOf(operation.requestBody);
  const successes = Object.entries<Tree>(operation.responses).filter(([status]) => status.startsWith('2'));
  const answers = successes.map(([, one]) => (one.content ? typeOf(contentOf(one).schema) : 'undefined'));
  const answer = [...new Set(answers)].join(' | ');
  const parts = [
    inPath.length > 0 ? `path: { ${inPath.join('; ')} }` : '',
    queries.length > 0 ? `query${mark(queries.some(({ required }) => required))}: ${queryName(operation)}` : '',
    `headers?: { ${headers.join('; ')} }`,
    body ? `body${mark(operation.requestBody.required)}: ${typeOf(body.schema)}` : '',
    `answer: ${operation.responses['304'] ? `${answer} | undefined` : answer}`,
  ].filter((part) => part !== '');
  return `${comment(`${operation.summary}.`, '  ')}  ${operation.operationId}: { ${parts.join('; ')} };`;
}

/** Every query parameter by name; filters take one value or several. */
function queryType(operation: Tree, document: Tree): string {
  const members = queriesOf(operation, document).map(({ name, description, schema, required }: Tree) => {
    return `${comment(description, '  ')}  readonly ${name}${mark(required)}: ${name === 'Deleted' ? 'boolean | string' : givenAs(schema)};`;
  });
  return `export interface ${queryName(operation)} {\n${members.join('\n')}\n}`;
}

/** Returns the mark of an optional member. */
function mark(isRequired: boolean | undefined): string {
  return isRequired ? '' : '?';
}

function queryName({ operationId }: Tree): string {
  return `${operationId[0].toUpperCase()}${operationId.slice(1)}Query`;
}

function queriesOf({ parameters = [] }: Tree, document: Tree): Tree[] {
  return parameters.map((one: Tree) => resolve(one, document)).filter((one: Tree) => one.in === 'query');
}

function givenAs(schema: Tree): string {
  if (schema.type !== 'array') return typeOf(schema);
  return schema.items.enum ? `${typeOf(schema.items)} | ${typeOf(schema)}` : 'Filter';
}

function contentOf({ content }: Tree): Tree {
  return Object.values<Tree>(content)[0];
}

function resolve(node: Tree, document: Tree): Tree {
  if (node.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Tree, name: string) => at[name], document);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}
