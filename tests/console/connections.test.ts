import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Delivery, DeliveryAttempt, Explanation } from '../../clients/typescript/src/api.ts';
import {
  explainPermission,
  permissionLine,
  permissionSentences,
  summarizePermissions,
} from '../../console/src/integrations/may-do.ts';
import { createSnippets, quoteForShell } from '../../console/src/integrations/snippets.ts';
import { formatLocalTime, parseLocalTime } from '../../console/src/parts/local-time.ts';
import { createDeliveryTimeline, firstAttemptDelayMs } from '../../console/src/webhooks/course.ts';
import { eventTriggerText, hostOf, subjectLabel } from '../../console/src/webhooks/describe.ts';
import { createHealthCells, healthText } from '../../console/src/webhooks/health-cells.ts';
import { parseLogFilter, stringifyLogQuery } from '../../console/src/webhooks/log-filter.ts';
import { causeLabel, errorClasses, explainError } from '../../console/src/webhooks/remedies.ts';
import { createDeliveryCurl } from '../../console/src/webhooks/verify-code.ts';
import { createWaterfall, formatMilliseconds, waterfallText } from '../../console/src/webhooks/waterfall.ts';
import { explanationVerdict, findRemedy, fixText, stepQuestion } from '../../console/src/webhooks/why-words.ts';
import { presets, roles } from '../../src/accounts/roles.ts';
import { areas, recordTypeNames, recordTypes } from '../../src/catalogue/index.ts';
import { Problem } from '../../src/problems.ts';
import { planList } from '../../src/records/lists/planning.ts';
import { errorClasses as known } from '../../src/webhooks/delivery/send/outcome.ts';
import { listableDeliveries } from '../../src/webhooks/delivery/settle/delivery-json.ts';
import { explanationSteps } from '../../src/webhooks/diagnostics/explanation.ts';

test('what a key may do is told of every type once, and nothing that it may not', () => {
  for (const role of roles) {
    for (const area of areas) {
      const { changes, reads, cannotSee } = summarizePermissions({ role, areas: [area] });
      assert.deepEqual([...changes, ...reads, ...cannotSee].sort(), [...recordTypeNames].sort());
    }
  }
  const words = permissionSentences(presets.Maintenance, { submitter: 'erp@example.com', limit: 300 });
  assert.match(words[0]!, /^Can read and change work orders, tasks, assets, forms, .* and locations\.$/);
  assert.deepEqual(words.slice(1), [
    'Cannot see purchase orders, jobs, employees, users, routes and vendors.',
    'May make webhooks.',
    'Up to 300 requests a minute.',
    'Changes carry the name erp@example.com.',
  ]);
  assert.deepEqual(permissionSentences({ role: 'Admin', areas: ['Webhooks'] }).slice(0, 1), [
    'Can see no records at all.',
  ]);
  assert.equal(permissionLine(presets.Full), 'Reads and changes everything, webhooks');
  assert.equal(permissionLine(presets.Reporting), 'Reads everything');
  assert.equal(permissionLine({ role: 'Technician', areas: ['Purchasing'] }), 'Reads purchase orders and vendors');
  assert.match(explainPermission(presets.Maintenance, 'PurchaseOrders'), /would need the area Purchasing/);
  assert.match(explainPermission(presets.Reporting, 'Tasks'), /another role than ReadOnly/);
});

test('of a key that only proposes nothing is told as changed by it', () => {
  const technician = { role: 'Technician', areas: ['WorkOrders', 'Assets', 'Webhooks'], proposesOnly: true } as const;
  assert.deepEqual(permissionSentences(technician).slice(0, 2), [
    'Can read work orders, tasks, assets, boards, asset statuses and locations.',
    'Proposes changes to work orders, tasks and assets, which a person decides.',
  ]);
  assert.equal(permissionSentences(technician).at(-1), 'May not make webhooks.');
  assert.equal(
    permissionLine(technician),
    'Proposes changes to work orders, tasks and 1 more, reads boards, asset statuses and 1 more',
  );
  assert.equal(permissionLine({ ...presets.Full, proposesOnly: true }), 'Reads everything, proposes changes to it');
  assert.match(explainPermission(technician, 'Tasks'), /^It can read tasks and propose changes to them/);
  assert.match(explainPermission(technician, 'Boards'), /To propose changes to them it would need another role/);
});

