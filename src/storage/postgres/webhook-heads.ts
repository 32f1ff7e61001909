/**
 * The deliveries whose turn it is: of each record the lowest that waits, and of those the oldest first. PostgreSQL does not skip
 * through an index by itself, so a recursive query seeks from one record to the next, however many deliveries wait behind
 * each. With so many records waiting that this would take long, what waits is looked through in its own order instead; tests,
 * which wait for nothing else, are named all the same.
 */
import { writeCursor } from '../../records/log/cursor.ts';
import type { Cause } from '../../webhooks/delivery.ts';
import { chooseProbe } from '../../webhooks/dispatch/probe.ts';
import type { Event, Head, Heads, HeadsWish } from '../../webhooks/queue.ts';
import type { Outage } from '../../webhooks/settling/outage.ts';
import { MOST_LOOKED_BACK } from '../../webhooks/settling/suppression.ts';
import type { SecretsRow, SendingSecrets } from '../subscription-secrets.ts';
import type { VersionTexts } from '../version-texts.ts';
import { sampleEvent } from '../webhook-rows.ts';
import { outageOf } from '../webhook-settling.ts';
import { type Client, rows, type Statement } from './connection.ts';
import { lowestOf } from './lowest-of.ts';
import { readVersions } from './versions.ts';
import { readCandidates, readTests } from './webhook-candidates.ts';
import { type SentRow, sentBeforeOf, sentRow } from './webhook-sent-before.ts';
import { NOW, readTarget, type TargetRow, targetOf } from './webhook-target.ts';

/** Records sought in one go, and deliveries looked through. */
const MOST_SOUGHT = 500;
const MOST_LOOKED_AT = 500;

/** Columns of the event are null while the head is not due, has an attempt out, or is beyond those asked for. */
interface HeadRow {
  readonly head_id: number;
  readonly record_id: number;
  readonly in_ms: number;
  /** How many of the heads up to this one are due, and whether it is one of them. */
  readonly due: number;
  readonly ready: boolean;
  readonly id: number | null;
  readonly cause: Cause;
  readonly webhook_id: string;
  readonly attempts: number;
  readonly created_on: number;
  readonly waiting_since: number | null;
  readonly processed_on: number;
  readonly seq: number | null;
  readonly changed_record: number;
  readonly version: number;
  readonly text: string | null;
  readonly sample: string | null;
  readonly submitter: string;
  readonly content_hash: string;
  readonly traceparent: string | null;
  /** The newest that was sent before, and where somebody asked for it, those before that too. */
  readonly newest: SentRow | null;
  readonly further: readonly SentRow[] | null;
}

export async function readHeads(
  client: Client,
  subscription: number,
  wish: HeadsWish,
  { texts, secretsOf }: HeadsContext,
): Promise<Heads> {
  const except = [...wish.except.keys()];
  const named = wish.records.slice(0, wish.most);
  const [[row], ofRecords, others] = await Promise.all([
    rows<TargetRow>(client, readTarget, [subscription]),
    named.length === 0
      ? ([] as HeadRow[])
      : rows<HeadRow>(client, headsOfRecords, [subscription, named, except, [...wish.rested], wish.longestPauseMs]),
    lookThrough(client, subscription, wish, [...except, ...named]),
  ]);
  if (row === undefined) return { standing: 'gone' };
  if (row.frozen) return { standing: 'frozen' };
  const outage = outageOf(row);
  if (row.active && outage !== null) {
    return whileDown(client, subscription, row, outage, wish.except, { texts, secretsOf });
  }
  const heads = [...ofRecords, ...others.heads];
  const ready = heads.filter((head) => head.ready).sort((a, b) => a.head_id - b.head_id);
  const beyond = ready.splice(wish.most);
  // A look that was cut short goes on at the first that there was no room for.
  const cut = others.after === undefined ? undefined : beyond.find((head) => others.heads.includes(head));
  const left = cut === undefined ? beyond : beyond.filter((head) => ofRecords.includes(head));
  return {
    standing: row.active ? 'active' : 'inactive',
    target: targetOf(row, secretsOf),
    due: await wholeHeads(client, row, ready, texts),
    later: heads
      .filter((head) => !head.ready && head.in_ms > 0)
      .map(({ record_id, in_ms }) => ({ record: record_id, inMs: in_ms })),
    after: cut === undefined ? others.after : cut.head_id - 1,
    left: [
      ...left.map((head) => head.record_id),
      ...wish.records.slice(wish.most),
      ...others.tests.filter((record) => !ready.some((head) => head.record_id === record)),
    ],
  };
}

