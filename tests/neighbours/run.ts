/**
 * `npm run neighbours`: one account works as usual while a neighbour, or somebody without a key, attacks the service in every
 * way in the list, each on a service of its own. Ends with 1 where an attack did harm. Not in CI, where a short form runs:
 * npm run neighbours -- --engine sqlite --attack unread-static --seconds 5
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { engines } from '../support/app.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import type { Attack } from './attacks/attack.ts';
import { attacks } from './attacks/index.ts';
import { furnish } from './house.ts';
import { moveIn } from './mix.ts';
import { printKinds, printTrials, toldOf } from './report.ts';
import { measureQuiet, type Trial, tryAttack } from './trial.ts';

/** Of the attacker's account: 28 MB of long ones, and enough short ones to be deep in. */
const TASKS = { long: 400, short: 30_000 };

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: [...engines] },
    attack: { type: 'string', multiple: true, default: attacks.map(({ name }) => name) },
    seconds: { type: 'string', default: '20' },
    kinds: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
if (!(seconds >= 1)) throw new Error('--seconds N is a number from 1');
const chosenEngines = options.engine.map((name) => one('--engine', engines, name, String));
const chosenAttacks = options.attack.map((name) => one('--attack', attacks, name, (attack: Attack) => attack.name));

const [load] = loadavg();
if (load! > availableParallelism())
  console.log(`This machine is busy (load ${load!.toFixed(1)}): the times will say little.`);

const postgres = chosenEngines.includes('postgres') ? await startServer() : undefined;
const trials: Trial[] = [];
/** The rest is still worth knowing. */
const untried: string[] = [];
try {
  for (const engine of chosenEngines) {
    for (const attack of chosenAttacks) {
      const database = engine === 'postgres' ? { database: await postgres!.createDatabase() } : {};
      try {
        const trial = await tryAlone({ engine, ...database, attacks: [attack], tasks: TASKS }, attack);
        trials.push(trial);
        console.log(toldOf(trial));
        if (options.kinds) printKinds(trial);
      } catch (failure) {
        untried.push(`${engine} ${attack.name}`);
        console.error(`✖ ${engine} ${attack.name} could not be tried:`, failure);
      }
    }
  }
} finally {
  await postgres?.stop('immediate');
}
printTrials(trials);
if (untried.length > 0) console.log(`✖ could not be tried: ${untried.join(', ')}`);
process.exitCode = untried.length === 0 && trials.every(({ broken }) => broken.length === 0) ? 0 : 1;

async function tryAlone(furnishing: Parameters<typeof furnish>[0], attack: Attack): Promise<Trial> {
  const house = await furnish(furnishing);
  try {
    const mix = await moveIn(house);
    return await tryAttack(house, mix, attack, seconds, await measureQuiet(mix));
  } finally {
    await house.end();
  }
}

/** As durable as an operator would have it. */
function startServer(): Promise<PostgresServer> {
  return startPostgres({ settings: { max_connections: '100', shared_buffers: '128MB' } });
}

function one<Thing>(option: string, things: readonly Thing[], wanted: string, nameOf: (thing: Thing) => string): Thing {
  const found = things.find((thing) => nameOf(thing) === wanted);
  if (found === undefined) throw new Error(`${option} is one of ${things.map(nameOf).join(', ')}`);
  return found;
}
