/** Time that passes without anybody waiting for it: what is written about waiting looks as it would so much later. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './app.ts';
import { runSql } from './run-sql.ts';

export async function passTime(url: string, ms: number): Promise<void> {
  const statements = [
    `UPDATE subscriptions SET down_since = down_since - ${ms}, next_try_on = next_try_on - ${ms}`,
    `UPDATE deliveries SET due_on = due_on - ${ms}, created_on = created_on - ${ms}, waiting_since = waiting_since - ${ms}
      WHERE state = 'waiting'`,
    // Leases of processes that were killed.
    ...(url.startsWith('sqlite:') ? [] : [`UPDATE lanes SET leased_until = leased_until - ${ms}`]),
  ];
  for (const statement of statements) await runSql(url, statement);
}

/** Until the endpoint of a subscription is to be tried again; gives how long that was. The service hears of it by a change of the name. */
export async function passPause(url: string, user: Client, id: number): Promise<number> {
  const { waiting } = (await user.get(`/api/Webhooks/${id}`)).json;
  const ms = Math.max(0, Date.parse(waiting.nextTry) - Date.now());
  await passTime(url, ms);
  await lookAgain(user, id);
  return ms;
}

export async function lookAgain(user: Client, id: number): Promise<void> {
  await user.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/name', value: `Looked at ${performance.now()}` }]);
}

/** What is said about waiting once the last try is written down. */
export async function untilTried(user: Client, id: number): Promise<{ since: string; nextTry: string }> {
  for (let until = Date.now() + 10_000; ; await sleep(10)) {
    const { waiting } = (await user.get(`/api/Webhooks/${id}`)).json;
    if (waiting !== null && Date.parse(waiting.nextTry) > Date.now()) return waiting;
    if (Date.now() > until) throw new Error(`It was not tried: ${JSON.stringify(waiting)}`);
  }
}
