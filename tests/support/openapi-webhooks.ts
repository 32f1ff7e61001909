/** Subscriptions and deliveries for the contract test. Their receiver is a port of this machine that nobody listens on. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './app.ts';
import type { Operation } from './openapi-document.ts';
import type { Provocation, World } from './openapi-provocations.ts';

/** Port 9 is kept for a service that throws away what it gets; here it is closed. */
export const NOBODY = 'https://127.0.0.1:9/';

/** What the service must be told so that such a receiver is allowed, and so that few subscriptions are many. */
export const webhookEnvironment = { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_SUBSCRIPTIONS: '100' };

export async function subscribe(client: Client): Promise<number> {
  const body = { entityType: 'Tasks', action: 'Cancelled', targetUrl: NOBODY };
  const reply = await client.post('/api/Webhooks', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.json.id;
}

/** A subscription with one delivery that has been tried and has failed. */
export async function createWebhook(client: Client): Promise<World['webhook']> {
  const id = await subscribe(client);
  const path = (await client.send('POST', `/api/Webhooks/${id}/Test`)).headers.get('location')!;
  const settled = await until(async () => {
    const { json } = await client.get(path);
    return json.state === 'failed' && json;
  });
  return { id, deliveryId: settled.id };
}

/** A delivery whose event is forgotten. */
export async function createForgotten(world: World): Promise<World['webhook']> {
  const made = await world.full.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl: NOBODY });
  await world.full.patch(`/api/Tasks/${world.disposable.Tasks}`, [
    { op: 'add', path: '/CustomFields/forgotten', value: true },
  ]);
  const { id } = made.json;
  const [settled] = await until(async () => {
    const { json } = await world.full.get(`/api/Webhooks/${id}/Deliveries?state=failed`);
    return json.length > 0 && json;
  });
  await world.forget();
  return { id, deliveryId: settled.id };
}

/** Changing, removing and recovering use a subscription of their own. */
export async function webhookPath(
  world: World,
  { id, method, parameters }: Operation,
): Promise<{ [name: string]: number }> {
  if (parameters.some((one) => one.in === 'path' && one.name === 'recoveryId')) return pausedRun(world.full);
  const ownOne = method === 'PATCH' || method === 'DELETE' || isRecovering(id);
  return ownOne ? { ...world.webhook, id: await subscribe(world.full) } : world.webhook;
}

function isRecovering(operation: string): boolean {
  return operation === 'recoverWebhook' || operation === 'resendWebhookDeliveries';
}

/** A subscription with a recovery that is under way, and waits. */
async function pausedRun(user: Client): Promise<{ id: number; recoveryId: number }> {
  const id = await subscribe(user);
  return until(async () => {
    const { json } = await user.post(`/api/Webhooks/${id}/Recover`, {
      since: '2020-01-01T00:00:00Z',
      what: ['missed'],
    });
    const { status } = await user.send('POST', `/api/Webhooks/${id}/Recoveries/${json.id}/Pause`);
    // There is nothing to send, so it may have ended already.
    return status === 200 && { id, recoveryId: json.id };
  });
}

const alreadyUnderWay: Provocation = async (world, operation) => {
  const body = { since: '2020-01-01T00:00:00Z', what: ['failed'] };
  const { id } = await pausedRun(world.full);
  await world.exchange.send(world.full, operation, { path: { id }, ...(operation.body && { body }) });
};

const ended: Provocation = async (world, operation) => {
  const path = await pausedRun(world.full);
  await world.full.send('POST', `/api/Webhooks/${path.id}/Recoveries/${path.recoveryId}/Cancel`);
  await world.exchange.send(world.full, operation, { path });
};

/** Conflicts that only webhooks know, by operation. */
export const webhookConflicts: { readonly [operation: string]: Provocation } = {
  async createWebhook(world, operation) {
    const body = { entityType: 'Tasks', action: 'Cancelled', targetUrl: NOBODY };
    for (let status = 201; status === 201; ) {
      ({ status } = await world.exchange.send(world.another, operation, { body }));
    }
  },
  recoverWebhook: alreadyUnderWay,
  resendWebhookDeliveries: alreadyUnderWay,
  pauseWebhookRecovery: ended,
  resumeWebhookRecovery: ended,
  cancelWebhookRecovery: ended,
  /** A subscription is switched off by 30 failed deliveries in a row; then nothing is sent again. */
  async resendWebhookDelivery(world, operation) {
    const request = { path: await createWebhook(world.full) };
    for (let failure = 0; failure < 30; failure++) await world.exchange.send(world.full, operation, request);
    await until(async () => !(await world.full.get(`/api/Webhooks/${request.path.id}`)).json.active);
    const { status } = await world.exchange.send(world.full, operation, request);
    assert.equal(status, 409);
  },
};

async function until<Value>(look: () => Promise<Value | false>): Promise<Value> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const found = await look();
    if (found !== false) return found;
    assert.ok(Date.now() < deadline, 'waited for 20 s in vain');
    await sleep(20);
  }
}
