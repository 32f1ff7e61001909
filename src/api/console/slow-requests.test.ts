import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveBody } from '../../http/live-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { createSlowRequestSemaphore, limitSlowRequests } from './slow-requests.ts';

const turnOfLoop = () => new Promise((done) => setImmediate(done));

/** A route whose requests are answered when the test says so. */
function heldRoute(operation: string, answerOf: () => ApiResponse = () => ({ status: 200 })) {
  const under: { readonly query: string; end(): void }[] = [];
  const route: Route = {
    method: 'GET',
    path: '/x',
    operation,
    needs: { allowed: 'any person' },
    handle: ({ query }) => new Promise((done) => under.push({ query, end: () => done(answerOf()) })),
  };
  const budget = createSlowRequestSemaphore({ requests: 100, waitMs: 5_000 });
  const [own] = limitSlowRequests([route], budget);
  const ask = (query: string, sessionID = 's1', gone = new AbortController()) =>
    own!.handle({ query, caller: { person: { sessionID } }, gone: () => gone.signal } as unknown as ApiRequest);
  return { under, ask, budget };
}

test('of one session one search, count or sum is under way; another session does not wait for it', async () => {
  for (const [operation, query] of [
    ['consoleListTasks', 'search=boiler'],
    ['consoleListTasks', 'Status=Open&contains=Name:x'],
    ['consoleListTasks', 'take=0&count=true'],
    ['consoleListTasks', 'Status=Open&s%65arch=boiler'],
    ['consoleListTasks', 'take=0&CO%55NT=True'],
    ['consoleListTasks', 'take=0&count=%74rue'],
    ['consoleTotalTasks', 'of=SpentMinutes:sum'],
    ['consoleSearch', 'text=boiler'],
  ] as const) {
    const { under, ask } = heldRoute(operation);
    const answers = [ask(query), ask(`${query}&n=2`), ask(query, 'another')];
    await turnOfLoop();
    assert.equal(under.length, 2, `${operation} ${query}`);
    under[0]!.end();
    await answers[0];
    await turnOfLoop();
    assert.equal(under.length, 3);
    for (const { end } of under) end();
    await Promise.all(answers);
  }
});

test('what one index answers waits for nothing', async () => {
  for (const [operation, query] of [
    ['consoleListTasks', 'Status=Open&take=50'],
    ['consoleGetTask', ''],
    ['consoleExportTasks', 'search=boiler'],
  ] as const) {
    const { under, ask, budget } = heldRoute(operation);
    const answers = [ask(query), ask(query), ask(query)];
    await turnOfLoop();
    assert.equal(under.length, 3, operation);
    assert.equal(budget.tally().taken, 0);
    for (const { end } of under) end();
    await Promise.all(answers);
  }
});

test('what the page has given up while it waited never begins', async () => {
  const { under, ask } = heldRoute('consoleSearch');
  const first = ask('text=a');
  const leaving = new AbortController();
  const between = ask('text=ab', 's1', leaving);
  const newest = ask('text=abc');
  leaving.abort();
  assert.ok((await between) instanceof Problem);
  under[0]!.end();
  await first;
  await turnOfLoop();
  assert.deepEqual(
    under.map(({ query }) => query),
    ['text=a', 'text=abc'],
  );
  under[1]!.end();
  await newest;
});

test('an answer that is told as it is found counts until it was told, or nobody listens any more', async () => {
  const pieces = async function* () {
    yield 'one';
    yield 'two';
  };
  const { under, ask, budget } = heldRoute('consoleSearch', () => ({ status: 200, body: new LiveBody(pieces()) }));
  for (const heard of [['one', 'two'], ['one']]) {
    const answering = ask('text=a');
    await turnOfLoop();
    under.at(-1)!.end();
    const { body } = (await answering) as { body: LiveBody };
    const told: string[] = [];
    for await (const piece of body.pieces) {
      assert.equal(budget.tally().held, 1);
      told.push(String(piece));
      if (told.length === heard.length && heard.length === 1) break;
    }
    assert.deepEqual(told, heard);
    assert.equal(budget.tally().held, 0);
  }
});

test('who leaves before the first word of an answer has the next one', async () => {
  for (const when of ['while it is prepared', 'before it is told'] as const) {
    const { under, ask, budget } = heldRoute('consoleSearch', () => ({ status: 200, body: new LiveBody(pieces()) }));
    async function* pieces() {
      yield 'one';
    }
    const leaving = new AbortController();
    const answering = ask('text=a', 's1', leaving);
    await turnOfLoop();
    if (when === 'while it is prepared') leaving.abort();
    under[0]!.end();
    const { body } = (await answering) as { body: LiveBody };
    leaving.abort();
    // As the server does with a connection that is gone: an answer that never began is only closed.
    await body.pieces[Symbol.asyncIterator]().return!();
    assert.equal(budget.tally().held, 0, when);
  }
});

test('whoever lets too many wait is refused, and told when to come again', async () => {
  const { under, ask } = heldRoute('consoleSearch');
  const asked = Array.from({ length: 102 }, (_, n) => ask(`text=${n}`));
  const refused = await asked.at(-1);
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '2']);
  for (let n = 0; n < 101; n++) {
    under[n]!.end();
    await asked[n];
    await turnOfLoop();
  }
});
