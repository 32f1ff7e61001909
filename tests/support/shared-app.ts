/**
 * The service as most tests meet it: one for all tests of a process, an engine and some settings, in which each test has accounts of its
 * own, as tenants do. Whoever looks at more than an account, or changes what is everybody's, starts one of its own (startApp).
 */
import { type Engine, startApp, type TestApp } from './app.ts';
import { wholeProcess } from './lifetime.ts';

const started = new Map<string, Promise<TestApp>>();

export function sharedApp(engine: Engine, environment: Record<string, string> = {}): Promise<TestApp> {
  const kind = JSON.stringify([engine, environment]);
  const running = started.get(kind) ?? startApp(wholeProcess, engine, environment);
  started.set(kind, running);
  return running;
}
