/**
 * Some 300 exchanges with the service, the same on both engines, compared with one golden transcript: what clients see stays as it is while
 * the code behind it is changed.
 */

import { recordType } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import { exampleOf } from '../../src/records/examples.ts';
import { type Client, onBothEngines, type Reply } from '../support/app.ts';
import { message } from '../support/assistant.ts';
import { minimalBody, typesInOrder } from '../support/minimal-records.ts';
import { ADMIN, setPassword, signedIn } from '../support/people.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';
import { assertGolden } from './golden.ts';
import { createTranscript, type Transcript } from './transcript.ts';

onBothEngines('the exchanges with the service are the golden ones', async (engine, t) => {
  const {
    app,
    account,
    client: key,
    receiver,
    subscribe,
    settled,
  } = await startWebhookApp(t, engine, {
    MDS_EVENT_DAYS: '30',
  });
  const transcript = createTranscript();
  transcript.replace(account.id, '<account>');
  transcript.replace(key.integrationID, '<integration>');
  transcript.replace(key.credentials.apiKey, '<apiKey>');
  transcript.replace(new URL(receiver.url).host, 'receiver.test');
  transcript.replace(new URL(app.url).host, 'service.test');

  await refusals(transcript, key);
  const ids = await writes(transcript, key);
  await lists(transcript, key);
  await questions(transcript, key, ids);
  const hook = await subscribe({ entityType: 'WorkOrders', action: 'Updated' });
  transcript.note(`subscribed ${JSON.stringify(hook)}`);
  for (const priority of ['Low', 'High']) {
    await key.patch(`/api/WorkOrders/${ids.WorkOrders}`, [{ op: 'replace', path: '/Priority', value: priority }]);
    await settled(hook.id, allSettled);
  }
  await webhooks(transcript, key, hook.id);
  for (const { headers, body } of receiver.requests) {
    const shown = ['content-type', 'user-agent', 'x-entity-type', 'x-action'].map(
      (name) => `${name}: ${headers[name]}`,
    );
    transcript.note(`delivered\n${shown.join('\n')}\n${body}`);
  }

  await setPassword(app, account, ADMIN);
  const person = await signedIn(app, ADMIN);
  for (const path of CONSOLE_PATHS) {
    transcript.add(`GET /console/api${path}`, await person.get(path.replace('{account}', account.id)));
  }
  assertGolden('exchanges.txt', transcript.text);
});

/** Requests that are refused, or that say what there is. */
async function refusals(transcript: Transcript, key: Client): Promise<void> {
  const asked: [string, string, (Record<string, string> | undefined)?, string?][] = [
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/nothing'],
    ['GET', '/api/Nothing'],
    ['GET', '/api/Me'],
    ['GET', '/api/Catalogue'],
    ['GET', '/api/Me', { vaultSecret: 'wrong' }],
    ['GET', '/api/Me', { shardID: 's9' }],
    ['PUT', '/api/Tasks'],
    ['DELETE', '/api/Tasks'],
    ['GET', '/api/Tasks/0'],
    ['GET', '/api/Tasks/seven'],
    ['GET', '/api/Tasks/999999'],
    ['GET', '/api/Tasks?take=1001'],
    ['GET', '/api/Tasks?take=-1'],
    ['GET', '/api/Tasks?skip=x'],
    ['GET', '/api/Tasks?Nmae=x'],
    ['GET', '/api/Tasks?orderby=Nmae'],
    ['GET', '/api/Tasks?orderby=Name sideways'],
    ['GET', '/api/Tasks?take=1&take=2'],
    ['GET', '/api/Tasks?CreatedOn=yesterday'],
    ['GET', '/api/Tasks?CreatedOn=null gt&extFilter=true'],
    ['GET', '/api/Tasks?CustomFields=x'],
    ['GET', '/api/Tasks?fields=ID,Nmae'],
    ['GET', '/api/Tasks?contains=boiler'],
    ['GET', '/api/Tasks?Deleted=maybe'],
    ['POST', '/api/Tasks', { 'content-type': 'text/plain' }, 'x'],
    ['POST', '/api/Tasks', { 'content-type': 'application/json' }, '{'],
    ['POST', '/api/Tasks', { 'content-type': 'application/json' }, '[]'],
    ['POST', '/api/Tasks', { 'content-type': 'application/json' }, '{"Name":"\\u0000"}'],
    ['POST', '/api/Tasks', { 'content-type': 'application/json' }, '{"ID":1,"Nmae":"x"}'],
    ['PATCH', '/api/Tasks/1', { 'content-type': 'application/json' }, '[]'],
    ['GET', '/graphql', { accept: 'application/json' }],
    ['POST', '/graphql', { 'content-type': 'application/json' }, '{"query":"{ nothing }"}'],
    ['POST', '/mcp', { 'content-type': 'application/json' }, '{}'],
    ['GET', '/api/Changes?after=nonsense'],
  ];
  for (const [method, path, headers = {}, body] of asked) {
    const reply = await key.send(method, encodeURI(path), { headers, ...(body === undefined ? {} : { body }) });
    transcript.add(`${method} ${path}${body === undefined ? '' : ` ${body}`}`, reply);
  }
}

