// The W3C trace context of a request goes on with the deliveries of what it caused.

import assert from 'node:assert/strict';
import { onBothEngines } from '../support/app.ts';
import type { Received } from '../support/receiver.ts';
import { allSettled, bodyOf, startWebhookApp } from '../support/webhooks.ts';

const trace = (n: number) => `00-4bf92f3577b34da6a3ce929d0e0e473${n}-00f067aa0ba902b7-01`;

onBothEngines('a delivery names the trace of the request that caused it, on every attempt', async (engine, t) => {
  const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Updated' });
  const { ID } = (await client.post('/api/Tasks', { Name: 'Traced' }, { traceparent: trace(0) })).json;
  const step = async (Position: number, headers: Record<string, string>) => {
    const reply = await client.patch(
      `/api/Tasks/${ID}`,
      [{ op: 'replace', path: '/Position', value: Position }],
      headers,
    );
    assert.equal(reply.status, 200, reply.text);
  };
  // The first is answered 500 twice: the trace stays with the retries.
  receiver.answer([500, 500, 200]);
  await step(1, { traceparent: trace(1) });
  await step(2, {});
  await step(3, { traceparent: 'nonsense' });
  assert.equal((await client.delete(`/api/Tasks/${ID}`, { traceparent: trace(4) })).status, 204);
  const deliveries = await settled(id, (log) => log.length === 4 && allSettled(log));
  const expected = [
    [1, trace(1)],
    [1, trace(1)],
    [1, trace(1)],
    [2, undefined],
    [3, undefined],
    [3, trace(4)],
  ];
  assert.deepEqual(receiver.requests.map(traced), expected);

  const resent = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${deliveries[0].id}/Resend`, {
    headers: { traceparent: trace(5) },
  });
  assert.equal(resent.status, 201, resent.text);
  await receiver.waitFor(7);
  assert.deepEqual(traced(receiver.requests[6]!), [1, trace(1)], 'a resend belongs to the change');
});

onBothEngines('a Test names the trace of the request that asked for it', async (engine, t) => {
  const { client, receiver, subscribe } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  for (const headers of [{ traceparent: trace(1) }, {}])
    await client.send('POST', `/api/Webhooks/${id}/Test`, { headers });
  await receiver.waitFor(2);
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers.traceparent),
    [trace(1), undefined],
  );
});

function traced(request: Received): [number, string | string[] | undefined] {
  return [bodyOf(request).data.Position, request.headers.traceparent];
}
