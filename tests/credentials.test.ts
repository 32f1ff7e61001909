import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Client, client, databaseUrl, onBothEngines, startApp, type TestApp } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

onBothEngines('whatever is wrong with the credentials, the answer is the same 401', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const mine = (await app.key(account)).credentials;
  const other = (await app.key(account)).credentials;
  const good = Object.entries(mine).flat();
  const cases: Record<string, string[]> = {
    'nothing at all': [],
    'no apiKey': good.slice(2),
    'no vaultSecret': [...good.slice(0, 2), ...good.slice(4)],
    'no shardID': good.slice(0, 4),
    'empty secret': ['apiKey', mine.apiKey, 'vaultSecret', '', 'shardID', mine.shardID],
    'unknown key': ['apiKey', 'mds_nobody', 'vaultSecret', mine.vaultSecret, 'shardID', mine.shardID],
    "another key's secret": ['apiKey', mine.apiKey, 'vaultSecret', other.vaultSecret, 'shardID', mine.shardID],
    'unknown shard': ['apiKey', mine.apiKey, 'vaultSecret', mine.vaultSecret, 'shardID', 's99'],
    'key given twice': ['apiKey', mine.apiKey, ...good],
    'a bearer with another secret': ['Authorization', `Bearer ${mine.apiKey}.${other.vaultSecret}.${mine.shardID}`],
    'secret given twice': ['vaultSecret', mine.vaultSecret, ...good],
  };
  assert.equal((await exchange(app, good)).status, 200, 'the good credentials hold');
  const bearer = ['Authorization', `Bearer ${mine.apiKey}.${mine.vaultSecret}.${mine.shardID}`];
  assert.equal((await exchange(app, bearer)).status, 200, 'and in one header');
  const answers = new Map<string, string>();
  for (const [name, headers] of Object.entries(cases)) {
    const { status, comparable } = await exchange(app, headers);
    assert.equal(status, 401, name);
    answers.set(comparable, name);
  }
  assert.equal(answers.size, 1, `told apart: ${[...answers.values()].join(', ')}`);
});

onBothEngines('a revoked key and a removed account are refused at once on the same instance', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  assert.equal((await key.get('/api/Me')).status, 200);
  await app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'The key was revoked.');
  assert.equal((await key.get('/api/Me')).status, 401);
});

onBothEngines('the key of one shard does not open another shard', async (engine, t) => {
  const app = await startTwoShards(t, engine);
  const account = await app.account();
  const key = await app.key(account);
  assert.equal((await key.get('/api/Me')).status, 200);
  const elsewhere = client(app.url, { ...key.credentials, shardID: 'b' });
  assert.equal((await elsewhere.get('/api/Me')).status, 401);
});

onBothEngines('requests that HTTP cannot read are refused with a problem that says why', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const cases = [
    { head: `X-Filler: ${'x'.repeat(100 * 1024)}`, status: 431, code: 'headers_too_large' },
    { head: 'X-Control: a\x01b', status: 400, code: 'malformed_request' },
    { head: 'X-Null: a\x00b', status: 400, code: 'malformed_request' },
    { head: 'no colon here', status: 400, code: 'malformed_request' },
  ];
  for (const { head, status, code } of cases) {
    const answer = await raw(app.url, `GET /api/Me HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), head.slice(0, 20));
    assert.match(answer, /content-type: application\/problem\+json/i);
    assert.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code, code);
  }
  assert.equal((await key.get('/api/Me')).status, 200, 'the service goes on');
});

onBothEngines('the secret never comes back in any answer', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { vaultSecret } = key.credentials;
  const provocations: ((user: Client) => Promise<{ text: string; headers: Headers }>)[] = [
    (user) => user.get('/api/Me'),
    (user) => user.get(`/api/Tasks?Name=${vaultSecret}x&nonsense=1`),
    (user) => user.get('/api/Nothing'),
    (user) => user.post('/api/Tasks', { Nonsense: 1 }),
  ];
  for (const provoke of provocations) {
    const { text, headers } = await provoke(key);
    assert.ok(!JSON.stringify([text.replaceAll(`${vaultSecret}x`, ''), ...headers]).includes(vaultSecret));
  }
});

async function startTwoShards(t: Parameters<typeof startApp>[0], engine: 'sqlite' | 'postgres'): Promise<TestApp> {
  return startApp(t, engine, { MDS_SHARDS: `a=${await databaseUrl(t, engine)},b=${await databaseUrl(t, engine)}` });
}

/** One request with exactly these headers, and what is left of the answer when its id and date are taken away. */
async function exchange(app: TestApp, headers: string[]): Promise<{ status: number; comparable: string }> {
  const lines = [];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  const text = await raw(
    app.url,
    ['GET /api/Me HTTP/1.1', 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n'),
  );
  const comparable = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/date: .*\r\n/i, '');
  return { status: Number(text.split(' ')[1]), comparable };
}

async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (data: Buffer) => pieces.push(data));
  socket.on('error', () => undefined);
  socket.write(request, 'latin1');
  await Promise.race([once(socket, 'close'), once(socket, 'end')]);
  socket.destroy();
  return Buffer.concat(pieces).toString();
}
