/** The form in which an operation of the API is described. A route of the table without such a description stops the build. */
import type { JsonSchema } from '../../../records/schema.ts';
import type { RefusalName } from './refusals.ts';

/** A JSON value of the document, written as plain data. */
export type OpenApiObject = { readonly [key: string]: unknown };

export interface OperationDescription {
  readonly tag: string;
  /** A phrase for navigation and headings. */
  readonly summary: string;
  /** Markdown for integrators: what it does that its name does not say. */
  readonly description: string;
  /** Query and header parameters; those of the path follow from the route. */
  readonly parameters?: readonly OpenApiObject[];
  readonly body?: RequestBody;
  readonly answers: { readonly [status: number]: ResponseDescription };
  /** Where it is not that of its kind: the three headers for the API, none for the routes outside the credentials. */
  readonly security?: readonly OpenApiObject[];
  /** What it can refuse beyond what every operation of its kind can. */
  readonly refusals: readonly RefusalName[];
}

interface RequestBody {
  readonly description: string;
  /** May be left out. */
  readonly isOptional?: true;
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly examples: NamedExamples;
}

export interface ResponseDescription {
  readonly description: string;
  /** Names of header components, beyond those every answer carries; `Link as FeedLink` where it is not that of the name. */
  readonly headers?: readonly string[];
  /** Missing where the answer has no body. */
  readonly content?: { readonly mediaType: string; readonly schema: JsonSchema; readonly examples?: NamedExamples };
  /** In which other forms the same comes to clients that ask for them by `Accept`: media type -> what it is. */
  readonly otherForms?: { readonly [mediaType: string]: string };
}

/** By name; each with the sentence that stands beside it. */
export type NamedExamples = { readonly [name: string]: { readonly summary: string; readonly value: unknown } };

/** The descriptions of some routes, by the operation names of the route table. */
export type OperationDescriptions = { readonly [operation: string]: OperationDescription };

export function componentReference(
  kind: 'schemas' | 'parameters' | 'headers' | 'responses',
  name: string,
): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The example of an optional parameter: shown, but not part of the sample requests that the reference page makes. */
export function optionalExample(value: unknown): OpenApiObject {
  return { example: { value, 'x-disabled': true } };
}

/** An object with exactly these members. */
export function closedObject(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
