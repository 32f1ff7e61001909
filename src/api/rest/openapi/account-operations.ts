/** GET /api/Me: what a key is and may do. */
import type { Me } from '../../../accounts/me.ts';
import { permissionsOf, presets, roles } from '../../../accounts/roles.ts';
import { areas, recordTypeNames } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { closedObject, componentReference, type OperationDescriptions } from './operation.ts';

const example: Me = {
  account: { id: 'acc_4gq7n2k9wd0x5r8t', name: 'Harbour & Pine Property Services' },
  integration: {
    id: 'int_h3v8t1m6zc2p9k4d',
    name: 'Nightly sync',
    ...presets.Maintenance,
    createdOn: '2026-01-05T10:00:00.000Z',
    createdBy: 'admin@example.com',
    proposesOnly: false,
  },
  shardID: 's1',
  permissions: permissionsOf(presets.Maintenance),
  webhooks: true,
  rateLimit: { limit: 300, windowSeconds: 60 },
};

export const accountOperations: OperationDescriptions = {
  getMe: {
    tag: 'Me',
    summary: 'Who am I',
    description:
      'The account and the integration behind the credentials, and what they may do: per record type `read` and `write`, and whether webhooks can be used. Any key may ask. A good first request, and a cheap way to check credentials.',
    answers: {
      200: {
        description: 'The key is good.',
        content: {
          mediaType: JSON_TYPE,
          schema: componentReference('schemas', 'Me'),
          examples: { maintenance: { summary: 'A key of the preset Maintenance', value: example } },
        },
      },
    },
    refusals: ['InvalidRequest'],
  },
};

const permission: JsonSchema = closedObject({ read: { type: 'boolean' }, write: { type: 'boolean' } });

export const accountSchemas: { readonly [name: string]: JsonSchema } = {
  Permission: { title: 'Permission', description: 'What a key may do with one record type.', ...permission },
  Me: {
    title: 'Me',
    description: 'The account and integration of a key, and what it may do.',
    ...closedObject({
      account: closedObject({
        id: { type: 'string', description: 'Random, and unique over all shards.' },
        name: { type: 'string' },
      }),
      integration: closedObject({
        id: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string', enum: roles },
        areas: { type: 'array', items: { type: 'string', enum: areas }, description: 'What it may work with.' },
        createdOn: { type: 'string', format: 'date-time' },
        createdBy: { type: 'string', description: 'E-mail address of the admin who made it.' },
        proposesOnly: {
          type: 'boolean',
          description: 'Whether it writes nothing itself: what it wants written it proposes, and a person decides.',
        },
      }),
      shardID: { type: 'string', description: 'The shard that holds the account: the value of the header `shardID`.' },
      permissions: closedObject(
        Object.fromEntries(recordTypeNames.map((name) => [name, componentReference('schemas', 'Permission')])),
      ),
      webhooks: { type: 'boolean', description: 'Whether the key may use webhooks.' },
      rateLimit: closedObject({
        limit: {
          type: 'integer',
          minimum: 0,
          description: 'Requests admitted in any window; 0 where there is no limit.',
        },
        windowSeconds: { type: 'integer', minimum: 1 },
      }),
    }),
  },
};
