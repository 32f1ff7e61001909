// What a failure makes of a patient subscription and of its delivery, by a given clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointState, SettleInput } from '../../queue.ts';
import type { AttemptOutcome } from '../send/outcome.ts';
import {
  type EndpointOutage,
  MAX_REFUSED_IN_A_ROW,
  outageAfter,
  outageAfterChange,
  RETRY_JITTER,
  retryPauseMs,
} from './outage.ts';
import { createSettlePolicy } from './settle-policy.ts';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const url = 'https://hooks.example.com/';
const patient: EndpointState = {
  targetUrl: url,
  active: true,
  deactivateReason: null,
  failuresInARow: 0,
  patienceMs: HOUR,
  outage: null,
  refusedInARow: 0,
};
const dead: AttemptOutcome = { kind: 'failed', error: 'connect', message: 'Nobody listens.' };
const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });
const judge = createSettlePolicy({ retryMs: 2_000, clock: { now: () => 0 }, random: () => 0.5 });

test('an endpoint is tried after 2, 5, 10, 20, 30 and 60 s, each minute for an hour, then every five', () => {
  const week = { ...patient, patienceMs: 7 * 24 * HOUR };
  const { tries, settled } = untilSettled(week, dead);
  const pauses = tries.slice(1).map((at, n) => (at - tries[n]!) / 1_000);
  assert.deepEqual(pauses.slice(0, 6), [2, 5, 10, 20, 30, 60]);
  const inFirstHour = tries.filter((at) => at < START + HOUR).length;
  assert.ok(pauses.slice(6, inFirstHour).every((pause) => pause === 60));
  assert.ok(pauses.slice(inFirstHour, -1).every((pause) => pause === 300));
  assert.equal(tries.at(-1), START + week.patienceMs, 'the last try is made when the patience is over');
  assert.deepEqual([settled.state, settled.standing.failuresInARow], ['failed', 1]);
  assert.ok(tries.length < 2_100, `${tries.length} tries`);
});

test('an endpoint that is back after a quarter of a minute is tried within the next', () => {
  const { tries } = untilSettled(patient, dead);
  assert.ok(tries.some((at) => at > START + 14_500 && at < START + 30_000));
});

test('the pauses vary by a tenth and no more', () => {
  for (const [failures, forMs, pause] of [
    [1, 0, 2_000],
    [6, HOUR, 60_000],
    [7, HOUR - 1, 60_000],
    [7, HOUR, 300_000],
    [1_000, 100 * HOUR, 300_000],
  ] as const) {
    assert.equal(
      retryPauseMs(failures, forMs, () => 0),
      Math.round(pause * (1 - RETRY_JITTER)),
    );
    assert.ok(retryPauseMs(failures, forMs, () => 0.999999) <= pause * (1 + RETRY_JITTER));
  }
});

test('only once its patience is over a delivery counts as failed; the thirtieth switches the subscription off', () => {
  const { settled } = untilSettled({ ...patient, failuresInARow: 29 }, answered(503));
  assert.deepEqual([settled.state, settled.standing.active, settled.standing.outage], ['failed', false, null]);
  assert.match(
    settled.standing.deactivateReason!,
    /30 deliveries in a row failed. The last one: the endpoint answered 503/,
  );
  const early = judge({ ...patient, failuresInARow: 29 }, finished(dead), START);
  assert.deepEqual([early.state, early.standing.active, early.standing.failuresInARow], ['waiting', true, 29]);
});

test('410 switches a patient subscription off at once', () => {
  const { state, standing } = judge(patient, finished(answered(410)), START);
  assert.deepEqual([state, standing.active, standing.outage], ['failed', false, null]);
});

test('Retry-After is honoured where it is longer than the pause, but not beyond the end of the patience', () => {
  const asked = (retryAfterMs: number) => judge(patient, finished(answered(429), { retryAfterMs }), START);
  assert.equal(asked(600_000).standing.outage!.nextTry, START + 600_000);
  assert.equal(asked(600_000).retry!.dueOn, START + 600_000);
  assert.equal(asked(1_000).standing.outage!.nextTry, START + 2_000, 'sooner than the pause it is not tried');
  assert.equal(asked(5 * HOUR).retry!.dueOn, START + HOUR);
  assert.equal(asked(5 * HOUR).standing.outage!.nextTry, START + HOUR);
});

