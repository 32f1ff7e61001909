/**
 * A copy of the account's records in a SQLite file, kept true by the feed of changes: one table for each record type, the record as JSON
 * beside its ID and version. It begins with everything there is, then follows; stopped and started again it goes on where it was, and
 * copies what its key could not read before.
 *
 * Node 24 or newer, and nothing else.
 */
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { service } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
    database: { type: 'string', default: 'mirror.db' },
    // Ends when nothing new is there, instead of following for ever.
    once: { type: 'boolean', default: false },
  },
});
/** The end of what is there. */
const NOW = '/api/Changes?after=now&take=1';
const { get } = service(options.url);
const database = new DatabaseSync(options.database);
database.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), cursor TEXT);
  CREATE TABLE IF NOT EXISTS copied (type TEXT PRIMARY KEY)`);

const types = (await get('/api/Catalogue')).body.map(({ name }) => name);
for (const type of types)
  database.exec(
    `CREATE TABLE IF NOT EXISTS "${type}" (id INTEGER PRIMARY KEY, version INTEGER, deleted INTEGER, record TEXT)`,
  );

/*
 * The place in the feed is taken first: what changes while the lists are read is in the feed behind it, and read again there. A record
 * that came newer by its list is not made older, because the feed brings its newest version last.
 */
const cursor = database.prepare('SELECT cursor FROM place').get()?.cursor ?? placeBehind(await get(NOW));
remember(cursor);
await copyMissing();
await follow(cursor);

/** The feed passes over what the key may not read: a type that can be read only now, or again, is copied as it is by now. */
async function copyMissing() {
  const copied = database.prepare('SELECT type FROM copied').all();
  for (const { type } of copied)
    if (!types.includes(type)) database.prepare('DELETE FROM copied WHERE type = ?').run(type);
  const missing = types.filter((name) => !copied.some(({ type }) => type === name));
  let records = 0;
  for (const type of missing) records += await copy(type);
  if (missing.length > 0) console.log(`Copied ${records} records of ${missing.length} types.`);
}

/** @param {string} type */
async function copy(type) {
  let records = 0;
  for (let last = 0; ; ) {
    const { body, more } = await get(`/api/${type}?extFilter=true&Deleted=true&take=1000&ID=${last}%20gt`);
    inOneGo(() => {
      for (const record of body) keep(type, record, 0);
      if (!more) database.prepare('INSERT INTO copied VALUES (?)').run(type);
    });
    records += body.length;
    if (!more) return records;
    last = body.at(-1).ID;
  }
}

async function follow(cursor) {
  // How far there is something: cursors are in the order of the changes.
  const end = options.once ? placeBehind(await get(NOW)) : undefined;
  let next = `/api/Changes?after=${encodeURIComponent(cursor)}&take=500&wait=${options.once ? 0 : 25}`;
  for (;;) {
    const page = await get(next);
    // The changes of a page and the place behind them are kept together, or neither.
    inOneGo(() => {
      for (const { type, data, version } of page.body) if (data !== null) keep(type, data, version);
      remember(placeBehind(page));
    });
    for (const { type, id, version, events } of page.body)
      console.log(`${type} ${id} v${version} ${events.join(', ')}`);
    // A page may be empty and not be the last: of what the key may not read, only so much is looked through for one.
    if (options.once && page.body.length === 0 && placeBehind(page) >= end) return;
    next = page.next;
  }
}

function placeBehind(page) {
  return new URL(page.next, options.url).searchParams.get('after');
}

function keep(type, record, version) {
  database
    .prepare(
      `INSERT INTO "${type}" VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version, deleted = excluded.deleted, record = excluded.record`,
    )
    .run(record.ID, version, record.Deleted ? 1 : 0, JSON.stringify(record));
}

function remember(cursor) {
  database
    .prepare('INSERT INTO place VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET cursor = excluded.cursor')
    .run(cursor);
}

function inOneGo(work) {
  database.exec('BEGIN');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
