/**
 * Passwords are guessed from many addresses, at a pace that does not slacken whatever the answers are; meanwhile others ask for lists, and people
 * with the right password sign in from elsewhere.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withShards } from '../../src/cli/shard-choice.ts';
import { createPasswords } from '../../src/people/passwords.ts';
import { readSettings } from '../../src/settings.ts';
import { client, type Engine } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { ADMIN, PASSWORD } from '../support/people.ts';
import { createPlace } from '../support/place.ts';
import { startService } from '../support/service.ts';
import { agentAt, signIn } from './sign-in-from.ts';

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
  const place = await createPlace(t, engine);
  const settings = readSettings({ ...childEnvironment(), ...place.environment });
  await withShards(settings, async (shards) => {
    const { people } = [...shards.values()][0]!;
    const [admin] = await people.withEmail(ADMIN);
    await people.setPassword(admin!.account, 1, await createPasswords().hash(PASSWORD, 'test'), Date.now());
  });
  const service = await startService(place.environment, place.folder, undefined);
  t.after(() => service.end('SIGKILL'));
  const key = client(service.url, place.credentials);
  await key.get('/api/Tasks?take=1');
  const entered: [number, number][] = [];
  const lists: number[] = [];
  // In a process of its own: what it takes to send all these is not what others wait for.
  const guesser = fork(join(import.meta.dirname, 'guesser.ts'), [
    service.url,
    String(perSecond),
    String(addresses),
    String(seconds),
  ]);
  t.after(() => guesser.kill());
  const guessed = once(guesser, 'message') as Promise<[[number, number][]]>;

  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1_000;
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
      entered.push([await signIn(service.url, agent, ADMIN, PASSWORD), performance.now() - from]);
      agent.destroy();
    }
  };
  await Promise.all([list(), enter()]);
  const [guesses] = await guessed;
  return { guesses: new Map(guesses), lists: lists.sort((a, b) => a - b), entered };
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}
