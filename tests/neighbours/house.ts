/** A service with two accounts in it: one that works as usual, and one whose keys the attacker holds. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountScope } from '../../src/accounts/account.ts';
import { createIntegration } from '../../src/accounts/integrations.ts';
import { isRefused } from '../../src/accounts/refused.ts';
import { LONG_TEXT } from '../../src/catalogue/field.ts';
import { withShards } from '../../src/cli/shard-choice.ts';
import { readSettings } from '../../src/settings.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { sample } from '../conformance/samples.ts';
import { type Credentials, createTestAccount, type Engine } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { RESIDENT_NAME } from './addresses.ts';
import type { Target } from './attacker.ts';
import { type Attacker, startAttacker } from './attacking.ts';
import type { Attack } from './attacks/attack.ts';

export interface House {
  readonly engine: Engine;
  readonly service: Service;
  readonly attacker: Attacker;
  /** What the attacker is told: the service and the keys and tasks of one account. */
  readonly target: Target;
  /** The other account: its keys, how many tasks it has, and its own endpoint. */
  readonly resident: Resident;
  end(): Promise<void>;
}

export interface Resident {
  readonly keys: readonly Credentials[];
  readonly tasks: number;
  readonly receiver: Receiver;
  /** The receiver, by its name where the service asks our name server. */
  readonly endpoint: string;
}

export interface Furnishing {
  readonly engine: Engine;
  /** A fresh database of that engine; SQLite makes a file of its own. */
  readonly database?: string;
  /** Those that will be run in it. */
  readonly attacks: readonly Attack[];
  /** The attacker's tasks. */
  readonly tasks: Target['tasks'];
}

/** With 300 requests a minute each, both can ask as much as they like and stay within the usual limit. */
const ATTACKERS_KEYS = 200;
const RESIDENTS_KEYS = 50;
const RESIDENTS_TASKS = 2_000;

export async function furnish({ engine, database, attacks, tasks }: Furnishing): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-neighbours-'));
  const home = { DATABASE_URL: database ?? `sqlite:${join(folder, 'mds.db')}`, MDS_SECRETS_KEY: TEST_KEY };
  const [resident, attacking] = await fill(home, tasks);
  const [attacker, receiver] = await Promise.all([startAttacker(), startReceiver({ names: [RESIDENT_NAME.name] })]);
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, [attacker.authorities, receiver.ca].join('\n'));
  const environment: Record<string, string> = {
    ...home,
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8',
    MDS_WEBHOOK_CA_FILE: authorities,
    ...Object.assign({}, ...attacks.map(({ settings }) => settings?.(attacker.grounds))),
  };
  const asksUs = Object.values(environment).includes(attacker.grounds.nameServer);
  const endpoint = asksUs ? `https://${RESIDENT_NAME.name}:${receiver.port}` : receiver.url;
  const service = await startService(environment, folder, join(folder, 'service.log'));
  return {
    engine,
    service,
    attacker,
    target: { url: service.url, keys: attacking!, tasks },
    resident: { keys: resident!, tasks: RESIDENTS_TASKS, receiver, endpoint },
    async end() {
      attacker.end();
      await service.end('SIGKILL');
      await receiver.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two accounts with their tasks; gives the keys of each. */
async function fill(environment: Record<string, string>, { long, short }: Target['tasks']): Promise<Credentials[][]> {
  const filling = async (shards: ReadonlyMap<string, Shard>) => {
    const [shard] = [...shards.values()] as [Shard];
    const resident = await createTestAccount(shard, 'Resident');
    const attacking = await createTestAccount(shard, 'Attacker');
    await shard.bulk(resident).load('Tasks', range(1, RESIDENTS_TASKS).map(shortTask));
    await shard.bulk(attacking).load('Tasks', range(1, long).map(longTask));
    await shard.bulk(attacking).load('Tasks', range(long + 1, short).map(shortTask));
    return [await createKeys(shard, resident, RESIDENTS_KEYS), await createKeys(shard, attacking, ATTACKERS_KEYS)];
  };
  return withShards(readSettings(environment), filling, { mayCreate: true });
}

function shortTask(id: number) {
  return sample('Tasks', id, { Name: `Check valve ${id}`, Description: 'Oil, filter, belt.' });
}

/** About 70 KB. */
function longTask(id: number) {
  const [letters, wide] = ['a'.repeat(LONG_TEXT), '修'.repeat(LONG_TEXT)];
  return sample('Tasks', id, { Name: `Long ${id}`, Description: letters, Result: wide, Notes: wide });
}

async function createKeys(shard: Shard, account: AccountScope, count: number): Promise<Credentials[]> {
  const keys: Credentials[] = [];
  for (let n = 1; n <= count; n++) {
    const issued = await createIntegration(shard.accounts, account, { name: `Key ${n}`, preset: 'Full' });
    if (isRefused(issued)) throw new Error(issued.refused);
    const { apiKey, vaultSecret, shardID } = issued;
    keys.push({ apiKey, vaultSecret, shardID });
  }
  return keys;
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => first + n);
}