/** One at most, and while another is out only a test: somebody waits for what comes of it. There may be more of them. */
async function whileDown(
  client: Client,
  subscription: number,
  row: TargetRow,
  outage: Outage,
  out: HeadsWish['except'],
  { texts, secretsOf }: HeadsContext,
): Promise<Heads> {
  const target = targetOf(row, secretsOf);
  const nothing = { standing: 'active', target, later: [], after: undefined, left: [] } as const;
  const { record } = outage;
  const found = await (out.size > 0 ? readTests(client, subscription) : readCandidates(client, subscription));
  for (let candidates = found.filter((one) => !out.has(one.record)); ; ) {
    const { probe, inMs } = chooseProbe(candidates, outage, row.patience_ms!, row.now);
    if (probe === undefined) return { ...nothing, due: [], down: { inMs, record } };
    const wanted = [probe.record];
    const heads = await rows<HeadRow>(client, headsOfRecords, [subscription, wanted, [], wanted, 0]);
    const due = await wholeHeads(client, row, heads, texts);
    const after = probe.cause === 'test' ? 0 : undefined;
    if (due.length > 0) return { ...nothing, due, after, down: { inMs: undefined, record } };
    candidates = candidates.filter((one) => one !== probe);
  }
}

/** What is known of what was read before. */
export interface HeadsContext {
  readonly texts: VersionTexts;
  readonly secretsOf: (row: SecretsRow) => SendingSecrets;
}

interface Found {
  readonly heads: readonly HeadRow[];
  readonly after: number | undefined;
}

interface LookedThrough extends Found {
  /** Records of tests, the oldest first, where it may be long until they are come to. */
  readonly tests: readonly number[];
}

async function lookThrough(
  client: Client,
  subscription: number,
  wish: HeadsWish,
  except: number[],
): Promise<LookedThrough> {
  const { after, most, longestPauseMs } = wish;
  if (after === undefined) return { heads: [], after, tests: [] };
  if (after > 0) return { ...(await walk(client, subscription, wish, after, except)), tests: [] };
  const sought = await rows<HeadRow>(client, allHeads, [subscription, except, most, MOST_SOUGHT, longestPauseMs]);
  if (sought.length <= MOST_SOUGHT) return { heads: sought, after: undefined, tests: [] };
  const [found, tests] = await Promise.all([
    walk(client, subscription, wish, after, except),
    readTests(client, subscription),
  ]);
  const records = tests.map(({ record }) => record).reverse();
  return { ...found, tests: records.filter((record) => !except.includes(record)) };
}

/** What waits, oldest first; what waits behind another of its record is passed over. */
async function walk(
  client: Client,
  subscription: number,
  { most, longestPauseMs }: HeadsWish,
  after: number,
  except: number[],
): Promise<Found> {
  // Nearly all are heads, unless much waits behind some.
  const few = await look(after, 2 * most);
  if (few.after === undefined || few.heads.filter(({ ready }) => ready).length > most / 2) return few;
  const more = await look(few.after, MOST_LOOKED_AT);
  return { heads: [...few.heads, ...more.heads], after: more.after };

  async function look(from: number, atMost: number): Promise<Found> {
    const place = [subscription, from, except, most, atMost, longestPauseMs];
    const heads = await rows<HeadRow>(client, headsInOrder, place);
    return { heads, after: heads.length < atMost ? undefined : heads.at(-1)!.head_id };
  }
}