test('credentials as code run in a shell as they stand, whatever is in them', () => {
  const hostile = { apiKey: `a'b"c $(x) \`y\``, vaultSecret: 'v\\s', shardID: 's1' };
  const [curl] = createSnippets('http://localhost:8080', hostile);
  const echoed = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${curl!.code}`], { encoding: 'utf8' });
  assert.ok(echoed.stdout.includes(`apiKey: ${hostile.apiKey}\n`), echoed.stdout + echoed.stderr);
  assert.deepEqual(echoed.stdout.match(/http\S+/g), [
    'http://localhost:8080/api/Me',
    'http://localhost:8080/api/Tasks?take=2',
  ]);
  assert.equal(quoteForShell('plain-1.2'), 'plain-1.2');
  const request = { headers: { 'X-Quote': "it's" }, body: { data: { Name: '<b>$HOME</b>' } } };
  const sent = spawnSync(
    'sh',
    ['-c', `curl() { printf '%s\\n' "$@"; }\n${createDeliveryCurl('https://h.example/?a=1&b=2', request)}`],
    {
      encoding: 'utf8',
    },
  ).stdout.split('\n');
  assert.ok(sent.includes("X-Quote: it's") && sent.includes('{"data":{"Name":"<b>$HOME</b>"}}'), sent.join('|'));
});

test('an hour is a cell: well, partly, wholly failed, or nothing; and the same as text', () => {
  const hour = (ok: number, failed: number, dropped = 0) => ({
    hour: '2026-01-01T00:00:00.000Z',
    ok,
    failed,
    suppressed: 0,
    dropped,
  });
  const hours = [hour(3, 0), hour(1, 2), hour(0, 2), hour(0, 0), hour(0, 0, 4)];
  assert.deepEqual(
    createHealthCells({ hours }).map(({ state }) => state),
    ['ok', 'some', 'all', 'none', 'none'],
  );
  assert.equal(healthText({ hours }), '4 ok, 4 failed, 4 dropped');
  assert.equal(
    healthText({ hours: [hour(1204, 3)] }, (value) => value.toLocaleString('en')),
    '1,204 ok, 3 failed',
  );
  assert.equal(healthText({ hours: [hour(0, 0)] }), 'Nothing in 1 hours');
});

const attempt = (
  timings: Partial<DeliveryAttempt['timings']>,
  more: Partial<DeliveryAttempt> = {},
): DeliveryAttempt => ({
  attempt: 1,
  startedOn: '2026-01-01T00:00:00.014Z',
  status: 200,
  error: null,
  message: null,
  answer: null,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: null, ...timings },
  ...more,
});

test('the bars of an attempt follow one another and end where it ended', () => {
  const { bars } = createWaterfall(attempt({ dnsMs: 4, connectMs: 22, tlsMs: 30, firstByteMs: 70, totalMs: 100 }));
  assert.deepEqual(
    bars.map(({ stage, fromMs, ms }) => [stage, fromMs, ms]),
    [
      ['dns', 0, 4],
      ['connect', 4, 22],
      ['tls', 26, 30],
      ['waiting', 56, 14],
      ['reading', 70, 30],
    ],
  );
  assert.equal(bars.at(-1)!.left + bars.at(-1)!.width, 100);
  const half = createWaterfall(attempt({ firstByteMs: 40, totalMs: 50 }), 100);
  assert.ok(half.reused && half.bars[3]!.width === 40 && half.bars[0]!.ms === null);
  assert.equal(
    waterfallText(half, formatMilliseconds),
    'connection used again, waiting 40 ms, reading 10 ms, 50 ms in all',
  );
  assert.deepEqual([0.44, 9.96, 12.4, 12_345].map(formatMilliseconds), ['0.4 ms', '10 ms', '12 ms', '12.3 s']);
});

test('a failed attempt shows the stage in which it failed, up to its end', () => {
  const cases: [Partial<DeliveryAttempt['timings']>, DeliveryAttempt['error'], string][] = [
    [{ totalMs: 5 }, 'dns', 'dns failed after 5 ms, 5 ms in all'],
    [{ dnsMs: 2, totalMs: 5 }, 'connect', 'dns 2 ms, connect failed after 3 ms, 5 ms in all'],
    [{ dnsMs: 4, connectMs: 22, totalMs: 79 }, 'tls', 'dns 4 ms, connect 22 ms, tls failed after 53 ms, 79 ms in all'],
    [
      { connectMs: 1, tlsMs: 2, totalMs: 10_003 },
      'timeout',
      'connect 1 ms, tls 2 ms, waiting failed after 10.0 s, 10.0 s in all',
    ],
    [{ connectMs: 1, totalMs: 5 }, 'reset', 'connect 1 ms, tls failed after 4 ms, 5 ms in all'],
    [{ totalMs: 5 }, 'reset', 'waiting failed after 5 ms, 5 ms in all'],
    [{ totalMs: null }, 'refused_address', 'dns failed'],
    [{ totalMs: null }, 'damaged', ''],
  ];
  for (const [timings, error, words] of cases) {
    const told = waterfallText(createWaterfall(attempt(timings, { error, status: null })), formatMilliseconds);
    assert.equal(told, words, `${error}`);
  }
});

test('the course of a delivery names every wait from the commit on', () => {
  const delivery = {
    processedDate: '2026-01-01T00:00:00.000Z',
    settledOn: '2026-01-01T00:00:02.200Z',
    nextAttemptOn: null,
    state: 'failed',
    attempts: [attempt({}), attempt({}, { attempt: 2, startedOn: '2026-01-01T00:00:02.100Z' })],
  } as unknown as Delivery;
  const told = createDeliveryTimeline(delivery).map(({ what, afterMs }) => [what, afterMs]);
  assert.deepEqual(told, [
    ['committed', null],
    ['attempt', 14],
    ['attempt', 2086],
    ['settled', 100],
  ]);
  assert.equal(firstAttemptDelayMs(delivery), 14);
  const waiting = {
    ...delivery,
    settledOn: null,
    state: 'waiting',
    nextAttemptOn: '2026-01-01T00:00:04.100Z',
  } as const;
  assert.equal(createDeliveryTimeline(waiting).at(-1)!.what, 'due');
});

test('a webhook is described as people speak, and every event says when it fires', () => {
  const about = {
    entityType: 'WorkOrders',
    action: 'Completed',
    filterEntityType: 'board',
    filterConditionEntityID: '3',
  };
  assert.equal(subjectLabel(about, 'Turnovers'), 'Work order completed, board Turnovers');
  assert.equal(subjectLabel(about), 'Work order completed, board 3');
  assert.equal(subjectLabel({ ...about, filterEntityType: null }), 'Work order completed');
  for (const { name, events } of recordTypes) {
    for (const action of events)
      assert.match(eventTriggerText(name, action), /^(When|Once,|On) .*\.$/, `${name} ${action}`);
  }
  assert.equal(hostOf('https://Hooks.Example.com:8443/a?b'), 'hooks.example.com:8443');
});

test('every way to fail has its meaning and remedy, here and in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
  assert.deepEqual([...errorClasses].sort(), [...known].sort());
  for (const error of errorClasses) {
    const { short, meaning, remedy } = explainError(error);
    assert.ok(short.length > 3 && meaning.length > 20 && remedy.length > 20, error);
    assert.ok(guide.includes(`| \`${error}\` |`), error);
  }
  assert.equal(causeLabel('status', 500), 'answered 500');
  assert.equal(causeLabel(null, 200), null);
});

