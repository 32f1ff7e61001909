/** The OpenAPI document as a program reads it: operations with all references resolved, and validators of their schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Schema = { readonly [keyword: string]: unknown } & {
  readonly type?: string | readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly description?: string;
};

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface Response {
  readonly headers: { readonly [name: string]: { readonly required?: boolean; readonly schema: Schema } };
  /** Missing where the answer has no body. */
  readonly content?: Content;
}

export interface Content {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Behind the three credential headers. */
  readonly secured: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: Content;
  /** By status. */
  readonly responses: { readonly [status: string]: Response };
}

// biome-ignore lint/suspicious/noExplicitAny: the raw document, taken apart here and nowhere else.
type Raw = any;

export interface OpenApi {
  readonly operations: readonly Operation[];
  operation(id: string): Operation;
  /** Follows references to the schema itself; what may be one of several is one schema of all their types. */
  schema(schema: Schema): Schema;
  validator(schema: Schema): ValidateFunction;
}

/** By which its own parts are referred to from outside. */
const DOCUMENT = 'document:openapi';
const METHODS = ['get', 'post', 'patch', 'delete'];

const read = new Map<string, OpenApi>();

/** Read once by a process: its schemas are many. */
export function readOpenApi(text: string): OpenApi {
  const known = read.get(text) ?? takeApart(text);
  read.set(text, known);
  return known;
}

function takeApart(text: string): OpenApi {
  const document: Raw = JSON.parse(text);
  const resolve = (node: Raw): Raw => {
    if (node?.$ref === undefined) return node;
    return resolve(
      node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Raw, name: string) => at[name], document),
    );
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(closed({ components: document.components }), DOCUMENT);
  const validators = new Map<string, ValidateFunction>();

  const operations = Object.entries<Raw>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const raw = item[method];
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        secured: raw.security === undefined,
        parameters: (raw.parameters ?? []).map(resolve).map(withExamples),
        ...(raw.requestBody ? { body: contentOf(resolve(raw.requestBody).content) } : {}),
        responses: Object.fromEntries(
          Object.entries<Raw>(raw.responses).map(([status, response]) => [status, responseOf(resolve(response))]),
        ),
      } satisfies Operation;
    }),
  );

  function responseOf(raw: Raw): Response {
    const headers = Object.entries<Raw>(raw.headers ?? {}).map(([name, header]) => [name, resolve(header)]);
    return {
      headers: Object.fromEntries(headers),
      ...(raw.content ? { content: contentOf(raw.content) } : {}),
    };
  }

  function schemaOf(node: Raw): Raw {
    const schema = resolve(node);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices === undefined) return schema;
    const members = choices.map(schemaOf);
    return { ...Object.assign({}, ...members), type: members.flatMap(({ type }: Raw) => type) };
  }

  return {
    operations,
    operation: (id) => operations.find((one) => one.id === id)!,
    schema: schemaOf,
    validator(schema) {
      const key = JSON.stringify(schema);
      let validate = validators.get(key);
      if (validate === undefined) {
        validate = ajv.compile(
          JSON.parse(JSON.stringify(closed(schema)).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT}#`)),
        );
        validators.set(key, validate);
      }
      return validate;
    },
  };
}

/** Answers may get members that the document does not name yet; what this service answers has those it names and no others. */
function closed(node: Raw): Raw {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const parts = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, closed(part)]));
  const isOpen = parts.properties !== undefined && parts.additionalProperties === undefined && parts.type !== undefined;
  return isOpen ? { ...parts, additionalProperties: false } : parts;
}

function withExamples({ example, examples = {}, ...parameter }: Raw): Parameter {
  const values = Object.values<Raw>(examples).map(({ value }) => value);
  return { ...parameter, examples: example === undefined ? values : [example, ...values] };
}

function contentOf(content: Raw): Content {
  const [mediaType, { schema, examples = {} }] = Object.entries<Raw>(content)[0]!;
  return { mediaType, schema, examples: Object.values<Raw>(examples).map(({ value }) => value) };
}
