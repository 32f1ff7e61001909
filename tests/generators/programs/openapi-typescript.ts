/** Lists, creates, patches and subscribes with the types that openapi-typescript writes, and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const { BASE_URL, API_KEY, VAULT_SECRET, SHARD_ID, TASK_NAME = '' } = process.env as { [name: string]: string };
const client = createClient<paths, 'application/json'>({
  baseUrl: BASE_URL!,
  headers: { apiKey: API_KEY!, vaultSecret: VAULT_SECRET!, shardID: SHARD_ID! },
});

const types = [
  '/api/WorkOrders',
  '/api/Tasks',
  '/api/Assets',
  '/api/Forms',
  '/api/PurchaseOrders',
  '/api/Jobs',
  '/api/Employees',
  '/api/Users',
  '/api/Products',
  '/api/Routes',
  '/api/Boards',
  '/api/FormTemplates',
  '/api/AssetStatuses',
  '/api/Locations',
  '/api/Vendors',
] as const;
const listed: Record<string, number> = {};
for (const path of types) {
  const records = (await client.GET(path, { params: { query: { take: 5 } } })).data ?? [];
  listed[path.slice('/api/'.length)] = records.length;
}

const { data: task } = await client.POST('/api/Tasks', {
  params: { header: { 'Idempotency-Key': TASK_NAME } },
  body: { Name: TASK_NAME, DueOn: '2026-03-01T08:00:00Z', TaskExternalMessagingID: 2 ** 40 + 1 },
});
const { data: patched } = await client.PATCH('/api/Tasks/{id}', {
  params: { path: { id: task!.ID } },
  headers: { 'content-type': 'application/json-patch+json' },
  body: [
    { op: 'test', path: '/Status', value: 'Open' },
    { op: 'replace', path: '/Status', value: 'Completed' },
  ],
});
const { data: found } = await client.GET('/api/Tasks', {
  params: { query: { Name: [TASK_NAME], extFilter: true, CompletedOn: ['2026-01-01 ge'] } },
});
const { data: asset } = await client.POST('/api/Assets', { body: { Name: TASK_NAME, PurchaseCost: 1234567.89 } });
const { error: problem } = await client.GET('/api/Tasks/{id}', { params: { path: { id: 2 ** 40 } } });
const { data: hook } = await client.POST('/api/Webhooks', {
  body: {
    entityType: 'Tasks',
    action: 'Completed',
    targetUrl: 'https://hooks.example.com/completed',
    headers: { 'X-Team': 'north' },
  },
});
const { data: hooks } = await client.GET('/api/Webhooks');
console.log(
  JSON.stringify({
    listed,
    created: task!.ID,
    dueSeconds: Date.parse(task!.DueOn!) / 1000,
    messagingID: task!.TaskExternalMessagingID,
    status: patched!.Status,
    found: found!.map(({ ID }) => ID),
    cost: asset!.PurchaseCost,
    refusal: (problem as unknown as components['schemas']['Problem']).code,
    webhook: hook!.id,
    webhooks: hooks!.length,
    secret: hook!.signingSecret.slice(0, 6),
  }),
);
