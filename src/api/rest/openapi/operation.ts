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
  /** Security requirements, if they differ from the default: the three headers for the API, none for public routes. */
  readonly security?: readonly OpenApiObject[];
  /** Refusals in addition to those of every operation of its kind. */
  readonly refusals: readonly RefusalName[];
}

interface RequestBody {
  readonly description: string;
  /** True if the body is optional. */
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
  /** Alternative formats, selected by `Accept`: media type -> description. */
  readonly otherForms?: { readonly [mediaType: string]: string };
}

/** Examples by name, each with its summary. */
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