test('a success ends the outage, that of a test, too; a test that fails changes nothing', () => {
  const down = judge(patient, finished(dead), START).standing;
  assert.ok(down.outage !== null);
  for (const cause of ['event', 'test'] as const) {
    assert.equal(judge(down, finished(answered(200), { cause }), START).standing.outage, null, cause);
  }
  const failed = judge(down, finished(dead, { cause: 'test' }), START);
  assert.deepEqual([failed.state, failed.standing], ['failed', down], 'nobody waits for days for what came of a test');
});

test('what was out when the endpoint went down neither makes the pauses longer nor ends them', () => {
  const first = judge(patient, finished(dead), START).standing;
  const second = judge(first, finished(dead, { record: 2 }), START + 5).standing;
  assert.deepEqual(second.outage, { since: START, tries: 1, record: null, nextTry: START + 2_000 });
});

test('failures of one record are noted as such; a second record that fails makes them the fault of the endpoint', () => {
  const failure = { at: START, retryAfterMs: null, latest: Infinity };
  const down = outageAfter(null, { ...failure, record: 1, probe: false }, () => 0.5);
  assert.equal(down.record, 1);
  const longer = { ...down, tries: 9 };
  const same = outageAfter(longer, { ...failure, record: 1, probe: true }, () => 0.5);
  assert.deepEqual([same.record, same.tries], [1, 10]);
  const other = outageAfter(longer, { ...failure, record: 2, probe: true }, () => 0.5);
  assert.deepEqual([other.record, other.tries, other.nextTry], [null, 1, START + 2_000]);
});

test('an endpoint turns down once and up once in an outage: with its second record, or after a minute of one alone', () => {
  let standing = patient;
  const turn = (outcome: AttemptOutcome, more: { record?: number; probe?: boolean; cause?: 'test' } = {}) => {
    const settled = judge(standing, finished(outcome, more), START);
    standing = settled.standing;
    return settled.turn?.to;
  };
  assert.deepEqual([turn(dead), turn(answered(200))], [undefined, undefined], 'one failure is no outage');
  turn(dead);
  assert.equal(turn(dead, { record: 2 }), 'down');
  assert.equal(turn(dead, { record: 3, probe: true }), undefined);
  assert.equal(turn(dead, { cause: 'test' }), undefined);
  assert.equal(turn(answered(200), { cause: 'test' }), 'up');
  assert.equal(turn(answered(200)), undefined);

  const alone = Array.from({ length: 7 }, (_, n) => turn(dead, { probe: n > 0 }));
  assert.deepEqual(alone, [...Array(5).fill(undefined), 'down', undefined]);
  assert.equal(turn(dead, { record: 2, probe: true }), undefined, 'it is the same outage');
  assert.equal(turn(answered(422), { probe: true }), 'up', 'somebody is there');
});

test('an endpoint whose subscription is switched off is not said to be back', () => {
  const outage: EndpointOutage = { since: START, tries: 9, record: null, nextTry: START };
  const { standing, turn } = judge({ ...patient, outage }, finished(answered(410), { probe: true }), START);
  assert.deepEqual([standing.active, standing.outage, turn], [false, null, undefined]);
});

test('an answer of 4xx holds up its record alone, until 30 deliveries in a row are refused', () => {
  let standing = patient;
  for (let n = 1; n < MAX_REFUSED_IN_A_ROW; n++) {
    const settled = judge(standing, finished(answered(404), { record: n }), START);
    assert.deepEqual([settled.state, settled.retry!.inMs, settled.standing.outage], ['waiting', 2_000, null]);
    standing = settled.standing;
  }
  const again = judge(standing, finished(answered(404), { record: 1, attempt: 2 }), START);
  assert.equal(again.standing.outage, null, 'retries do not count');
  assert.equal(judge(standing, finished(answered(200)), START).standing.refusedInARow, 0);
  assert.ok(judge(standing, finished(answered(404), { record: 99 }), START).standing.outage !== null);
  for (const status of [301, 408, 425, 429, 500, 503]) {
    assert.ok(
      judge(patient, finished(answered(status)), START).standing.outage !== null,
      `${status} is the endpoint's`,
    );
  }
});