/** Without its event, which only damage can bring about, a head stays where it is, and the examination finds it. */
async function wholeHeads(
  client: Client,
  target: TargetRow,
  heads: readonly HeadRow[],
  known: VersionTexts,
): Promise<Head[]> {
  const { key: account, entity_type: type } = target;
  const textOf = ({ text, changed_record, version }: HeadRow) =>
    text ?? known.get(account, type, changed_record, version);
  const lacking = heads.filter((head) => head.seq !== null && textOf(head) === undefined);
  const wanted = lacking.map(({ changed_record, version }) => ({ id: changed_record, version }));
  const texts = await readVersions(client, account, type, wanted);
  for (const { id, version } of wanted) {
    const text = texts.get(`${id} ${version}`);
    if (text !== undefined) known.keep(account, type, id, version, text);
  }
  return heads.flatMap((head) => {
    const event = eventOf(target, head, textOf(head) ?? texts.get(`${head.changed_record} ${head.version}`));
    return event === undefined ? [] : [headOf(head, event, outageOf(target) !== null)];
  });
}

function eventOf({ log }: TargetRow, head: HeadRow, text: string | undefined): Event | undefined {
  const { sample, seq, submitter, processed_on: processedOn, content_hash: contentHash } = head;
  if (sample !== null) return sampleEvent(sample, processedOn);
  if (seq === null) return undefined;
  const traceparent = head.traceparent ?? undefined;
  return { text, submitter, processedOn, contentHash, traceparent, change: writeCursor({ log, seq }) };
}

function headOf(row: HeadRow, event: Event, probe: boolean): Head {
  return {
    delivery: row.id!,
    record: row.record_id,
    cause: row.cause,
    webhookId: row.webhook_id,
    attempt: row.attempts + 1,
    createdOn: row.created_on,
    waitingSince: row.waiting_since,
    probe,
    ...event,
    before: (row.further ?? (row.newest === null ? [] : [row.newest])).map(sentBeforeOf),
  };
}

/**
 * When a waiting delivery is due, `pause` being the longest there is, unless the subscription is patient. One that was not tried yet is due whatever the clock
 * says, and so is one whose time lies so far ahead that the clock must have been set back since it was written.
 */
const isDue = (pause: string) => `(attempts = 0 OR due_on <= ${NOW} OR due_on > ${NOW}
  + coalesce((SELECT p.patience_ms FROM subscriptions AS p WHERE p.key = $1), ${pause}::bigint))`;

/** What was sent of the record before the head, the newest first. All of it is settled, or it would not be the head's turn. */
const SENT_BEFORE = `FROM deliveries AS p LEFT JOIN changes AS pc ON pc.seq = p.change_seq
      WHERE p.state IN ('succeeded', 'failed', 'dropped', 'own') AND p.subscription = $1 AND p.record_id = head.record_id
        AND p.id < head.head_id`;
const SENT_ROW = `${sentRow('p', 'pc')} AS sent`;

/**
 * The rest of a head that is due. The newest that was sent before it nearly always was an event; only where it was not,
 * those before it are looked at.
 */
const REST = `LEFT JOIN LATERAL (
    SELECT d.id, d.cause, d.webhook_id, d.attempts, d.created_on, d.waiting_since, d.processed_on, d.sample, c.seq, c.record_id AS changed_record, c.version, c.text, c.submitter,
      c.content_hash, c.traceparent, b.sent AS newest, further.sent AS further
    FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
    LEFT JOIN LATERAL (
      SELECT ${SENT_ROW}, p.cause ${SENT_BEFORE} AND d.cause = 'event' AND d.attempts = 0 ORDER BY p.id DESC LIMIT 1
    ) AS b ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${SENT_ROW} ${SENT_BEFORE} AND b.cause <> 'event' ORDER BY p.id DESC LIMIT ${MOST_LOOKED_BACK}
      ) AS each
    ) AS further ON true
    WHERE d.id = head.head_id AND head.is_due
  ) AS rest ON true`;

