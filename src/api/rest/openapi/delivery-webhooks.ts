/** Describes deliveries to subscribers as OpenAPI webhooks: one for every record type with events. */
import { pluralOf, type RecordType, recordTypes, singularName } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import { article } from '../../../records/writes/field-values.ts';
import { closedObject, componentReference, type OpenApiObject } from './operation.ts';
import { exampleRecord } from './record-examples.ts';

export const DELIVERIES_TAG = 'Deliveries';

export function deliveryWebhooks(): OpenApiObject {
  return Object.fromEntries(recordTypes.filter(({ events }) => events.length > 0).map((type) => [type.name, of(type)]));
}

const submitter = { type: 'string', description: 'E-mail address of whoever caused the event.' };
const processedDate = { type: 'string', format: 'date-time', description: 'When the event was committed.' };

function of(type: RecordType): OpenApiObject {
  const { name, singular, events } = type;
  return {
    post: {
      operationId: `deliver${singularName(type)}`,
      tags: [DELIVERIES_TAG],
      summary: `Events of ${pluralOf(type)}`,
      description: `Posted to the \`targetUrl\` of every active subscription to ${name} when ${article(singular)} undergoes the action: ${events.map((event) => `\`${event}\``).join(', ')}. Reply quickly and do slow work afterwards.`,
      security: [],
      // Marked internal, because clients receive these requests; generators would otherwise create client methods for
      // them.
      'x-internal': true,
      parameters: deliveryHeaders(type),
      requestBody: {
        description: `The ${singular} as the API returns it, after the change. The same bytes in every attempt.`,
        required: true,
        content: {
          [JSON_TYPE]: {
            // Without a name: oapi-codegen leaves schemas out that no operation of ours names, and then does not compile.
            schema: closedObject({ data: componentReference('schemas', singularName(type)), submitter, processedDate }),
            examples: {
              [name]: {
                summary: `One ${singular}`,
                value: {
                  data: exampleRecord(type),
                  submitter: 'amara.okafor@example.com',
                  processedDate: '2026-01-30T08:15:00.000Z',
                },
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'It has arrived. The body of the answer is only kept for the log.' },
        '410': { description: 'Switches the subscription off at once.' },
        default: {
          description:
            'Any other status, redirects included, is retried up to three times, 2 seconds apart. No answer within 10 seconds, or a failure of the network, is not retried. A subscription with `patience` tries both again until it is over, with growing pauses. After 30 failed deliveries in a row the subscription is switched off.',
        },
      },
    },
  };
}

function deliveryHeaders({ name, events }: RecordType): OpenApiObject[] {
  const header = (called: string, description: string, schema: OpenApiObject, example: unknown, required = true) => ({
    name: called,
    in: 'header',
    required,
    description,
    schema,
    example,
  });
  return [
    header(
      'webhook-id',
      'Names the event. The same over all attempts: delivery is at least once, so ignore an id you have seen.',
      { type: 'string' },
      'msg_2m4k8q1x7v5r9d3h',
    ),
    header('webhook-timestamp', 'When this attempt was made, in Unix seconds.', { type: 'integer' }, 1769760900),
    header(
      'webhook-signature',
      "Proves who sent it: `v1,` and the HMAC-SHA256 in base64 over `webhook-id.webhook-timestamp.body`, keyed by the subscription's signing secret. While a secret is being exchanged there are several, separated by spaces.",
      { type: 'string' },
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ),
    header('X-Entity-Type', 'The record type.', { type: 'string', const: name }, name),
    header('X-Action', 'What happened.', { type: 'string', enum: events }, events[0]),
    header(
      'traceparent',
      'The W3C trace context of the request that caused the event, where it came with one.',
      { type: 'string' },
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      false,
    ),
  ];
}