test('each step of "why" asks one thing, and the one that failed leads somewhere', () => {
  assert.equal(new Set(explanationSteps.map(stepQuestion)).size, explanationSteps.length);
  const verdicts = new Set<string>();
  for (const step of explanationSteps) {
    const steps = [{ step, ok: false, evidence: 'x', fix: 'y' }] as const;
    const told: Explanation = { change: null, steps, delivery: null };
    assert.notEqual(findRemedy(told, true), undefined, step);
    verdicts.add(explanationVerdict(told).text);
  }
  assert.equal(verdicts.size, explanationSteps.length);
  for (const step of explanationSteps) assert.ok(!verdicts.has(`${stepQuestion(step)}.`), 'it says what was not so');
  const off: Explanation = {
    change: null,
    steps: [{ step: 'on', ok: false, evidence: 'x', fix: null }],
    delivery: null,
  };
  assert.deepEqual([findRemedy(off, false), findRemedy(off, true)], ['switchOn', 'recover']);
  const sent: Explanation = {
    change: null,
    steps: [{ step: 'sent', ok: true, evidence: 'x', fix: null }],
    delivery: null,
  };
  assert.deepEqual(
    [findRemedy(sent, true), explanationVerdict(sent)],
    [undefined, { arrived: true, text: 'It arrived.' }],
  );
});

