/**
 * Passwords are guessed from many addresses, at a pace that does not slacken whatever the answers are; meanwhile others ask for lists, and people
 * with the right password sign in from elsewhere.
 */
import { Agent, request } from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withShards } from '../../src/commands/shard-choice.ts';
import { makePasswords } from '../../src/people/passwords.ts';
import { readSettings } from '../../src/settings.ts';
import { client, type Engine } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { ADMIN, PASSWORD } from '../support/people.ts';
import { makePlace } from '../support/place.ts';
import { startService } from '../support/service.ts';

export interface Guessing {
  readonly perSecond: number;
  readonly addresses: number;
  readonly seconds: number;
}

export interface Guessed {
  /** How many guesses had which answer. */
  readonly guesses: ReadonlyMap<number, number>;
  /** Milliseconds of the lists that others asked for, sorted. */
  readonly lists: readonly number[];
  /** Status and milliseconds of those who know the password. */
  readonly entered: readonly (readonly [status: number, ms: number])[];
}

const EVERY_MS = 20;

export async function guessing(
  t: TestContext,
  engine: Engine,
  { perSecond, addresses, seconds }: Guessing,
): Promise<Guessed> {
  const place = await makePlace(t, engine);
  const settings = readSettings({ ...childEnvironment(), ...place.environment });
  await withShards(settings, async (shards) => {
    const { people } = [...shards.values()][0]!;
    const [admin] = await people.withEmail(ADMIN);
    await people.setPassword(admin!.account, 1, await makePasswords().hash(PASSWORD, 'test'), Date.now());
  });
  const service = await startService(place.environment, place.folder, undefined);
  t.after(() => service.end('SIGKILL'));
  const key = client(service.url, place.credentials);
  await key.get('/api/Tasks?take=1');
  const guesses = new Map<number, number>();
  const entered: [number, number][] = [];
  const lists: number[] = [];
  const agents = Array.from({ length: addresses }, (_, n) => agentAt(`127.0.1.${n + 1}`));
  t.after(() => {
    for (const agent of agents) agent.destroy();
  });

  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1_000;
  const under: Promise<unknown>[] = [];
  const guess = async () => {
    let sent = 0;
    for (; !isOver(); await sleep(EVERY_MS)) {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      for (; sent < due; sent++) {
        const body = { email: `guess${sent % 500}@example.com`, password: 'not the password at all' };
        under.push(
          post(service.url, agents[sent % addresses]!, body).then((status) =>
            guesses.set(status, (guesses.get(status) ?? 0) + 1),
          ),
        );
      }
    }
  };
  const list = async () => {
    for (; !isOver(); await sleep(EVERY_MS)) {
      const from = performance.now();
      const { status } = await key.get('/api/Tasks?take=1');
      lists.push(status === 200 ? performance.now() - from : Number.POSITIVE_INFINITY);
    }
  };
  const enter = async () => {
    for (let n = 1; !isOver(); n++) {
      await sleep(250);
      const agent = agentAt(`127.0.2.${(n % 250) + 1}`);
      const from = performance.now();
      entered.push([await post(service.url, agent, { email: ADMIN, password: PASSWORD }), performance.now() - from]);
      agent.destroy();
    }
  };
  await Promise.all([guess(), list(), enter()]);
  await Promise.all(under);
  return { guesses, lists: lists.sort((a, b) => a - b), entered };
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function agentAt(localAddress: string): Agent {
  return new Agent({ keepAlive: true, maxSockets: 24, localAddress } as never);
}

/** The status; 0 where the connection was closed. */
function post(url: string, agent: Agent, body: object): Promise<number> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), origin: url };
    const sent = request(`${url}/console/api/Session`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    sent.on('error', () => resolve(0)).end(text);
  });
}
