/**
 * The least that an answer takes on this runtime: `node:http`, the statements of the case, the bytes out. No credentials, no limits, no rules,
 * no log line. What this program cannot do, no service built on these two can.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const { file, headers, writes } = JSON.parse(process.env.BENCH_LEAST!) as {
  file: string;
  headers: Record<string, string>;
  writes: boolean;
};
const db = new DatabaseSync(file, { readOnly: !writes });
db.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 4294967296');
if (writes) db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000');
const account = db.prepare('SELECT min(key) AS key FROM accounts').get()!.key as number;
const prepare = (sql: string) => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
};
const TEXTS = 'AS page CROSS JOIN tasks_documents AS d ON d.key = page.key';
const one = prepare(`SELECT d.text, d.version, d.key FROM tasks AS t JOIN tasks_documents AS d ON d.key = t.key
  WHERE t.account = ${account} AND t.id = ?`);
const ofAsset = prepare(`SELECT d.text FROM (SELECT key FROM tasks INDEXED BY tasks_by_asset_id
  WHERE account = ${account} AND asset_id = ? AND deleted = 0 ORDER BY id LIMIT 26 OFFSET ?) ${TEXTS}`);
const byDueOn = prepare(`SELECT d.text FROM (SELECT key FROM tasks INDEXED BY tasks_by_due_on
  WHERE account = ${account} AND deleted = 0 ORDER BY due_on DESC, id DESC LIMIT 26 OFFSET ?) ${TEXTS}`);
const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
const project = db.prepare('UPDATE tasks SET description = ?, updated_on = ?, updated_by = ? WHERE key = ?');
const keep = db.prepare('UPDATE tasks_documents SET version = ?, text = ? WHERE key = ?');
const log = db.prepare(`INSERT INTO changes
    (account, type, record_id, version, committed_on, by_kind, by_id, by_name, submitter, events, content_hash, before)
  VALUES (${account}, 'Tasks', ?, ?, ?, 'integration', 'int_1', 'Bench', ?, 'Updated', '${'9'.repeat(64)}', ?)`);

const server = createServer((request, response) => {
  if (request.method === 'PATCH') return receive(request, response);
  request.resume();
  request.on('end', () => send(response, bodyOf(request.url!)));
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit());

function bodyOf(url: string): string {
  const asset = /AssetID=(\d+)&skip=(\d+)/.exec(url);
  if (asset !== null) return page(ofAsset, Number(asset[1]), Number(asset[2]));
  const skip = /skip=(\d+)/.exec(url);
  if (skip !== null) return page(byDueOn, Number(skip[1]));
  return (one.get(idIn(url)) as unknown as [string])[0];
}

function page(statement: StatementSync, ...values: SQLInputValue[]): string {
  const texts = (statement.all(...values) as unknown as [string][]).map(([text]) => text);
  if (texts.length > 25) texts.pop();
  return `[${texts.join(',\n')}]`;
}

function idIn(url: string): number {
  return Number(url.slice(url.lastIndexOf('/') + 1));
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

/** Changes that have come together share a commit. */
let waiting: { readonly id: number; readonly description: string; readonly response: ServerResponse }[] = [];

function receive(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    body += piece;
  });
  request.on('end', () => {
    if (waiting.length === 0) setImmediate(() => setImmediate(changeTogether));
    waiting.push({ id: idIn(request.url!), description: JSON.parse(body)[0].value, response });
  });
}

function changeTogether(): void {
  const changes = waiting;
  waiting = [];
  begin.run();
  const texts = changes.map(({ id, description }) => change(id, description));
  commit.run();
  for (const [n, { response }] of changes.entries()) send(response, texts[n]!);
}

function change(id: number, description: string): string {
  const [text, version, key] = one.get(id) as unknown as [string, number, number];
  const record = JSON.parse(text);
  const { Description, UpdatedOn, UpdatedBy } = record;
  const [now, by] = [Date.now(), 'admin@example.com'];
  Object.assign(record, { Description: description, UpdatedOn: new Date(now).toISOString(), UpdatedBy: by });
  const after = JSON.stringify(record);
  project.run(description, now, by, key);
  keep.run(version + 1, after, key);
  log.run(id, version + 1, now, by, JSON.stringify({ Description, UpdatedOn, UpdatedBy }));
  return after;
}
