// Deliveries of records as large as they get, which wait behind each other: whoever has many of them keeps nobody else waiting.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { LONG_TEXT } from '../../src/catalogue/field.ts';
import { onEitherEngine } from '../support/app.ts';
import { watchTurns } from '../support/turns.ts';
import { startWebhookApp } from '../support/webhooks.ts';

const SUBSCRIPTIONS = 6;
const TASKS = 10;
const CHANGES = 8;
/** How often the time for one change of such a record the thread may be taken at a stretch; of all heads at once it is fifty times and more. */
const MAX_TIMES = 20;

onEitherEngine('what waits of large records is read a little at a time', async (engine, t) => {
  const { receiver, subscribe, client } = await startWebhookApp(t, engine);
  for (let n = 0; n < SUBSCRIPTIONS; n++) await subscribe();
  const hanging: ServerResponse[] = [];
  receiver.answer(({ response }) => void hanging.push(response));
  const turns = watchTurns();
  t.after(turns.stop);

  const singles: number[] = [];
  for (let n = 0; n < TASKS; n++) {
    const { json } = await client.post('/api/Tasks', { Name: 'Large', ...textsOf(0) });
    for (let change = 1; change <= CHANGES; change++) {
      const texts = Object.entries(textsOf(change));
      const patch = texts.map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }));
      await turns.longest();
      assert.equal((await client.patch(`/api/Tasks/${json.ID}`, patch)).status, 200);
      singles.push(await turns.longest());
    }
  }
  const firsts = SUBSCRIPTIONS * TASKS;
  await receiver.waitFor(() => hanging.length === firsts, 60_000);
  receiver.answer(({ response }) => void response.end());
  await turns.longest();
  for (const response of hanging) response.end();
  const stretches: number[] = [];
  for (const times of [2, 3]) {
    await receiver.waitFor(() => receiver.requests.length >= times * firsts, 60_000);
    stretches.push(await turns.longest());
  }

  const single = singles.sort((a, b) => a - b)[singles.length >> 1]!;
  const best = Math.min(...stretches);
  assert.ok(best < MAX_TIMES * single, `${stretches.join(', ')} ms at a stretch, where one change takes ${single}`);
});

function textsOf(change: number): Record<string, string> {
  const text = String(change).padEnd(LONG_TEXT, '修');
  return { Description: text, Result: text, Notes: text };
}
