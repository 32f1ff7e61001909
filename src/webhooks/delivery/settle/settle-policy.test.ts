import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryCause } from '../../delivery.ts';
import type { EndpointState, SettleInput } from '../../queue.ts';
import type { AttemptOutcome } from '../send/outcome.ts';
import { createSettlePolicy } from './settle-policy.ts';
import { hashTarget } from './target-hash.ts';

const NOW = 1_700_000_000_000;
const judge = createSettlePolicy({ retryMs: 2_000, clock: { now: () => NOW }, random: () => 0.5 });
const url = 'https://hooks.example.com/';
const endpoint = { targetUrl: url, patienceMs: null, outage: null, refusedInARow: 0 };
const on: EndpointState = { active: true, deactivateReason: null, failuresInARow: 3, ...endpoint };
const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });

test('a success settles the delivery and restarts the count', () => {
  const settled = judge(on, finished(answered(204), 2), NOW);
  assert.deepEqual([settled.state, settled.attempts, settled.retry], ['succeeded', 2, null]);
  assert.deepEqual([settled.status, settled.error], [204, null]);
  assert.deepEqual(settled.standing, { ...on, failuresInARow: 0 });
  assert.equal(judge(settled.standing, finished(answered(200), 1), NOW).standing, settled.standing, 'the very same');
});

test('a retry is due the pause after the answer, not after it was written down', () => {
  const settled = judge(on, finished(answered(500), 1, 'event', NOW - 300), NOW + 50_000);
  assert.equal(settled.state, 'waiting');
  // The database's clock may differ from ours: only how long it still takes is ours to say.
  assert.deepEqual(settled.retry, { dueOn: NOW + 51_700, inMs: 1_700 });
  assert.equal(settled.standing, on);
  assert.deepEqual(judge(on, finished(answered(500), 1, 'event', NOW - 9_000), NOW).retry, { dueOn: NOW, inMs: 0 });
});

test('the last attempt, and a network failure at once, count as one failed delivery', () => {
  for (const one of [
    finished(answered(500), 4),
    finished({ kind: 'failed', error: 'dns', message: 'no such name' }, 1),
  ]) {
    const settled = judge(on, one, NOW);
    assert.equal(settled.state, 'failed');
    assert.deepEqual(settled.standing, { ...on, failuresInARow: 4 });
  }
});

test('the thirtieth failure in a row, and 410, switch the subscription off with the reason', () => {
  const thirtieth = judge({ ...on, failuresInARow: 29 }, finished(answered(500), 4), NOW);
  assert.equal(thirtieth.standing.active, false);
  assert.match(thirtieth.standing.deactivateReason!, /30/);
  for (const cause of ['event', 'resend', 'test'] as const) {
    const gone = judge(on, finished(answered(410), 1, cause), NOW);
    assert.equal(gone.standing.active, false, cause);
    assert.match(gone.standing.deactivateReason!, /410/);
  }
});

test('a subscription that is off keeps the reason it has, and retries are dropped', () => {
  const off: EndpointState = { ...on, active: false, deactivateReason: 'The API key was revoked.', failuresInARow: 2 };
  assert.equal(judge(off, finished(answered(500), 1), NOW).state, 'dropped');
  assert.equal(judge(off, finished(answered(410), 1), NOW).standing.deactivateReason, off.deactivateReason);
  assert.equal(judge(off, finished(answered(500), 1, 'test'), NOW).state, 'waiting', 'a test is always allowed');
});

test('what an endpoint says, and what it is called, takes a bounded part of the log and of the reason', () => {
  const message = `The TLS handshake with ${'\u{1F600}'.repeat(5_000)} failed: ${'\0'.repeat(5_000)}`;
  const failed = judge({ ...on, failuresInARow: 29 }, finished({ kind: 'failed', error: 'tls', message }, 1), NOW);
  const reason = failed.standing.deactivateReason!;
  assert.ok(reason.length < 600 && reason.isWellFormed(), reason);
  assert.doesNotMatch(reason, /\0/, 'PostgreSQL keeps none');
  const shown = JSON.parse(failed.entry!).message;
  assert.ok(shown.length <= 500 && shown.isWellFormed() && shown.endsWith('\u2026'), shown);
  assert.equal(
    JSON.parse(judge(on, finished({ kind: 'failed', error: 'dns', message: 'x' }, 1), NOW).entry!).message,
    'x',
  );

  let log = 0;
  let attempts = 0;
  for (let state = 'waiting'; state === 'waiting'; ) {
    const one = finished(answered(500), ++attempts);
    const report = { ...('report' in one ? one.report : assert.fail()), answerStart: '\u0001'.repeat(1024) };
    const settled = judge(on, { ...one, report } as SettleInput, NOW);
    state = settled.state;
    log += Buffer.byteLength(settled.entry!);
  }
  assert.equal(attempts, 4);
  assert.ok(log < 4 * 7_000, `${log} bytes`);
});

test('a repeat is settled without an attempt', () => {
  const one: SettleInput = { lease: lease(), delivery: 9, record: 1, repeats: 8 };
  const settled = judge(on, one, NOW);
  assert.deepEqual([settled.state, settled.repeats, settled.entry], ['suppressed', 8, null]);
  assert.equal(settled.standing, on);
});

test('the log shows an attempt with everything that is known of it', () => {
  const { entry } = judge(on, finished({ kind: 'failed', error: 'timeout', message: 'No answer.' }, 1), NOW);
  assert.deepEqual(JSON.parse(entry!), {
    attempt: 1,
    startedOn: '2023-11-14T22:13:20.000Z',
    status: null,
    error: 'timeout',
    message: 'No answer.',
    timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: null, totalMs: 9 },
    answer: 'start \u0000 of it',
    answerHeaders: { server: 'nginx' },
    target: hashTarget(on.targetUrl),
  });
});

function finished(
  outcome: AttemptOutcome,
  attempt: number,
  cause: DeliveryCause = 'event',
  decidedOn = NOW,
): SettleInput {
  const timings = { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: null, totalMs: 9 };
  const answer = { answerStart: 'start \u0000 of it', answerHeaders: { server: 'nginx' }, retryAfterMs: null };
  const report = { outcome, timings, ...answer, startedOn: NOW, decidedOn };
  const untried = { createdOn: NOW, waitingSince: null, probe: false, url };
  return { lease: lease(), delivery: 9, record: 1, attempt, cause, ...untried, report };
}

function lease() {
  return { subscription: 1, account: 'acc_1', failing: false, token: 'token', expires: Infinity };
}
