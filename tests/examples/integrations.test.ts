// The example integrations, each copied alone into an empty folder and run by its one command against a real service.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { startApp } from '../support/app.ts';
import { accountOfLongLog } from '../support/long-log.ts';

const examples = join(import.meta.dirname, '../../examples');

test('the mirror, the notifier and the report do what they say', async (t) => {
  const app = await startApp(t, 'sqlite', { MDS_BOOTSTRAP: 'demo', MDS_WEBHOOK_RETRY_MS: '50' });
  const account = await app.account();
  const key = await app.key(account);
  const { apiKey, vaultSecret, shardID } = key.credentials;
  const environment = { BASE_URL: app.url, API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID };
  const complete = [{ op: 'replace', path: '/Status', value: 'Completed' }];
  const made: number[] = [];
  for (const Name of ['Lift <stuck>', '=Boiler', 'Third'])
    made.push((await key.post('/api/WorkOrders', { Name, LabourMinutes: 30, PartsCost: 12.5 })).json.ID);

  await t.test('the mirror holds every record, goes on where it was, and keeps what is deleted', async (t) => {
    const mirror = example(t, 'mirror', ['mirror.mjs', '--once'], environment);
    assert.match(await mirror.run(), /^Copied 4 records of 15 types\./, 'three work orders and the admin');
    await key.patch(`/api/WorkOrders/${made[0]}`, complete as never);
    await key.delete(`/api/WorkOrders/${made[2]}`);
    const second = await mirror.run();
    assert.match(second, new RegExp(`^WorkOrders ${made[0]} v2 Updated, Completed$`, 'm'));
    assert.doesNotMatch(second, /Copied/);
    assert.equal((await mirror.run()).trim(), '', 'nothing new');
    const database = new DatabaseSync(join(mirror.folder, 'mirror.db'));
    const rows = database.prepare('SELECT id, deleted, record FROM WorkOrders ORDER BY id').all();
    const records = (await key.get('/api/WorkOrders?Deleted=true')).json;
    assert.deepEqual(
      rows.map(({ record }) => JSON.parse(String(record))),
      records,
    );
    assert.deepEqual(
      rows.map(({ deleted }) => deleted),
      [0, 0, 1],
    );
    database.close();
  });

  await t.test('the mirror holds what its key may read by now, also what it could not read before', async (t) => {
    const mirror = example(t, 'mirror', ['mirror.mjs', '--once'], environment);
    await mirror.run();
    const rights = { preset: undefined, role: 'ReadOnly', areas: ['WorkOrders'] } as const;
    const { apiKey, vaultSecret, shardID } = (await app.key(account, rights)).credentials;
    const { json: vendor } = await key.post('/api/Vendors', { Name: 'Lifts & Co' });
    await mirror.run({ ...environment, API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID });
    assert.match(await mirror.run(), /^Copied 2 records of \d+ types\./, 'the vendor and the admin');
    assert.equal((await mirror.run()).trim(), '');
    const database = new DatabaseSync(join(mirror.folder, 'mirror.db'));
    const rows = database.prepare('SELECT record FROM Vendors').all();
    assert.deepEqual(
      rows.map(({ record }) => JSON.parse(String(record))),
      [vendor],
    );
    database.close();
  });

  await t.test('the mirror comes to the end, however much lies before it that its key may not read', async (t) => {
    const account = await accountOfLongLog(app);
    const [first] = (await (await app.key(account)).get('/api/Changes?take=1')).json;
    const limited = await app.key(account, { preset: undefined, role: 'ReadOnly', areas: ['WorkOrders'] });
    const { apiKey, vaultSecret, shardID } = limited.credentials;
    const own = { ...environment, API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID };
    const mirror = example(t, 'mirror', ['mirror.mjs', '--once'], own);
    await mirror.run();
    const database = new DatabaseSync(join(mirror.folder, 'mirror.db'));
    const place = () => database.prepare('SELECT cursor FROM place').get()!.cursor;
    const end = place();
    database.prepare('UPDATE place SET cursor = ?').run(first.change);
    assert.match(await mirror.run(), /^Tasks 1 v1 Created$/m);
    assert.equal(place(), end);
    database.close();
  });

  await t.test('the report writes what was completed on the day, whole, and its totals', async (t) => {
    const day = (await key.get(`/api/WorkOrders/${made[0]}`)).json.CompletedOn.slice(0, 10);
    const report = example(t, 'report', ['report.mjs', '--day', day], environment);
    assert.match(await report.run(), new RegExp(`^${day}: 1 work orders completed, 30 minutes, 12.50 in all`));
    const lines = readFileSync(join(report.folder, `completed-${day}.csv`), 'utf8')
      .trim()
      .split(/\r?\n/);
    assert.equal(lines.length, 2);
    assert.match(lines[0]!, /^ID,Number,Name,Priority/);
    assert.match(lines[1]!, /Lift <stuck>/);
    const empty = example(t, 'report', ['report.mjs', '--day', '2001-01-01'], environment);
    assert.match(await empty.run(), /: 0 work orders/);
    for (const wrong of [`${day}T18:00:00Z`, '30.1.2026', '2026-02-30']) {
      const refused = example(t, 'report', ['report.mjs', '--day', wrong], environment);
      const [code] = await once(refused.start(), 'close');
      assert.equal(code, 2, `${wrong} is no day`);
      assert.deepEqual(
        readdirSync(refused.folder).filter((file) => file.includes('completed')),
        [],
      );
    }
  });

  await t.test('the notifier tells the channel once of what it verified, as text, and unsubscribes', async (t) => {
    const events = 'WorkOrders:Completed,PurchaseOrders:Created,Employees:Created';
    const notifier = example(t, 'notifier', ['notifier.mjs', '--port', '0', '--events', events], environment);
    const child = notifier.start();
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, `Listening for ${events}.`);
    const { json: order } = await key.post('/api/WorkOrders', {
      Name: '<!channel> & all',
      Status: 'Completed',
      Priority: 'Urgent',
    });
    const told = `#maintenance | :rotating_light: Completed: ${order.Number} &lt;!channel&gt; &amp; all (admin@example.com)`;
    assert.equal((await lines.next()).value, told);
    // A number that people write, a name that is not there, and one in two parts.
    const vendor = (await key.post('/api/Vendors', { Name: 'Lifts & Co' })).json.ID;
    await key.post('/api/PurchaseOrders', { Number: '<!here>', VendorID: vendor });
    assert.equal((await lines.next()).value, '#maintenance | Created: &lt;!here&gt; (admin@example.com)');
    const { json: employee } = await key.post('/api/Employees', { FirstName: 'Ann', LastName: 'Lee' });
    const hired = `#maintenance | Created: Employees ${employee.ID} Ann Lee (admin@example.com)`;
    assert.equal((await lines.next()).value, hired);
    const [hook] = (await key.get('/api/Webhooks')).json;
    assert.equal(hook.patience, '1d', 'while the channel is away, events wait');
    const forged = await fetchUnverified(hook.targetUrl);
    assert.equal(forged, 401);
    child.kill('SIGTERM');
    assert.equal((await lines.next()).value, 'Unsubscribed.');
    if (child.exitCode === null) await once(child, 'exit');
    assert.deepEqual((await key.get('/api/Webhooks')).json, []);
  });

  await t.test('the notifier subscribes once, also where the answer breaks off, and says what it leaves', async (t) => {
    let lost = 0;
    let kept = 0;
    const forgetful = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request));
      const { method = 'GET', headers, url } = request;
      if (url === `/api/Webhooks/${kept}`) return void response.writeHead(403).end('Not allowed.');
      const { host: _, connection: __, ...passed } = headers as Record<string, string>;
      const answer = await fetch(new URL(url!, app.url), { method, headers: passed, body: body.length ? body : null });
      const text = await answer.text();
      const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const isLost = method !== 'GET' && lost++ % 2 === 0;
      if (isLost && text === '') return void response.destroy();
      response.writeHead(answer.status, head);
      if (isLost) response.write(text.slice(0, 40), () => response.destroy());
      else response.end(text);
    });
    forgetful.listen(0, '127.0.0.1');
    await once(forgetful, 'listening');
    t.after(() => forgetful.close());
    const BASE_URL = `http://127.0.0.1:${(forgetful.address() as AddressInfo).port}`;
    const events = 'Tasks:Completed,Tasks:Created';
    const command = ['notifier.mjs', '--port', '0', '--events', events];
    const child = example(t, 'notifier', command, { ...environment, BASE_URL }).start();
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, `Listening for ${events}.`);
    const made = (await key.get('/api/Webhooks')).json;
    assert.deepEqual([lost, made.length], [4, 2]);
    kept = made[1].id;
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.deepEqual([code, (await lines.next()).value], [1, undefined], 'it does not say that it has unsubscribed');
    assert.equal(lost, 6);
    const left = (await key.get('/api/Webhooks')).json;
    assert.deepEqual(
      left.map(({ id }: { id: number }) => id),
      [kept],
    );
    await key.delete(`/api/Webhooks/${kept}`);
  });

  await t.test('the notifier leaves no subscription behind where one of them is refused', async (t) => {
    const events = 'Tasks:Completed,Tasks:Sent';
    const notifier = example(t, 'notifier', ['notifier.mjs', '--port', '0', '--events', events], environment);
    const child = notifier.start();
    const [code] = await once(child, 'exit');
    assert.equal(code, 1);
    assert.deepEqual((await key.get('/api/Webhooks')).json, []);
  });
});

