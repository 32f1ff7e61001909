/**
 * Guesses passwords at a pace that does not slacken whatever the answers are, and reports how many guesses had which answer:
 * guesser.ts URL PER_SECOND ADDRESSES SECONDS
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { agentAt, signIn } from './sign-in-from.ts';

const EVERY_MS = 20;

const url = process.argv[2]!;
const [perSecond, addresses, seconds] = process.argv.slice(3).map(Number) as [number, number, number];
const agents = Array.from({ length: addresses }, (_, n) => agentAt(`127.0.1.${n + 1}`));
const guesses = new Map<number, number>();
const under: Promise<unknown>[] = [];
const began = performance.now();
for (let sent = 0; performance.now() - began < seconds * 1_000; await sleep(EVERY_MS)) {
  const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
  for (; sent < due; sent++) {
    under.push(
      signIn(url, agents[sent % addresses]!, `guess${sent % 500}@example.com`, 'not the password at all').then(
        (status) => guesses.set(status, (guesses.get(status) ?? 0) + 1),
      ),
    );
  }
}
await Promise.all(under);
process.send!([...guesses], () => process.disconnect?.());
for (const agent of agents) agent.destroy();
