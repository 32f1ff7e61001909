import assert from 'node:assert/strict';
import { RETENTION_START, type RetentionCursor } from '../../src/webhooks/delivery/settle/retention.ts';
import { onBothEngines } from '../support/app.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

onBothEngines(
  'the request of a delivery is shown as it was sent, without its secrets, and who answered it',
  async (engine, t) => {
    const { app, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
    receiver.answer(({ response }) => {
      const headers = {
        server: 'nginx/1.27',
        'x-request-id': 'abc',
        via: '1.1 proxy',
        'set-cookie': 'secret=1',
        location: 'x'.repeat(500),
      };
      response.writeHead(200, headers).end('fine');
    });
    const { id } = await subscribe({ headers: { Authorization: 'Bearer hush' } });
    const record = await task();
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const patch = [{ op: 'replace', path: '/Name', value: 'As it was' }];
    await client.patch(`/api/Tasks/${record}`, patch, { traceparent: trace });
    const [delivery] = await settled(id, allSettled);
    await rename(record, 'As it is');
    await settled(id, (found) => found.length === 2 && allSettled(found));

    const { answerHeaders } = delivery.attempts[0];
    const { date, ...rest } = answerHeaders;
    assert.ok(Date.parse(date) > 0);
    assert.deepEqual(rest, {
      server: 'nginx/1.27',
      location: 'x'.repeat(200),
      via: '1.1 proxy',
      'x-request-id': 'abc',
    });

    const reply = await client.get(`/api/Webhooks/${id}/Deliveries/${delivery.id}/Request`);
    assert.equal(reply.status, 200, reply.text);
    const [received] = receiver.requests;
    assert.ok(reply.text.endsWith(`"body":${received!.body}}`), 'the body is the same to the byte');
    for (const [name, value] of Object.entries(reply.json.headers)) {
      if (name === 'Authorization') assert.equal(value, '***');
      else assert.equal(value, received!.headers[name.toLowerCase()], name);
    }
    assert.equal(reply.json.headers.traceparent, trace);
    assert.ok(!reply.text.includes('hush'));

    const test = (await client.send('POST', `/api/Webhooks/${id}/Test`)).headers.get('location')!;
    assert.equal((await client.get(`${test}/Request`)).json.headers['X-Change'], undefined);
    for (let after: RetentionCursor | undefined = RETENTION_START; after !== undefined; ) {
      ({ after } = await app.shard.archive.pruneChanges(Date.now() + 3_600_000, after, 500));
    }
    const gone = await client.get(`/api/Webhooks/${id}/Deliveries/${delivery.id}/Request`);
    assert.deepEqual([gone.status, gone.json.code], [410, 'version_gone']);
    assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries/99999/Request`)).status, 404);
  },
);
