/**
 * What a fleet holds, reckoned from what was measured (docs/performance): made-up accounts of very different sizes are
 * spread over shards, and the busiest shard tells how far that goes. Prints the tables of docs/scaling.md and puts them
 * there. `node bench/scaling.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, readResult } from './results.ts';

/** What an account asks for in a second of its busiest hour, and what it has. */
interface Kind {
  readonly name: string;
  readonly share: number;
  readonly records: number;
  readonly gets: number;
  readonly lists: number;
  readonly changes: number;
  /** Subscriptions that one change matches. */
  readonly subscriptions: number;
}

export const kinds: readonly Kind[] = [
  { name: 'small', share: 0.8, records: 5_000, gets: 0.05, lists: 0.05, changes: 0.02, subscriptions: 1 },
  { name: 'medium', share: 0.18, records: 100_000, gets: 0.5, lists: 0.5, changes: 0.3, subscriptions: 2 },
  { name: 'large', share: 0.02, records: 1_000_000, gets: 5, lists: 5, changes: 3, subscriptions: 4 },
];

/** What one shard's machine can do in a second of each alone, and the bytes a record takes. */
interface Capacity {
  readonly gets: number;
  readonly lists: number;
  readonly changes: number;
  readonly deliveries: number;
  readonly bytesPerRecord: number;
}

/** A shard is full when its busiest hour uses this much of it: queues grow fast beyond. */
const FULL = 0.6;
/** ... or when its database is this large, about twice the memory of the machine: what was measured was in memory. */
const LARGEST = 50e9;

interface Shard {
  load: number;
  records: number;
  accounts: number;
}

export interface Fleet {
  readonly shards: number;
  readonly accounts: number;
  readonly records: number;
  readonly requests: number;
  readonly deliveries: number;
  /** Busiest shard against the mean. */
  readonly skew: number;
  readonly terabytes: number;
  /** What filled the first shard. */
  readonly limit: 'thread' | 'size';
}

/** Accounts come one after the other, each to the shard with the fewest records, until one shard is full. */
export function fill(shards: number, capacity: Capacity, random: () => number): Fleet {
  const fleet: Shard[] = Array.from({ length: shards }, () => ({ load: 0, records: 0, accounts: 0 }));
  let requests = 0;
  let deliveries = 0;
  let limit: Fleet['limit'];
  for (;;) {
    const kind = drawKind(random());
    // No two firms are alike: half to twice of their kind.
    const factor = 2 ** (2 * random() - 1);
    const load = factor * loadOf(kind, capacity);
    const shard = fleet.reduce((emptiest, one) => (one.records < emptiest.records ? one : emptiest));
    limit = shard.load + load > FULL ? 'thread' : 'size';
    if (limit === 'thread' || shard.records * capacity.bytesPerRecord > LARGEST) break;
    shard.load += load;
    shard.records += factor * kind.records;
    shard.accounts++;
    requests += factor * (kind.gets + kind.lists + kind.changes);
    deliveries += factor * kind.changes * kind.subscriptions;
  }
  const total = (of: (shard: Shard) => number) => fleet.reduce((sum, shard) => sum + of(shard), 0);
  const records = total((shard) => shard.records);
  const busiest = Math.max(...fleet.map(({ load }) => load));
  return {
    shards,
    accounts: total((shard) => shard.accounts),
    records,
    requests,
    deliveries,
    skew: busiest / (total((shard) => shard.load) / shards),
    terabytes: (records * capacity.bytesPerRecord) / 1e12,
    limit,
  };
}

function drawKind(draw: number): Kind {
  let below = 0;
  for (const kind of kinds) {
    below += kind.share;
    if (draw < below) return kind;
  }
  return kinds[0]!;
}

/** The share of a shard that one account needs: each request takes its part of the thread that does everything. */
export function loadOf({ gets, lists, changes, subscriptions }: Kind, capacity: Capacity): number {
  return (
    gets / capacity.gets +
    lists / capacity.lists +
    changes / capacity.changes +
    (changes * subscriptions) / capacity.deliveries
  );
}

function capacityOf(engine: Result, deliveries: number): Capacity {
  const row = (name: string) => {
    const found = engine.rows.find((one) => one.name === name);
    if (found === undefined) throw new Error(`Run npm run bench first: there is no figure for "${name}".`);
    return found;
  };
  return {
    gets: row('get one').rate!,
    lists: row('list 25').rate!,
    changes: row('patch').rate!,
    deliveries,
    bytesPerRecord: row('database, 1 M tasks').memory!,
  };
}

/** The same numbers every time: figures that move by themselves cannot be compared. */
export function steadyRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SIZES = [1, 2, 4, 8, 16, 64];

function fleetTable(capacity: Capacity): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const lines = SIZES.map((shards) => {
    const fleet = fill(shards, capacity, steadyRandom(7));
    const { accounts, records, requests, deliveries, skew, terabytes, limit } = fleet;
    return `| ${shards} | ${whole(accounts)} | ${whole(records / 1e6)} M | ${terabytes.toFixed(2)} TB | ${whole(requests)} | ${whole(deliveries)} | ${skew.toFixed(2)} | ${limit} |`;
  });
  return [
    '| shards | accounts | records | on disk | requests/s | deliveries/s | busiest shard to mean | full by |',
    '|---:|---:|---:|---:|---:|---:|---:|---|',
    ...lines,
  ].join('\n');
}

function costTable(capacities: ReadonlyMap<string, Capacity>): string {
  const each = (rate: number) => `${(1e6 / rate).toFixed(0)} us`;
  const lines = [...capacities].map(
    ([name, { gets, lists, changes, deliveries, bytesPerRecord }]) =>
      `| ${name} | ${each(gets)} | ${each(lists)} | ${each(changes)} | ${each(deliveries)} | ${(bytesPerRecord / 1000).toFixed(1)} KB |`,
  );
  return [
    '| engine | a read | a list of 25 | a change | a delivery | a record on disk |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

function kindTable(capacity: Capacity): string {
  const lines = kinds.map((kind) => {
    const { name, share, records, gets, lists, changes, subscriptions } = kind;
    const fit = Math.floor(FULL / loadOf(kind, capacity)).toLocaleString('en');
    return `| ${name} | ${share * 100} % | ${records.toLocaleString('en')} | ${gets} | ${lists} | ${changes} | ${subscriptions} | ${fit} |`;
  });
  return [
    '| account | of all | records | reads/s | lists/s | changes/s | subscriptions a change matches | of these alone a shard holds |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const sqlite = readResult('sqlite');
  const postgres = readResult('postgres');
  if (sqlite === undefined || postgres === undefined) throw new Error('Run npm run bench on both engines first.');
  const deliveries = sqlite.rows.find(({ name }) => name === 'deliveries')!.rate!;
  const capacities = new Map([
    ['SQLite', capacityOf(sqlite, deliveries)],
    ['PostgreSQL', capacityOf(postgres, deliveries)],
  ]);
  const tables: Record<string, string> = {
    cost: costTable(capacities),
    kinds: kindTable(capacities.get('SQLite')!),
    sqlite: fleetTable(capacities.get('SQLite')!),
    postgres: fleetTable(capacities.get('PostgreSQL')!),
  };
  const page = join(import.meta.dirname, '../docs/scaling.md');
  let text = readFileSync(page, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    console.log(`${name}\n${table}\n`);
    const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`docs/scaling.md has no place for ${name}.`);
    text = text.replace(place, (_, before: string, after: string) => `${before}${table}\n${after}`);
  }
  writeFileSync(page, text);
}