test('what several examples need is the same in each', () => {
  const text = (file: string) => readFileSync(join(examples, file), 'utf8');
  for (const name of ['notifier', 'report']) assert.equal(text(`${name}/service.mjs`), text('mirror/service.mjs'));
  for (const file of ['verify.mjs', 'certificate.mjs'])
    assert.equal(text(`notifier/${file}`), text(`receiver/${file}`));
});

interface Example {
  readonly folder: string;
  start(given?: Record<string, string>): ChildProcess;
  /** What it prints until it ends well. */
  run(given?: Record<string, string>): Promise<string>;
}

function example(t: TestContext, name: string, command: string[], environment: Record<string, string>): Example {
  const folder = mkdtempSync(join(tmpdir(), `mds-${name}-`));
  cpSync(join(examples, name), folder, { recursive: true });
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const start = (env = environment) => {
    const child = spawn(process.execPath, command, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  return {
    folder,
    start,
    async run(given) {
      const child = start(given);
      let printed = '';
      child.stdout!.setEncoding('utf8').on('data', (part) => {
        printed += part;
      });
      const [code] = await once(child, 'close');
      assert.equal(code, 0, printed);
      return printed;
    },
  };
}

/** The status of a delivery that nobody signed. */
async function fetchUnverified(url: string): Promise<number> {
  const { request } = await import('node:https');
  const sent = request(url, { method: 'POST', rejectUnauthorized: false });
  sent.end('{}');
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}
