// The write-ahead log under readers that never leave it alone.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pageOf, plan } from '../../../tests/conformance/listing.ts';
import { made, patching, sample } from '../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import type { Condition } from '../../records/lists/plan.ts';
import { openSqliteShard } from './shard.ts';

const MIB = 1024 * 1024;

test('slow lists without a pause and a busy writer leave the write-ahead log short, and every list is answered', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 4, logMiB: 8 });
  t.after(() => shard.close());
  const accounts = await Promise.all(['a', 'b'].map((id) => shard.accounts.create({ id, name: id, createdOn: 0 })));
  for (const account of accounts) {
    const records = Array.from({ length: 300 }, (_, n) => sample('Tasks', n + 1, { Notes: 'a'.repeat(10_000) }));
    await shard.bulk(account).load('Tasks', records);
  }
  let open = true;
  let listed = 0;
  const stores = accounts.map((account) => shard.records(account));
  const reading = [0, 1, 0, 1].map(async (which, n) => {
    await pause(n * 60);
    while (open) {
      assert.deepEqual((await pageOf(stores[which]!, slow)).total, 0);
      listed++;
    }
  });
  const CustomFields = { filling: 'x'.repeat(100_000) };
  let most = 0;
  for (let n = 0; n < 600; n++) {
    await made(stores[n % 2]!, patching('Tasks', 1 + (n % 300), { CustomFields: { ...CustomFields, n } }));
    most = Math.max(most, shard.vitals().log!.bytes);
  }
  open = false;
  await Promise.all(reading);
  t.diagnostic(`${(most / MIB).toFixed(1)} MiB at most, ${listed} lists beside 600 changes of 100 kB`);
  assert.ok(listed >= 8, `${listed} lists`);
  // Left alone it comes to 121.
  assert.ok(most < 64 * MIB, `${most / MIB} MiB`);
});

test('a thread carries the log while changes go on, and the log is begun anew', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server' });
  t.after(() => shard.close());
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const store = shard.records(account);
  await shard.bulk(account).load('Tasks', [sample('Tasks', 1)]);
  const beside = new DatabaseSync(file, { readOnly: true });
  t.after(() => beside.close());
  const look = () => beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
  const CustomFields = { filling: 'x'.repeat(100_000) };
  const change = (n: number) => made(store, patching('Tasks', 1, { CustomFields: { ...CustomFields, n } }));

  let n = 0;
  while (look().log < 2_000 && n < 400) await change(n++);
  for (const until = Date.now() + 10_000; look().checkpointed < 1_000 && Date.now() < until; ) await pause(5);
  const early = look();
  assert.ok(early.log >= 2_000, 'no commit has carried it');
  assert.ok(early.checkpointed >= 1_000, `${early.checkpointed} of ${early.log} pages were carried`);

  const began = n;
  let mostPages = 0;
  let anew = 0;
  for (let last = early.log; n < began + 400; ) {
    await change(n++);
    const { log } = look();
    if (log < last) anew++;
    mostPages = Math.max(mostPages, log);
    last = log;
  }
  t.diagnostic(`${mostPages} pages at most, begun anew ${anew} times`);
  assert.ok(anew >= 2, `begun anew ${anew} times`);
  assert.ok(mostPages < 8_000, `${mostPages} pages`);
});

test('a process that has carried the log ends by itself, whether or not it closes the database', async (t) => {
  for (const close of ['', 'await shard.close();']) {
    const child = inProcess(t, `await change(12); ${close} console.log('done');`);
    assert.deepEqual(await child.end(), { code: 0, told: ['done'] });
  }
});

test('where the machine gives no thread, changes are made as ever, and a list is refused and not for ever', async (t) => {
  const limit = (pid: number, threads: number) =>
    execFileSync('prlimit', ['--pid', String(pid), `--nproc=${threads}:`], somebody);
  const child = inProcess(
    t,
    `console.log('ready');
    process.stdin.once('data', async () => {
      await change(40);
      const lists = [];
      for (let n = 0; n < 3; n++) lists.push(await list().catch((failure) => failure.code));
      console.log(JSON.stringify(lists));
      process.stdin.once('data', async () => {
        console.log(JSON.stringify(await list()));
        process.exit(0);
      });
    });`,
  );
  assert.equal(await child.line(), 'ready');
  limit(child.pid, 1);
  child.say('go on');
  const refused = JSON.parse(await child.line());
  assert.deepEqual(refused, ['ERR_WORKER_INIT_FAILED', 'ERR_WORKER_INIT_FAILED', 'ERR_WORKER_INIT_FAILED']);
  limit(child.pid, 1_000);
  child.say('and again');
  assert.equal(await child.line(), '1');
  await child.end();
});

/** Root has no limits. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A service's database in a process of its own, of a user who may have a limit: `change` makes changes of 100 kB, `list` asks a reader thread. */
function inProcess(t: TestContext, work: string) {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o777);
  const from = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = join(folder, 'script.mjs');
  const text = `
    import { openSqliteShard } from ${from('./shard.ts')};
    import { made, patching, sample } from ${from('../../../tests/conformance/samples.ts')};
    import { pageOf, plan } from ${from('../../../tests/conformance/listing.ts')};
    const file = ${JSON.stringify(join(folder, 'shard.db'))};
    const shard = await openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 2 });
    const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
    await shard.bulk(account).load('Tasks', [sample('Tasks', 1, { Notes: 'found' })]);
    const store = shard.records(account);
    const change = async (times) => {
      for (let n = 0; n < times; n++)
        await made(store, patching('Tasks', 1, { CustomFields: { filling: String(n).repeat(400_000) } }));
    };
    const where = [{ field: 'Notes', anyOf: [{ op: 'contains', text: 'found' }] }];
    const list = async () => (await pageOf(store, plan('Tasks', { where, take: 25, count: true }))).total;
    ${work}`;
  writeFileSync(script, text);
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: folder,
    ...somebody,
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const closed = once(child, 'close');
  return {
    pid: child.pid!,
    say: (word: string) => child.stdin.write(word),
    line: async () => String((await lines.next()).value),
    async end() {
      child.stdin.end();
      const [[code], told] = await Promise.all([closed, Array.fromAsync(lines)]);
      return { code, told };
    },
  };
}

/** Each of them almost matches at every place: some 100 ms. */
const needles: Condition['anyOf'] = Array.from({ length: 4 }, (_, n) => ({
  op: 'contains',
  text: `${'a'.repeat(190 + n)}b`,
}));
const slow = plan('Tasks', { where: [{ field: 'Notes', anyOf: needles }], take: 25, count: true });
