/**
 * The OpenAPI 3.1 document: the route table says what there is, the descriptions beside this file say what it means, and the
 * catalogue gives the schemas. A route without a description, or a description without a route, stops the build.
 */
import { permissionsOf, roles } from '../../../accounts/roles.ts';
import { recordType } from '../../../catalogue/index.ts';
import type { PublicRoute } from '../../../http/public-route.ts';
import type { RequiredPermission, Route } from '../../../http/route.ts';
import { accountOperations, accountSchemas } from './account-operations.ts';
import { catalogueOperations, catalogueSchemas } from './catalogue-operations.ts';
import { changeOperations, changeSchemas } from './change-operations.ts';
import { DELIVERIES_TAG, deliveryWebhooks } from './delivery-webhooks.ts';
import { diagnosticsOperations } from './diagnostics-operations.ts';
import { diagnosticsSchemas } from './diagnostics-schemas.ts';
import { dryRunOperations, dryRunSchemas } from './dry-run-operations.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { listParameterComponents } from './list-parameters.ts';
import {
  componentReference,
  type OpenApiObject,
  type OperationDescription,
  type OperationDescriptions,
  optionalExample,
  type ResponseDescription,
} from './operation.ts';
import { overview, tagGroups, tagsOf } from './overview.ts';
import { patchSchemas } from './patch-schemas.ts';
import { proposalOperations, proposalSchemas } from './proposal-operations.ts';
import { toPublishedDocument } from './published-document.ts';
import { recordOperations, recordSchemas } from './record-operations.ts';
import { recoveryOperations, recoverySchemas } from './recovery-operations.ts';
import { refusalExample } from './refusal-examples.ts';
import { commonRefusals, problemSchema, type RefusalName, refusalResponses, statusOf } from './refusals.ts';
import { serviceOperations, serviceSchemas } from './service-operations.ts';
import { webhookOperations } from './webhook-operations.ts';
import { webhookSchemas } from './webhook-schemas.ts';

export interface OpenApiDocumentParts {
  /** Version of the service. */
  readonly version: string;
  readonly routes: readonly Pick<Route, 'method' | 'path' | 'operation' | 'needs'>[];
  readonly open: readonly Pick<PublicRoute, 'path'>[];
  readonly patchLimits: { readonly operations: number };
}

export function createOpenApiDocument({ version, routes, open, patchLimits }: OpenApiDocumentParts): OpenApiObject {
  const apiOperations: OperationDescriptions = {
    ...accountOperations,
    ...catalogueOperations(),
    ...recordOperations(),
    ...changeOperations(),
    ...dryRunOperations(),
    ...proposalOperations(),
    ...webhookOperations(),
    ...diagnosticsOperations(),
    ...recoveryOperations(),
  };
  refuseGaps(
    routes.map(({ operation }) => operation),
    apiOperations,
  );
  refuseGaps(
    open.map(({ path }) => path),
    serviceOperations,
  );

  const paths: { [path: string]: { [method: string]: OpenApiObject } } = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: apiOperation(route, apiOperations[route.operation]!),
    };
  }
  for (const { path } of open) paths[path] = { get: openOperation(path) };

  const described = [...Object.values(apiOperations), ...Object.values(serviceOperations)];
  const tags = new Set([...described.map(({ tag }) => tag), DELIVERIES_TAG]);
  const refusals = new Set([...commonRefusals, ...described.flatMap((one) => one.refusals)]);
  return toPublishedDocument({
    openapi: '3.1.1',
    info: {
      title: 'Maintenance Data Service',
      version,
      summary: 'Maintenance records over REST, with webhooks.',
      description: overview,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This instance' }],
    security: [{ apiKey: [], vaultSecret: [], shardID: [] }, { bearer: [] }],
    tags: tagsOf(tags),
    'x-tagGroups': tagGroups(tags),
    paths,
    webhooks: deliveryWebhooks(),
    components: {
      securitySchemes,
      schemas: {
        ...recordSchemas(),
        ...accountSchemas,
        ...changeSchemas,
        ...catalogueSchemas,
        ...dryRunSchemas(),
        ...proposalSchemas,
        ...webhookSchemas,
        ...patchSchemas(patchLimits),
        ...diagnosticsSchemas,
        ...recoverySchemas,
        ...serviceSchemas,
        Problem: problemSchema,
      },
      parameters: {
        ...listParameterComponents(),
        ...requestHeaders,
        version: versionParameter,
        id: idParameter,
        deliveryId: { ...idParameter, name: 'deliveryId', example: 93 },
        recoveryId: { ...idParameter, name: 'recoveryId', description: 'The number of the run.', example: 3 },
      },
      headers: responseHeaders,
      responses: refusalResponses([...refusals], refusalExample),
    },
  });
}

