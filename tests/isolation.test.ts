import assert from 'node:assert/strict';
import { listFieldName, singleFieldName } from '../src/api/graphql/schema-names.ts';
import { fieldsOf, type RecordTypeName, recordType, scalarFieldsOf } from '../src/catalogue/index.ts';
import { type Client, createTestAccount, databaseUrl, onBothEngines, type Reply, startApp } from './support/app.ts';
import { createOneOfEach, minimalBody, typesInOrder } from './support/minimal-records.ts';

const NEVER_EXISTED = 999_999;

onBothEngines('no key ever sees a byte of another account, on its shard or another', async (engine, t) => {
  const app = await startApp(t, engine, {
    MDS_SHARDS: `a=${await databaseUrl(t, engine)},b=${await databaseUrl(t, engine)}`,
  });
  const owner = await app.key(await createTestAccount(app.shards.get('a')!, 'canary firm'));
  const ids = await createOneOfEach(owner, 'canary', { CustomFields: { secret: 'canary' }, ExternalID: 'canary' });
  const subscription = await owner.post('/api/Webhooks', {
    entityType: 'Tasks',
    action: 'Updated',
    targetUrl: 'https://canary.example.com/hook',
    headers: { 'X-Secret': 'canary' },
  });
  assert.equal(subscription.status, 201, subscription.text);
  const proposal = await owner.post('/api/Proposals', { type: 'Tasks', create: { Name: 'canary' }, reason: 'canary' });
  assert.equal(proposal.status, 201, proposal.text);
  const strangers: Record<string, Client> = {
    'on the same shard': await app.key(await createTestAccount(app.shards.get('a')!, 'Neighbour')),
    'on another shard': await app.key(await createTestAccount(app.shards.get('b')!, 'Far away')),
  };
  for (const [where, stranger] of Object.entries(strangers)) {
    for (const type of typesInOrder) {
      await readsNothing(stranger, type, where);
      await findsNothing(stranger, type, ids[type], where);
      await cannotReferTo(stranger, type, ids, where);
      await asksInVain(stranger, type, ids[type], where);
    }
    assert.equal((await stranger.get('/api/Proposals')).text, '[]', where);
    for (const method of ['GET', 'DELETE'])
      silent(await stranger.send(method, `/api/Proposals/${proposal.json.id}`), `a proposal ${where}`);
    assert.equal((await stranger.get(`/api/Proposals/${proposal.json.id}`)).status, 404, where);
    await hearsNothing(stranger, subscription.json.id, ids.Tasks, where);
  }
  for (const type of typesInOrder) {
    const reply = await owner.get(`/api/${type}/${ids[type]}`);
    assert.equal(reply.json.CustomFields.secret, 'canary', `${type} is as its owner left it`);
    assert.equal(reply.headers.get('etag'), '"1"');
  }
});

/** Lists, with every filter and every order, show nothing of the other account. */
async function readsNothing(stranger: Client, type: RecordTypeName, where: string): Promise<void> {
  const queries = ['', 'count=true&Deleted=true', 'take=1000&skip=0'];
  for (const [field, { kind }] of scalarFieldsOf(recordType(type))) {
    queries.push(`orderby=${field} Desc&Deleted=true`);
    if (kind === 'text') queries.push(`${field}=canary`, `${field}=ANAR&fuzzy=true`, `${field}=null ne&extFilter=true`);
  }
  for (const query of queries) {
    const reply = await stranger.get(`/api/${type}?${query}`);
    assert.equal(reply.status, 200, `${type}?${query} ${where}`);
    silent(reply, `${type}?${query} ${where}`);
    // The stranger's account holds its own admin and nothing else.
    if (type !== 'Users') assert.equal(reply.text, '[]');
  }
}

/** The other account's id is answered to the letter like one that never existed. */
async function findsNothing(stranger: Client, type: RecordTypeName, id: number, where: string): Promise<void> {
  // The stranger's own admin is user 1, as is the owner's; the record in question is another one.
  if (type === 'Users') assert.notEqual(id, 1);
  const attempts: ((id: number) => Promise<Reply>)[] = [
    (id) => stranger.get(`/api/${type}/${id}`),
    (id) => stranger.get(`/api/${type}/${id}`, { 'if-none-match': '"1"' }),
    (id) => stranger.patch(`/api/${type}/${id}`, [{ op: 'replace', path: '/Deleted', value: true }]),
    (id) => stranger.patch(`/api/${type}/${id}`, [{ op: 'test', path: '/ExternalID', value: 'canary' }]),
    (id) => stranger.patch(`/api/${type}/${id}`, [], { 'if-match': '"1"' }),
    (id) => stranger.delete(`/api/${type}/${id}`),
    (id) => stranger.delete(`/api/${type}/${id}`, { 'if-match': '"1"' }),
    (id) => stranger.get(`/api/${type}/${id}/Moves`),
    (id) => stranger.post(`/api/${type}/DryRun`, { id, delete: true }),
    (id) => stranger.post(`/api/${type}/DryRun`, { id, patch: [], ifMatch: '"1"' }),
  ];
  const named = await stranger.post('/api/Names', { [type]: [id] });
  assert.deepEqual(named.json, { [type]: {} }, `the name of ${type}/${id} ${where}`);
  for (const [index, attempt] of attempts.entries()) {
    const [theirs, nobodys] = [await attempt(id), await attempt(NEVER_EXISTED)];
    const name = `attempt ${index} at ${type}/${id} ${where}`;
    assert.equal(theirs.status, 404, name);
    assert.equal(comparable(theirs, id), comparable(nobodys, NEVER_EXISTED), name);
    silent(theirs, name);
  }
}

