/** Looks every database over for damage: projections against documents, foreign keys, schema. */
import type { AccountListing } from '../accounts/store.ts';
import { onlyShard, shardsOf } from '../settings.ts';
import type { Shard } from '../storage/shard.ts';
import { StorageError } from '../storage/storage-error.ts';
import { type Command, CommandFailure } from './command.ts';
import { type InUseTwice, inUseTwice, saidOfTwice } from './in-use-twice.ts';
import { saidOfPart, withShards } from './shard-choice.ts';

interface Health {
  readonly shardID: string;
  readonly engine: string;
  readonly records: number;
  readonly findings: readonly { message: string; table?: string }[];
  /** Number of secrets per encryption key; the current key encrypts new secrets. */
  readonly secrets: readonly { key: string; secrets: number; current: boolean }[];
}

export const doctor: Command = {
  words: 'doctor',
  summary: 'Check the settings and every database: projections, references, schema.',
  options: {},
  async run(_given, { settings, talkative }) {
    const databases = shardsOf(settings);
    const healths: Health[] = [];
    const listings: AccountListing[] = [];
    for (const [shardID, { engine }] of databases) {
      const looking = withShards(onlyShard(settings, shardID), (shards) =>
        healthOf(shards.get(shardID)!, talkative, listings),
      );
      // A shard that cannot be opened must not hide the results of the others.
      healths.push(databases.size === 1 ? await looking : await looking.catch(unopened(shardID, engine)));
    }
    const all = withTwice(healths, inUseTwice(listings));
    if (all.some(({ findings }) => findings.length > 0)) throw new CommandFailure(describe(all), { found: all });
    return all;
  },
  show: describe,
};

/** Adds accounts that are in use on several shards to the findings; each shard by itself is consistent. */
function withTwice(healths: readonly Health[], twice: readonly InUseTwice[]): Health[] {
  return healths.map((health) => {
    const here = twice.filter(({ shardIDs }) => shardIDs.includes(health.shardID));
    const found = here.map((one) => ({ message: saidOfTwice(one), table: 'accounts' }));
    return { ...health, findings: [...health.findings, ...found] };
  });
}

async function healthOf(shard: Shard, talkative: boolean, listings: AccountListing[]): Promise<Health> {
  let records = 0;
  const findings = await shard.examine((count) => {
    records = count;
    if (talkative) process.stderr.write(`\r${shard.id}: ${count.toLocaleString('en')} records`);
  });
  if (talkative) process.stderr.write('\n');
  const { census, current } = shard.secrets;
  const nothing = <Nothing>(none: Nothing) => {
    return (failure: unknown): Nothing => {
      // An earlier finding already reports why the data cannot be read; without findings, the failure is new.
      if (findings.length === 0) throw failure;
      return none;
    };
  };
  const counted = await census().catch(nothing(new Map<string, number>()));
  // No damage: a backup of this moment can be restored.
  listings.push(...(await shard.accounts.list().catch(nothing([]))));
  const parts = await shard.accounts.parts().catch(nothing([]));
  const halves = parts.map((part) => ({ message: saidOfPart(part), table: 'accounts' }));
  const secrets = [...counted].map(([key, secrets]) => ({ key, secrets, current: key === current }));
  return { shardID: shard.id, engine: shard.engine, records, findings: [...findings, ...halves], secrets };
}

function unopened(shardID: string, engine: string): (failure: unknown) => Health {
  return (failure) => {
    const isTold = failure instanceof StorageError || failure instanceof CommandFailure;
    if (!isTold) throw failure;
    return { shardID, engine, records: 0, findings: [{ message: failure.message }], secrets: [] };
  };
}

function describe(healths: readonly Health[]): string {
  return healths
    .map(({ shardID, engine, records, findings, secrets }) => {
      const count = `${records.toLocaleString('en')} records`;
      const state =
        findings.length === 0
          ? `${count}, no findings`
          : `${count} could be examined, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
      const lines = findings.map(({ message }) => `  ${message}`);
      const keys = secrets.map(({ key, secrets, current }) => `${secrets} under ${key}${current ? ' (encrypts)' : ''}`);
      const kept = keys.length === 0 ? [] : [`  secrets: ${keys.join(', ')}`];
      return [`${shardID} (${engine}): ${state}`, ...kept, ...lines].join('\n');
    })
    .join('\n');
}