function refuseGaps(names: readonly string[], described: OperationDescriptions): void {
  const undescribed = names.filter((name) => !Object.hasOwn(described, name));
  const unrouted = Object.keys(described).filter((name) => !names.includes(name));
  if (undescribed.length > 0) {
    throw new Error(`Routes without a description in src/api/rest/openapi: ${undescribed.join(', ')}`);
  }
  if (unrouted.length > 0) throw new Error(`Descriptions without a route: ${unrouted.join(', ')}`);
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'apiKey',
    description: 'The public part of the credentials: names the integration.',
  },
  vaultSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'vaultSecret',
    description: 'The secret part, shown once when the integration was created.',
  },
  shardID: {
    type: 'apiKey',
    in: 'header',
    name: 'shardID',
    description: 'The shard that holds the account, given together with the key.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The three in one, for clients that offer one header alone: `<apiKey>.<vaultSecret>.<shardID>`.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The setting `MDS_METRICS_TOKEN`. For metrics only.' },
};

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'A positive whole number. Anything else names nothing: 404.',
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  example: 31,
};

const versionParameter = {
  name: 'version',
  in: 'query',
  description: 'The record as it was in this version, as in the `ETag` of then; without it, as it is.',
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  examples: optionalExample(3),
};

function apiOperation(route: OpenApiDocumentParts['routes'][number], described: OperationDescription): OpenApiObject {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => componentReference('parameters', name!));
  const parameters = [...inPath, ...(described.parameters ?? []), componentReference('parameters', 'RequestId')];
  const { body } = described;
  return {
    operationId: route.operation,
    tags: [described.tag],
    summary: described.summary,
    description: `${described.description}\n\n${needed(route.needs)}`,
    parameters,
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            description: body.description,
            required: body.isOptional !== true,
            content: { [body.mediaType]: { schema: body.schema, examples: body.examples } },
          },
        }),
    responses: responsesOf(described, commonRefusals, ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']),
  };
}

function openOperation(path: string): OpenApiObject {
  const described = serviceOperations[path]!;
  const operationId = path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^/, 'get');
  return {
    operationId,
    tags: [described.tag],
    summary: described.summary,
    description: described.description,
    security: described.security ?? [],
    ...(described.parameters !== undefined && { parameters: described.parameters }),
    responses: responsesOf(described, [], ['X-Request-Id']),
  };
}

function responsesOf(
  described: OperationDescription,
  general: readonly RefusalName[],
  headers: readonly string[],
): OpenApiObject {
  const answers = Object.entries(described.answers).map(([status, answer]) => [status, answered(answer, headers)]);
  // What an operation says itself comes in the place of what all of them say.
  const refusals = [...general, ...described.refusals].map((name) => [
    statusOf(name),
    componentReference('responses', name),
  ]);
  return Object.fromEntries([...answers, ...refusals]);
}

function answered(answer: ResponseDescription, general: readonly string[]): OpenApiObject {
  const headers = [...(answer.headers ?? []), ...general].map((named) => {
    const [name, component = name] = named.split(' as ');
    return [name, componentReference('headers', component!)];
  });
  const { content } = answer;
  return {
    description: answer.description,
    headers: Object.fromEntries(headers),
    ...(content === undefined
      ? {}
      : {
          content: {
            [content.mediaType]: {
              schema: content.schema,
              ...(content.examples === undefined ? {} : { examples: content.examples }),
            },
            ...Object.fromEntries(
              Object.entries(answer.otherForms ?? {}).map(([type, description]) => [
                type,
                { schema: { type: 'string', description } },
              ]),
            ),
          },
        }),
  };
}

/** Describes the permission that a route needs. */
function needed(needs: RequiredPermission): string {
  switch (needs.allowed) {
    case 'any person':
    case 'confirmed person':
    case 'company settings':
    case 'admin':
    case 'administer':
      return 'For people alone.';
    case 'any key':
      return 'Any key may ask.';
    case 'webhooks':
      return 'Needs the area `Webhooks`.';
    case 'assistant':
      return 'Needs the area `Assistant`.';
    case 'read':
      return `Needs the area \`${recordType(needs.type).area}\`.`;
    case 'write':
    case 'propose': {
      const { area } = recordType(needs.type);
      const writers = roles.filter((role) => permissionsOf({ role, areas: [area] })[needs.type].write);
      return `Needs the area \`${area}\` and the role ${writers.map((role) => `\`${role}\``).join(' or ')}.`;
    }
  }
}
