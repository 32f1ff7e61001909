/** Recoveries, begun and followed to their end as a client would. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../src/lib/json.ts';
import type { Client } from './app.ts';
import type { Received } from './receiver.ts';
import { bodyOf, type Shown } from './webhooks.ts';

/** Before everything that a test does. */
export const LONG_AGO = '2020-01-01T00:00:00Z';
export const EVERYTHING = { since: LONG_AGO, what: ['failed', 'dropped', 'missed'], perSecond: 1000 };

/** Gives the counts. */
export async function countOf(user: Client, id: number, body: { [member: string]: Json } = EVERYTHING): Promise<Shown> {
  const reply = await user.post(`/api/Webhooks/${id}/Recover`, { ...body, dryRun: true });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}

/** Gives the run. */
export async function recover(user: Client, id: number, body: { [member: string]: Json } = EVERYTHING): Promise<Shown> {
  const reply = await user.post(`/api/Webhooks/${id}/Recover`, body);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.headers.get('location'), `/api/Webhooks/${id}/Recoveries/${reply.json.id}`);
  return reply.json;
}

export async function resend(user: Client, id: number, query: string): Promise<Shown> {
  const reply = await user.send('POST', `/api/Webhooks/${id}/Deliveries/Resend?${query}`);
  assert.ok(reply.status === 202 || reply.status === 200, reply.text);
  return reply.json;
}

export async function steer(user: Client, id: number, run: number, word: 'Pause' | 'Resume' | 'Cancel') {
  return user.send('POST', `/api/Webhooks/${id}/Recoveries/${run}/${word}`);
}

/** Resolves with the run once it satisfies the condition, which is that it has ended where none is given. */
export async function followed(
  user: Client,
  id: number,
  run: number,
  enough: (run: Shown) => boolean = ({ endedOn }) => endedOn !== null,
  timeoutMs = 20_000,
): Promise<Shown> {
  for (const until = Date.now() + timeoutMs; ; await sleep(20)) {
    const reply = await user.get(`/api/Webhooks/${id}/Recoveries/${run}`);
    assert.equal(reply.status, 200, reply.text);
    if (enough(reply.json)) return reply.json;
    if (Date.now() > until) throw new Error(`The run has come to ${reply.text}`);
  }
}

/** The counts of a run that has ended. */
export function countsOf({ state, total, done, delivered, failed, skipped }: Shown): Shown {
  return { state, total, done, delivered, failed, skipped };
}

/** What arrived of one record, by the names it had. */
export function namesOfRecord(requests: readonly Received[], record: number): string[] {
  return requests.map(bodyOf).flatMap(({ data }) => (data.ID === record ? [data.Name] : []));
}