test('people are told no addresses of the API to call', () => {
  const sources = readFileSync(join(import.meta.dirname, '../../src/webhooks/diagnostics/explanation.ts'), 'utf8');
  const fixes = [...sources.matchAll(/'((?:[^'\n])*(?:POST|GET) \/api(?:[^'\n])*)'/g)].map(([, text]) => text!);
  assert.ok(fixes.length >= 4);
  for (const fix of fixes) assert.doesNotMatch(fixText(fix)!, /\/api\//, fix);
});

test('the filters of the delivery log are read from an address, and asked as the service takes them', () => {
  const filter = parseLogFilter({ state: 'failed', recordID: 12, 'ui.x': 'y', error: '', skip: 50 });
  assert.deepEqual(filter, { state: 'failed', recordID: '12' });
  assert.equal(stringifyLogQuery(filter), 'state=failed&recordID=12');
  const span = stringifyLogQuery({ state: 'failed', since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' });
  const listing = planList(listableDeliveries, span);
  assert.ok(!(listing instanceof Problem), JSON.stringify(listing));
  assert.equal(
    decodeURIComponent(span),
    'state=failed eq&createdOn=2026-01-01T00:00:00Z ge&createdOn=2026-01-02T00:00:00Z lt&extFilter=true',
  );
});

test('a time that a person writes is meant in the zone of the person, summer and winter', () => {
  assert.equal(parseLocalTime('2026-01-31T09:30', 'Europe/Berlin'), '2026-01-31T08:30:00.000Z');
  assert.equal(parseLocalTime('2026-07-31T09:30', 'Europe/Berlin'), '2026-07-31T07:30:00.000Z');
  assert.equal(parseLocalTime('2026-01-31T09:30', 'Asia/Kathmandu'), '2026-01-31T03:45:00.000Z');
  assert.equal(
    parseLocalTime('2026-03-29T03:00', 'Europe/Berlin'),
    '2026-03-29T01:00:00.000Z',
    'the first after a leap',
  );
  assert.equal(parseLocalTime('', 'UTC'), undefined);
  for (let at = Date.UTC(2026, 2, 28); at < Date.UTC(2026, 2, 30); at += 1_800_000) {
    const instant = new Date(at).toISOString();
    assert.equal(parseLocalTime(formatLocalTime(instant, 'America/New_York'), 'America/New_York'), instant);
  }
});

test('a year that is typed digit by digit leaves the rest of the time as it is', () => {
  for (const year of ['0002', '0020', '0202', '2026']) {
    const instant = parseLocalTime(`${year}-03-04T10:00`, 'Europe/Berlin');
    assert.equal(formatLocalTime(instant!, 'Europe/Berlin'), `${year}-03-04T10:00:00`);
  }
});