/** Makes, reads, changes, deletes and restores a record of every type; gives their ids. */
async function writes(transcript: Transcript, key: Client): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const send = async (
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const reply = await key.send(method, path, {
      headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const shown = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
    return transcript.add(
      `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}${shown.join('')}`,
      reply,
    );
  };
  for (const type of typesInOrder) {
    ids[type] = (
      await send('POST', `/api/${type}`, minimalBody(type, `First ${type}`.replaceAll(' ', '-'), ids))
    ).json.ID;
    const path = `/api/${type}/${ids[type]}`;
    await send('POST', `/api/${type}`, { ...exampleOf(recordType(type)) });
    await send('POST', `/api/${type}`, {});
    await send('GET', path);
    await send('GET', path, undefined, { 'if-none-match': '"1"' });
    await send('PATCH', path, [{ op: 'add', path: '/CustomFields', value: { Colour: 'green', Size: [1, 2.5, null] } }]);
    await send('PATCH', path, [{ op: 'add', path: '/CustomFields', value: {} }], { 'if-match': '"1"' });
    await send('PATCH', path, [{ op: 'test', path: '/CustomFields/Colour', value: 'red' }]);
    await send('PATCH', path, [{ op: 'replace', path: '/ID', value: 77 }]);
    await send('POST', `/api/${type}/DryRun`, { id: ids[type]!, delete: true });
    await send('DELETE', path);
    await send('PATCH', path, [{ op: 'replace', path: '/Deleted', value: false }]);
    await send('GET', `${path}/History`);
  }
  const order = `/api/WorkOrders/${ids.WorkOrders}`;
  await send('GET', `${order}/Moves`);
  await send('PATCH', order, [{ op: 'replace', path: '/Status', value: 'Completed' }]);
  await send('PATCH', order, [{ op: 'replace', path: '/Status', value: 'Open' }]);
  await send('PATCH', order, [{ op: 'replace', path: '/AssetID', value: 999 }]);
  await send('PATCH', order, [{ op: 'replace', path: '/AssetID', value: ids.Assets! }]);
  await send('GET', `${order}?version=2`);
  await send('GET', `${order}?fields=Name,Status`);
  await send('POST', '/api/Tasks', { Name: 'Once only' }, { 'idempotency-key': 'golden' });
  await send('POST', '/api/Tasks', { Name: 'Once only' }, { 'idempotency-key': 'golden' });
  await send('POST', '/api/Tasks', { Name: 'Another' }, { 'idempotency-key': 'golden' });
  await send('POST', '/api/Names', { Assets: [ids.Assets!, 999], Tasks: [1] });
  return ids;
}

async function lists(transcript: Transcript, key: Client): Promise<void> {
  const queries = [
    '',
    '?take=1&count=true',
    '?take=1&skip=1',
    '?orderby=Name Desc,CreatedOn&fields=ID,Name',
    '?Name=First-Tasks',
    '?fuzzy=true&Name=first',
    '?extFilter=true&ID=2 ge',
    '?extFilter=true&Status=Open ne&fields=ID,Status',
    '?extFilter=true&CompletedOn=null ne',
    '?search=first',
    '?contains=Name:valve',
    '?Deleted=true&take=0&count=true',
  ];
  for (const type of ['Tasks', 'WorkOrders', 'Assets']) {
    for (const query of queries) {
      transcript.add(`GET /api/${type}${query}`, await key.get(encodeURI(`/api/${type}${query}`)));
    }
  }
  for (const accept of ['text/csv', 'application/x-ndjson']) {
    transcript.add(`GET /api/Tasks ${accept}`, await key.get('/api/Tasks', { accept }));
  }
  transcript.add('GET /api/Changes?take=2', await key.get('/api/Changes?take=2'));
}

/** GraphQL and the assistant. */
async function questions(transcript: Transcript, key: Client, ids: Record<string, number>): Promise<void> {
  const queries = [
    '{ me { account { name } } }',
    '{ tasks(take: 2, orderby: "Name Desc") { total more nodes { ID Name Status workOrder { Name } } } }',
    '{ workOrders(filter: {Status: {in: [Open, Completed]}}) { nodes { ID Status asset { Name } tasks(take: 1) { nodes { ID } } } } }',
    `{ asset(id: ${ids.Assets}) { Name workOrders(take: 2) { nodes { Number } } } }`,
    '{ tasks(take: 5000) { total } }',
    'mutation { x }',
  ];
  for (const query of queries) transcript.add(`POST /graphql ${query}`, await key.post('/graphql', { query }));
  const calls: [string, { [name: string]: Json }][] = [
    ['describe', {}],
    ['list', { type: 'Tasks', query: { take: 2 } }],
    ['get', { type: 'Assets', id: ids.Assets! }],
    ['search', { text: 'first' }],
    ['related', { type: 'WorkOrders', id: ids.WorkOrders! }],
    ['moves', { type: 'WorkOrders', id: ids.WorkOrders! }],
    ['propose_create', { type: 'Tasks', fields: { Name: 'Proposed' }, reason: 'To see it' }],
    [
      'propose_change',
      { type: 'Tasks', id: 1, patch: [{ op: 'replace', path: '/Name', value: 'Other' }], reason: 'Why' },
    ],
    ['propose_delete', { type: 'Tasks', id: 1, reason: 'Why not' }],
    ['proposals', {}],
    ['nothing', {}],
  ];
  for (const [name, given] of calls) {
    const reply = await message(key, 'tools/call', { name, arguments: given });
    transcript.add(`POST /mcp ${name} ${JSON.stringify(given)}`, reply);
  }
}

async function webhooks(transcript: Transcript, key: Client, hook: number): Promise<void> {
  const get = async (path: string) => transcript.add(`GET ${path}`, await key.get(path));
  await get('/api/Webhooks');
  await get(`/api/Webhooks/${hook}`);
  await get('/api/Webhooks/Events');
  await get('/api/Webhooks/Sample?entityType=WorkOrders&action=Created');
  const bodies: Json[] = [
    {},
    { entityType: 'Nothing', action: 'Created', targetUrl: 'https://a.test/' },
    { entityType: 'Tasks', action: 'Sent', targetUrl: 'https://a.test/' },
    { entityType: 'Tasks', action: 'Created', targetUrl: 'http://a.test/' },
    { entityType: 'Tasks', action: 'Created', targetUrl: 'https://10.0.0.1/' },
    { entityType: 'WorkOrders', action: 'Created', targetUrl: 'https://a.test/', filterEntityType: 'Boards' },
    { entityType: 'Tasks', action: 'Created', targetUrl: 'https://a.test/', headers: { Host: 'x' } },
    { entityType: 'Tasks', action: 'Created', targetUrl: 'https://a.test/', active: true },
  ];
  for (const body of bodies) {
    transcript.add(`POST /api/Webhooks ${JSON.stringify(body)}`, await key.post('/api/Webhooks', body));
  }
  const path = `/api/Webhooks/${hook}`;
  const name = [{ op: 'replace', path: '/name', value: 'Orders' }];
  transcript.add(`PATCH ${path} name`, await key.patch(path, name));
  transcript.add('DryRun', await key.post('/api/WorkOrders/DryRun', { id: 1, delete: true }));
  transcript.add(`POST ${path}/Why`, await key.post(`${path}/Why`, { recordID: 1 }));
  transcript.add(`DELETE ${path}`, await key.delete(path));
  transcript.add(`GET ${path}`, await key.get(path));
}

const CONSOLE_PATHS = [
  '/Session',
  '/{account}/Me',
  '/{account}/Tasks?take=2',
  '/{account}/Proposals',
  '/{account}/Users',
  '/{account}/Nothing',
];
