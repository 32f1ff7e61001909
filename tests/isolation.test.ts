import assert from 'node:assert/strict';
import { fieldsOf, type RecordTypeName, recordType, scalarFieldsOf } from '../src/catalogue/index.ts';
import { type Client, databaseUrl, makeAccount, onBothEngines, type Reply, startApp } from './support/app.ts';
import { makeOneOfEach, minimalBody, typesInOrder } from './support/minimal-records.ts';

const NEVER_EXISTED = 999_999;

onBothEngines('no key ever sees a byte of another account, on its shard or another', async (t, engine) => {
  const app = await startApp(t, engine, {
    MDS_SHARDS: `a=${await databaseUrl(t, engine)},b=${await databaseUrl(t, engine)}`,
  });
  const owner = await app.key(await makeAccount(app.shards.get('a')!, 'canary firm'));
  const ids = await makeOneOfEach(owner, 'canary', { CustomFields: { secret: 'canary' }, ExternalID: 'canary' });
  const subscription = await owner.post('/api/Webhooks', {
    entityType: 'Tasks',
    action: 'Updated',
    targetUrl: 'https://canary.example.com/hook',
    headers: { 'X-Secret': 'canary' },
  });
  assert.equal(subscription.status, 201, subscription.text);
  const strangers: Record<string, Client> = {
    'on the same shard': await app.key(await makeAccount(app.shards.get('a')!, 'Neighbour')),
    'on another shard': await app.key(await makeAccount(app.shards.get('b')!, 'Far away')),
  };
  for (const [where, stranger] of Object.entries(strangers)) {
    for (const type of typesInOrder) {
      await readsNothing(stranger, type, where);
      await findsNothing(stranger, type, ids[type], where);
      await cannotReferTo(stranger, type, ids, where);
    }
    await hearsNothing(stranger, subscription.json.id, where);
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

/** The other account's subscriptions and deliveries are neither shown nor to be touched. */
async function hearsNothing(stranger: Client, id: number, where: string): Promise<void> {
  assert.equal((await stranger.get('/api/Webhooks?take=1000')).text, '[]', where);
  const attempts: ((id: number) => Promise<Reply>)[] = [
    (id) => stranger.get(`/api/Webhooks/${id}`),
    (id) => stranger.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/name', value: 'mine' }]),
    (id) => stranger.delete(`/api/Webhooks/${id}`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Reactivate`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Test`),
    (id) => stranger.get(`/api/Webhooks/${id}/Deliveries`),
    (id) => stranger.send('POST', `/api/Webhooks/${id}/Deliveries/1/Resend`),
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
