// What a request may do while it is served, over a real connection.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { noLog } from '../kernel/log.ts';
import { Problem } from '../problems.ts';
import type { RequestObserver } from './observer.ts';
import type { OpenRoute } from './open-route.ts';
import type { Route } from './route.ts';
import { buildServer } from './server.ts';
import { makeShares } from './shares.ts';

const account = new AccountScope({ shardID: 's1', key: 1, id: 'acc_1', name: 'One' });
const caller = { account, apiKey: 'key', integration: { id: 'int_1' } } as Caller;
const nobodyCounts: RequestObserver = {
  ...{ answered() {}, refused() {}, rateLimited() {}, credentialsFailed() {}, shed() {}, cutOff() {} },
};

/** Serves one route, to somebody who is let in. */
async function served(t: TestContext, handle: Route['handle'], open: readonly OpenRoute[] = []) {
  const shares = makeShares({ connections: 100, requests: 100, held: 10, bytes: 1e8, share: 0.5 });
  const server = buildServer({
    doors: [
      {
        path: '/api',
        routes: [{ method: 'GET', path: '/api/Work', operation: 'work', needs: { allowed: 'any key' }, handle }],
        admit: (_request, known) => known(caller) ?? { caller, headers: {} },
      },
    ],
    open,
    clientAddress: () => '192.0.2.1',
    isProxy: () => false,
    shares,
    timeouts: { headMs: 5_000, requestMs: 5_000, answerMs: 5_000, answerPace: 1, drainMs: 0 },
    certificate: undefined,
    isLate: () => false,
    log: noLog,
    observer: nobodyCounts,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { server, url, get: () => fetch(`${url}/api/Work`), turns: () => shares.largeBodies.tally() };
}

test('a request that is heavy in several ways at once takes one turn, and gives it back', async (t) => {
  const { get, turns } = await served(t, async ({ heavy }) => {
    const refusals = await Promise.all([heavy(), heavy(), heavy()]);
    assert.equal(await heavy(), undefined);
    const refusal = refusals.find((one) => one instanceof Problem);
    return refusal ?? { status: 200, body: String(turns().held) };
  });
  for (const answer of await Promise.all([get(), get(), get()])) {
    assert.deepEqual([answer.status, await answer.text()], [200, '1']);
  }
  const { taken, refused } = turns();
  assert.deepEqual([taken, refused.deadline], [3, 0]);
});

test('a path where nothing is, and a method that is not offered, are told without a look at every route', async (t) => {
  let looks = 0;
  const door: OpenRoute = {
    get path() {
      looks++;
      return '/Door/:id/handle';
    },
    handle: () => ({ status: 200 }),
  };
  const { url } = await served(t, async () => ({ status: 200 }), [door]);
  looks = 0;
  const asked = async (method: string, path: string) => {
    const { status, headers } = await fetch(url + path, { method });
    return [status, headers.get('allow')];
  };
  assert.deepEqual(await asked('GET', '/nothing'), [404, null]);
  assert.deepEqual(await asked('GET', '/door/7/knob'), [404, null]);
  assert.deepEqual(await asked('GET', '/door/7/handle/'), [200, null]);
  assert.deepEqual(await asked('POST', '/door/7/handle/'), [405, 'GET, HEAD']);
  assert.deepEqual(await asked('PUT', '/API/work'), [405, 'GET, HEAD']);
  assert.equal(looks, 0);
});
