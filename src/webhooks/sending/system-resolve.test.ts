import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSystemResolve } from './system-resolve.ts';

test('names of this machine are found', async () => {
  const found = await makeSystemResolve()('localhost');
  assert.ok(found.some(({ address }) => address === '127.0.0.1' || address === '::1'));
});

test('a name that does not exist rejects, each time it is asked for', async () => {
  const resolve = makeSystemResolve();
  for (let round = 0; round < 2; round++) {
    await assert.rejects(resolve('nobody.invalid'), { syscall: 'getaddrinfo' });
  }
});

test('several who ask for one name at once share one question, and the next asks anew', async () => {
  let asked = 0;
  const resolve = makeSystemResolve(async () => {
    await sleep(5);
    return [{ address: `192.0.2.${++asked}`, family: 4 }];
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => resolve('hooks.example')));
  assert.deepEqual(new Set(answers.map(([first]) => first!.address)), new Set(['192.0.2.1']));
  assert.equal((await resolve('hooks.example'))[0]!.address, '192.0.2.2');
});

test('names that were slow are asked for two at a time, and hold up no other; a quick answer frees them', async () => {
  let slowNames = true;
  let most = 0;
  const underWay = new Set<string>();
  const resolve = makeSystemResolve(async (hostname) => {
    underWay.add(hostname);
    most = Math.max(most, underWay.size);
    if (hostname.startsWith('slow')) await sleep(slowNames ? 1_050 : 20);
    underWay.delete(hostname);
    return [{ address: '192.0.2.1', family: 4 }];
  }, 2);
  const askSlow = () => Promise.all(Array.from({ length: 6 }, (_, at) => resolve(`slow${at}.example`)));
  const mostAtOnce = async () => {
    most = 0;
    await askSlow();
    return most;
  };
  // Nobody knows yet that they are slow.
  assert.equal(await mostAtOnce(), 6);
  slowNames = false;
  let allAnswered = false;
  const asking = mostAtOnce().finally(() => {
    allAnswered = true;
  });
  await resolve('quick.example');
  assert.equal(allAnswered, false, 'the quick one waits for no slow one');
  assert.equal(await asking, 3, 'two slow ones and the quick one');
  assert.equal(await mostAtOnce(), 6);
});
