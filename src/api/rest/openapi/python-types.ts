/**
 * The types of the Python client, written from the OpenAPI document: a `TypedDict` for every schema and for what every list takes, and
 * where each operation is found. Beside them the collections of the two clients, with the types of their records.
 */

import type { OpenApiObject } from './operation.ts';
import { recordCollections } from './record-collections.ts';
import { textFilters } from './text-filters.ts';

// The document is JSON here, as any generator sees it: what it may hold is decided where it is built.
// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape OpenAPI defines, taken apart in this file only.
type Tree = any;

const HTTP_METHODS = ['get', 'post', 'patch', 'delete'];
const GENERATED_NOTICE = 'Generated from openapi.json by `npm run generate`. Changes made here are lost.';

export function renderPythonTypes(document: OpenApiObject): string {
  const tree: Tree = document;
  const operations = operationsOf(tree);
  // What is nested in a schema gets a name of its own, in front of it.
  const declared: string[] = [];
  for (const [name, schema] of Object.entries<Tree>(tree.components.schemas)) declare(name, schema, declared);
  return [
    `"""${GENERATED_NOTICE}"""`,
    'from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, Optional, TypedDict, Union',
    ...declared,
    'FilterValue = Union[str, int, float, bool, None]\nFilter = Union[FilterValue, list[FilterValue], list[str], list[int]]',
    ...operations.filter((one) => queriesOf(one, tree).length > 0).map((one) => queryType(one, tree)),
    `OPERATIONS: dict[str, tuple[str, str]] = {\n${operations
      .map(({ operationId, method, path }) => `    "${operationId}": ("${method}", "${path}"),`)
      .join('\n')}\n}`,
    `# The filters of each list of records that are texts.\nTEXTS: dict[str, list[str]] = {\n${textFilters(tree)
      .map(([list, names]) => `    "${list}": [${names.map((name) => `"${name}"`).join(', ')}],`)
      .join('\n')}\n}`,
    `# Of each list of records, what one of them is called.\nCOLLECTIONS: dict[str, str] = {\n${recordCollections(tree)
      .map(({ name, record }) => `    "${name}": "${record}",`)
      .join('\n')}\n}\n`,
  ].join('\n\n');
}

/** The attributes of the clients: a collection for each record type. */
export function renderPythonCollections(document: OpenApiObject): string {
  const collections = recordCollections(document);
  const names = collections.flatMap(({ name, record }) => [`Create${record}`, record, `List${name}Query`]);
  const mixin = (title: string, collection: string) =>
    `class ${title}:\n${collections
      .map(({ name, record }) => `    ${name}: ${collection}[${record}, Create${record}, List${name}Query]`)
      .join('\n')}\n`;
  return [
    `"""${GENERATED_NOTICE}"""`,
    'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING',
    `from .types import (\n${names
      .sort()
      .map((name) => `    ${name},`)
      .join('\n')}\n)`,
    'if TYPE_CHECKING:\n    from .aio import AsyncCollection\n    from .client import Collection',
    mixin('Collections', 'Collection'),
    mixin('AsyncCollections', 'AsyncCollection'),
  ].join('\n\n');
}

function operationsOf(tree: Tree): Tree[] {
  return Object.entries<Tree>(tree.paths).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => item[method]?.security === undefined && item[method]).map((method) => ({
      ...item[method],
      path,
      method: method.toUpperCase(),
    })),
  );
}

function declare(name: string, schema: Tree, declared: string[]): void {
  if (schema.type === 'object' && schema.properties !== undefined) {
    const members = Object.entries<Tree>(schema.properties).map(([member, property]) => {
      const type = typeOf(property, `${name}_${member}`, declared);
      return [member, schema.required?.includes(member) ? type : `NotRequired[${type}]`] as const;
    });
    declared.push(typedDict(name, members, schema.description));
  } else {
    declared.push(`${name} = ${typeOf(schema, `${name}_item`, declared)}`);
  }
}

/** Returns a TypedDict: a class if all member names are valid Python names (`from` is not), otherwise a call. */
function typedDict(name: string, members: (readonly [name: string, type: string])[], description?: string): string {
  const doc =
    description === undefined ? '' : `    """${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n\n`;
  if (members.every(([member]) => /^[A-Za-z_]\w*$/.test(member) && !PYTHON_KEYWORDS.has(member)))
    return `class ${name}(TypedDict):\n${doc}${members.map(([member, type]) => `    ${member}: ${type}`).join('\n')}`;
  return `${name} = TypedDict(\n    "${name}",\n    {\n${members.map(([member, type]) => `        "${member}": ${type},`).join('\n')}\n    },\n)`;
}

const PYTHON_KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

function typeOf(schema: Tree, name: string, declared: string[]): string {
  if (schema.$ref) return `"${lastOf(schema.$ref)}"`;
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  const choices: Tree[] | undefined = schema.oneOf ?? schema.anyOf;
  if (choices) return union(choices.map((one, n) => typeOf(one, n === 0 ? name : `${name}_${n + 1}`, declared)));
  return union([schema.type ?? 'unknown'].flat().map((type: string) => byType[type]!(schema, name, declared)));
}

const byType: { readonly [type: string]: (schema: Tree, name: string, declared: string[]) => string } = {
  unknown: () => 'Any',
  null: () => 'None',
  boolean: () => 'bool',
  integer: () => 'int',
  number: () => 'float',
  string: () => 'str',
  array: ({ items }, name, declared) => `list[${typeOf(items ?? {}, name, declared)}]`,
  object(schema, name, declared) {
    if (schema.properties === undefined) {
      const { additionalProperties: value } = schema;
      return `dict[str, ${value && value !== true ? typeOf(value, name, declared) : 'Any'}]`;
    }
    declare(name, { ...schema, type: 'object' }, declared);
    return `"${name}"`;
  },
};

/** Null among the values of an enum is None. */
function literals(values: unknown[]): string {
  const given = values
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)));
  return union([`Literal[${given.join(', ')}]`, ...(values.includes(null) ? ['None'] : [])]);
}

function union(types: string[]): string {
  const known = [...new Set(types)];
  if (known.includes('Any')) return 'Any';
  const some = known.filter((type) => type !== 'None');
  const one = some.length > 1 ? `Union[${some.join(', ')}]` : (some[0] ?? 'None');
  return known.includes('None') && some.length > 0 ? `Optional[${one}]` : one;
}

/** Returns the query type of a list: all members are optional, and filters accept one value or several. */
function queryType(operation: Tree, document: Tree): string {
  const members = queriesOf(operation, document).map(
    ({ name, schema }) => [name, `NotRequired[${givenAs(name, schema)}]`] as const,
  );
  const { operationId } = operation;
  return typedDict(`${operationId[0].toUpperCase()}${operationId.slice(1)}Query`, members);
}

function givenAs(name: string, schema: Tree): string {
  if (name === 'Deleted') return 'Union[bool, str]';
  return schema.type === 'array' ? 'Filter' : typeOf(schema, name, []);
}

function queriesOf({ parameters = [] }: Tree, document: Tree): Tree[] {
  return parameters
    .map((one: Tree) => (one.$ref === undefined ? one : document.components.parameters[lastOf(one.$ref)]))
    .filter((one: Tree) => one.in === 'query');
}

function lastOf(ref: string): string {
  return ref.split('/').at(-1)!;
}