/** $1 subscription, $2 records, $3 records with an attempt out, $4 records whose pause is over, $5 the longest pause. */
const headsOfRecords: Statement = {
  name: 'lane_heads_of_records',
  text: `SELECT head.head_id, head.record_id, head.due_on - ${NOW} AS in_ms, 0::bigint AS due, head.is_due AS ready, rest.*
    FROM (
      SELECT d.id AS head_id, d.record_id, d.due_on, d.is_due OR d.record_id = ANY ($4::bigint[]) AS is_due
      FROM unnest($2::bigint[]) AS wanted (record_id)
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, ${isDue('$5')} AS is_due FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 AND ${lowestOf('wanted.record_id')}
      ) AS d
      WHERE wanted.record_id <> ALL ($3::bigint[])
    ) AS head ${REST}`,
};

/** Of rows with `head_id`, `record_id`, `due_on` and `ready`: those that are due, up to how many are asked for, whole. */
const WITH_REST = `SELECT head.head_id, head.record_id, CASE WHEN head.is_head THEN head.due_on - ${NOW} ELSE 0 END AS in_ms, head.due, head.ready, rest.*
  FROM (
    SELECT ranked.*, ranked.ready AND ranked.due <= $MOST AS is_due FROM (
      SELECT waiting.*, count(*) FILTER (WHERE waiting.ready) OVER (ORDER BY waiting.head_id) AS due FROM waiting
    ) AS ranked
  ) AS head ${REST} ORDER BY head.head_id`;

/** $1 subscription, $2 records to pass over, $3 how many heads that are due, $4 how many records to seek, one more where there are more, $5 the longest pause. */
const allHeads: Statement = {
  name: 'lane_all_heads',
  text: `WITH RECURSIVE sought (id, record_id, due_on, attempts, number) AS (
      SELECT first.* FROM (
        SELECT id, record_id, due_on, attempts, 1::bigint FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 ORDER BY record_id, id LIMIT 1
      ) AS first
      UNION ALL
      SELECT next.id, next.record_id, next.due_on, next.attempts, s.number + 1 FROM sought AS s
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, attempts FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 AND record_id > s.record_id
        ORDER BY record_id, id LIMIT 1
      ) AS next
      WHERE s.number <= $4
    ), waiting AS (
      SELECT id AS head_id, record_id, due_on, record_id <> ALL ($2::bigint[]) AS is_head,
        ${isDue('$5')} AND record_id <> ALL ($2::bigint[]) AND (SELECT max(number) FROM sought) <= $4 AS ready
      FROM sought
    ) ${WITH_REST.replace('$MOST', '$3')}`,
};

/** $1 subscription, $2 the delivery before, $3 records to pass over, $4 how many heads that are due, $5 how many deliveries to look at, $6 the longest pause. */
const headsInOrder: Statement = {
  name: 'lane_heads_in_order',
  text: `WITH looked AS (
      SELECT id, record_id, due_on, attempts FROM deliveries
      WHERE state = 'waiting' AND subscription = $1 AND id + 0 > $2 ORDER BY id + 0 LIMIT $5
    ), heads AS (
      SELECT l.*, l.record_id <> ALL ($3::bigint[]) AND l.id = (
          SELECT id FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND ${lowestOf('l.record_id')}
        ) AS is_head
      FROM looked AS l
    ), waiting AS (
      SELECT id AS head_id, record_id, due_on, is_head, is_head AND ${isDue('$6')} AS ready FROM heads
    ) ${WITH_REST.replace('$MOST', '$4')}`,
};
