/** The routes outside the credentials and the rate limit, in words. */
import { JSON_TYPE } from '../../../http/json-body.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { closedObject, componentReference, type OperationDescriptions, optionalExample } from './operation.ts';

function status(word: (typeof words)[number]) {
  return {
    mediaType: JSON_TYPE,
    schema: componentReference('schemas', 'ServiceStatus'),
    examples: { [word]: { summary: 'All is well', value: { status: word } } },
  };
}

const words = ['ok', 'ready'] as const;

export const serviceSchemas: { readonly [name: string]: JsonSchema } = {
  ServiceStatus: { title: 'Service status', ...closedObject({ status: { type: 'string', enum: words } }) },
  OpenApiDocument: {
    title: 'OpenAPI document',
    type: 'object',
    properties: { openapi: { type: 'string' } },
    required: ['openapi'],
    additionalProperties: true,
  },
};

/** Descriptions of the service operations, by path. */
export const serviceOperations: OperationDescriptions = {
  '/healthz': {
    tag: 'Service',
    summary: 'Is it alive',
    description: 'Answers as long as the process runs, whatever its databases do. For a supervisor that restarts it.',
    answers: { 200: { description: 'The process is alive.', content: status('ok') } },
    refusals: [],
  },
  '/readyz': {
    tag: 'Service',
    summary: 'Can it answer',
    description:
      'Whether at least one shard can be served, or the one named by `shard`. For a load balancer that sends requests only where they are answered.',
    parameters: [
      {
        name: 'shard',
        in: 'query',
        description: 'Asks about this shard alone.',
        schema: { type: 'string' },
        examples: optionalExample('s1'),
      },
    ],
    answers: { 200: { description: 'Requests will be answered.', content: status('ready') } },
    refusals: ['NotReady', 'NoSuchShard'],
  },
  '/metrics': {
    tag: 'Service',
    summary: 'Metrics for Prometheus',
    description:
      'Shown to whoever asks on the same machine; to others, and to what a proxy passes on, with the token that the operator has set.',
    security: [{}, { metricsToken: [] }],
    answers: {
      200: {
        description: 'The metrics in the text format of Prometheus.',
        content: { mediaType: 'text/plain', schema: { type: 'string' } },
      },
    },
    refusals: ['MetricsUnauthorized'],
  },
  '/openapi.json': {
    tag: 'Service',
    summary: 'This document',
    description: 'The OpenAPI 3.1 document of this instance.',
    parameters: [componentReference('parameters', 'IfNoneMatch')],
    answers: {
      200: {
        description: 'The document.',
        headers: ['ETag'],
        content: {
          mediaType: JSON_TYPE,
          schema: componentReference('schemas', 'OpenApiDocument'),
        },
      },
      304: { description: 'You have it already.', headers: ['ETag'] },
    },
    refusals: [],
  },
  '/docs': {
    tag: 'Service',
    summary: 'The reference as a page',
    description: 'This document for people. The page loads nothing from elsewhere.',
    parameters: [componentReference('parameters', 'IfNoneMatch')],
    answers: {
      200: {
        description: 'An HTML page.',
        headers: ['ETag'],
        content: { mediaType: 'text/html', schema: { type: 'string' } },
      },
      304: { description: 'You have it already.', headers: ['ETag'] },
    },
    refusals: [],
  },
};