test('a probe that is answered with 4xx shows that somebody is there', () => {
  const down = judge(patient, finished(dead), START).standing;
  assert.equal(judge(down, finished(answered(422), { probe: true }), START).standing.outage, null);
  assert.equal(judge(down, finished(answered(422)), START).standing.outage, down.outage);
});

test('what was held back without a try waits since the endpoint went down, or since it was made', () => {
  const outage = { since: START, tries: 5, record: null, nextTry: START };
  const held = (createdOn: number) =>
    judge({ ...patient, outage }, finished(dead, { createdOn, probe: true }), START + 1_800_000);
  assert.equal(held(START - HOUR).waitingSince, START);
  assert.equal(held(START + 60_000).waitingSince, START + 60_000);
});

test('a longer patience goes on from the same moment, none at all fails at the next try', () => {
  const waits = finished(dead, { attempt: 40, waitingSince: START - 2 * HOUR, probe: true });
  assert.equal(judge({ ...patient, patienceMs: 3 * HOUR }, waits, START).state, 'waiting');
  assert.equal(judge(patient, waits, START).state, 'failed');
  assert.equal(judge({ ...patient, patienceMs: null }, waits, START).state, 'failed');
});

test('another address or other headers end an outage, another patience is tried at once', () => {
  const wishes = { targetUrl: 'https://a.example', headers: { A: '1' }, patience: '1h' };
  assert.equal(outageAfterChange(wishes, wishes), 'stays');
  assert.equal(outageAfterChange(wishes, { ...wishes, targetUrl: 'https://b.example' }), 'ended');
  assert.equal(outageAfterChange(wishes, { ...wishes, headers: { A: '2' } }), 'ended');
  assert.equal(outageAfterChange(wishes, { ...wishes, patience: null }), 'ended');
  assert.equal(outageAfterChange(wishes, { ...wishes, patience: '2h' }), 'tried at once');
});

test('a log of thousands of attempts stays small: what is answered is kept of the first ten', () => {
  const entry = (attempt: number) => JSON.parse(judge(patient, finished(answered(500), { attempt }), START).entry!);
  const { answer, answerHeaders } = entry(10);
  assert.deepEqual([answer, answerHeaders], ['said', { server: 'nginx' }]);
  const later = entry(11);
  assert.deepEqual([later.answer, later.answerHeaders, later.status], [null, null, 500]);
});

/** One delivery, tried as the outage says, until it waits no more; and when it was tried. */
function untilSettled(from: EndpointState, outcome: AttemptOutcome) {
  const tries: number[] = [];
  let standing = from;
  let waitingSince: number | null = null;
  for (let now = START, attempt = 1; ; attempt++) {
    tries.push(now);
    const settled = judge(standing, finished(outcome, { attempt, waitingSince, probe: attempt > 1 }), now);
    if (settled.state !== 'waiting') return { tries, settled };
    ({ standing, waitingSince } = settled);
    now = Math.min(standing.outage!.nextTry, waitingSince! + from.patienceMs!);
  }
}

function finished(
  outcome: AttemptOutcome,
  more: Partial<Extract<SettleInput, { report: unknown }>> & { retryAfterMs?: number } = {},
): SettleInput {
  const { retryAfterMs = null, ...rest } = more;
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 1 };
  const answerHeaders = { server: 'nginx' };
  const report = { outcome, timings, answerStart: 'said', answerHeaders, retryAfterMs, startedOn: START, decidedOn: 0 };
  const lease = { subscription: 1, account: 'acc_1', failing: false, token: 'token', expires: Infinity };
  const delivery = { delivery: 9, record: 1, attempt: 1, cause: 'event', createdOn: START } as const;
  return { lease, ...delivery, waitingSince: null, probe: false, url, report, ...rest };
}
