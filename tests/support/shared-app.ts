/**
 * The service as most tests meet it: one for all tests of a file, an engine and some settings, in which each test has accounts of its own,
 * as tenants do. Whoever looks at more than an account, or changes what is everybody's, starts one of its own (startApp).
 */
import { after } from 'node:test';
import { type Engine, startApp, type TestApp } from './app.ts';

const started = new Map<string, Promise<TestApp>>();
const ends: (() => unknown)[] = [];

// The database last, which was there first.
after(async () => {
  for (const end of ends.reverse()) await end();
});

export function sharedApp(engine: Engine, environment: Record<string, string> = {}): Promise<TestApp> {
  const kind = JSON.stringify([engine, environment]);
  const running = started.get(kind) ?? startApp({ after: (end) => void ends.push(end) }, engine, environment);
  started.set(kind, running);
  return running;
}