/** Queries, with every filter and every way from one record to others, show nothing of the other account. */
async function asksInVain(stranger: Client, name: RecordTypeName, id: number, where: string): Promise<void> {
  const type = recordType(name);
  const all = [...scalarFieldsOf(type).keys()].join(' ');
  const texts = [...scalarFieldsOf(type)].filter(([, { kind }]) => kind === 'text').map(([field]) => field);
  const lists = [
    'search: "canary"',
    'deleted: true, take: 1000',
    ...texts.flatMap((field) => [
      `filter: { ${field}: { eq: "canary" } }`,
      `filter: { ${field}: { contains: "ANAR" } }`,
    ]),
  ];
  for (const given of lists) {
    const query = `{ ${listFieldName(type)}(${given}) { total more nodes { ${all} CustomFields } } }`;
    const reply = await stranger.post('/graphql', { query });
    assert.equal(reply.status, 200, reply.text);
    silent(reply, `${query} ${where}`);
    if (name !== 'Users') assert.deepEqual(reply.json.data[listFieldName(type)], { total: 0, more: false, nodes: [] });
  }
  const one = `{ ${singleFieldName(type)}(id: ${id}) { ID CustomFields } history(type: ${name}, id: ${id}) { total nodes { change } } }`;
  const found = await stranger.post('/graphql', { query: one });
  assert.deepEqual(found.json.data, { [singleFieldName(type)]: null, history: null }, `${one} ${where}`);
}

/** The other account's subscriptions and deliveries are neither shown nor to be touched. */
async function hearsNothing(stranger: Client, id: number, task: number, where: string): Promise<void> {
  for (const list of ['?take=1000', '/Health', '/Notices']) {
    assert.equal((await stranger.get(`/api/Webhooks${list}`)).text, '[]', `${list} ${where}`);
  }
  silent(await stranger.get('/api/Webhooks/Sample?entityType=Tasks&action=Created'), `samples ${where}`);
  const rehearsed = await stranger.post('/api/Webhooks/Rehearse', { entityType: 'Tasks', action: 'Created' });
  silent(rehearsed, `a rehearsal ${where}`);
  assert.deepEqual([rehearsed.json.matched, rehearsed.json.sample.real], [0, false], where);
  // Of a subscription of one's own, too, a record of another account is one that never existed.
  const body = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://own.example.com/hook' };
  const own = (await stranger.post('/api/Webhooks', body)).json.id;
  const about = async (recordID: number) =>
    comparable(await stranger.post(`/api/Webhooks/${own}/Why`, { recordID }), recordID);
  assert.equal(await about(task), await about(NEVER_EXISTED), `why, of a record ${where}`);
  assert.equal((await stranger.delete(`/api/Webhooks/${own}`)).status, 204);
  const attempts: ((id: number) => Promise<Reply>)[] = [
    (id) => stranger.get(`/api/Webhooks/${id}`),
    (id) => stranger.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/name', value: 'mine' }]),
    (id) => stranger.delete(`/api/Webhooks/${id}`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Reactivate`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Test`),
    (id) => stranger.get(`/api/Webhooks/${id}/Deliveries`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Deliveries/1/Resend`),
    (id) => stranger.get(`/api/Webhooks/${id}/Deliveries/1/Request`),
    (id) => stranger.get(`/api/Webhooks/${id}/Health`),
    (id) => stranger.post(`/api/Webhooks/${id}/Why`, { recordID: 1 }),
    (id) => stranger.post(`/api/Webhooks/${id}/Why`, { webhookId: 'msg_1' }),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Deliveries/Resend`),
    (id) => stranger.post(`/api/Webhooks/${id}/Recover`, { since: '2020-01-01T00:00:00Z', what: ['missed'] }),
    (id) => stranger.get(`/api/Webhooks/${id}/Recoveries`),
    (id) => stranger.get(`/api/Webhooks/${id}/Recoveries/1`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Recoveries/1/Cancel`),
  ];
  for (const [index, attempt] of attempts.entries()) {
    const [theirs, nobodys] = [await attempt(id), await attempt(NEVER_EXISTED)];
    const name = `attempt ${index} at subscription ${id} ${where}`;
    assert.equal(theirs.status, 404, `${name}: ${theirs.text}`);
    assert.equal(comparable(theirs, id), comparable(nobodys, NEVER_EXISTED), name);
    silent(theirs, name);
  }
}

/** A reference to the other account's record is refused like one to a record that never existed. */
async function cannotReferTo(
  stranger: Client,
  type: RecordTypeName,
  ids: Record<RecordTypeName, number>,
  where: string,
): Promise<void> {
  for (const [field, declaration] of Object.entries(fieldsOf(recordType(type)))) {
    if (declaration.kind !== 'reference') continue;
    const refer = (id: number) =>
      stranger.post(`/api/${type}`, { ...minimalBody(type, 'mine', { FormTemplates: id }), [field]: id });
    const [theirs, nobodys] = [await refer(ids[declaration.to]), await refer(NEVER_EXISTED)];
    const name = `${type}.${field} ${where}`;
    assert.equal(theirs.status, 400, `${name}: ${theirs.text}`);
    assert.match(theirs.text, new RegExp(field), name);
    assert.equal(comparable(theirs, ids[declaration.to]), comparable(nobodys, NEVER_EXISTED), name);
  }
}

function silent(reply: Reply, name: string): void {
  assert.ok(!/canary/i.test(reply.text.replaceAll(/"(detail|message)":"[^"]*"/g, '')), `${name} shows ${reply.text}`);
}

/** The answer without what differs for everybody: the request's own id, and the id that was asked for. */
function comparable(reply: Reply, id: number): string {
  const { requestId, ...rest } = reply.json;
  assert.ok(requestId);
  return JSON.stringify(rest).replaceAll(new RegExp(`(deleted: |There is no [a-z ]+ )${id}\\b`, 'g'), '$1ID');
}
