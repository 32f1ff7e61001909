/**
 * Reads the heads of a subscription: the lowest waiting delivery of each record, the oldest heads first. If too many
 * records wait to seek each of them, it scans the waiting deliveries in their order instead. The records of tests are
 * then listed separately, because tests never wait behind other deliveries.
 */
import { writeCursor } from '../../../records/log/cursor.ts';
import { chooseProbe } from '../../../webhooks/delivery/lanes/probe.ts';
import type { EndpointOutage } from '../../../webhooks/delivery/settle/outage.ts';
import type { DeliveryEvent, Head, Heads, HeadsQuery } from '../../../webhooks/queue.ts';
import { type Client, queryRows } from '../../postgres/connection.ts';
import type { VersionTextCache } from '../../records/log/version-text-cache.ts';
import { readVersionTexts } from '../../records/log/versions.postgres.ts';
import { parseSampleEvent } from '../rows.ts';
import type { DeliverySecrets, SubscriptionSecretsRow } from '../subscriptions/subscription-secrets.ts';
import { type HeadRow, readAllHeads, readHeadsInOrder, readRecordHeads } from './head-rows.postgres.ts';
import { previousDeliveryOf } from './previous-delivery.postgres.ts';
import { readProbeCandidates, readTestHeads } from './probe-candidates.postgres.ts';
import { outageOf } from './settle.ts';
import { type DeliveryTargetRow, readTarget, targetOf } from './target.postgres.ts';

/** Limits per read: records that are sought, and deliveries that are scanned. */
const MAX_RECORDS_SOUGHT = 500;
const MAX_DELIVERIES_SCANNED = 500;

export async function readHeads(
  client: Client,
  subscription: number,
  wish: HeadsQuery,
  { texts, secretsOf }: PostgresHeadsContext,
): Promise<Heads> {
  const except = [...wish.except.keys()];
  const named = wish.records.slice(0, wish.most);
  const [[row], ofRecords, others] = await Promise.all([
    queryRows<DeliveryTargetRow>(client, readTarget, [subscription]),
    named.length === 0
      ? ([] as HeadRow[])
      : queryRows<HeadRow>(client, readRecordHeads, [
          subscription,
          named,
          except,
          [...wish.rested],
          wish.longestPauseMs,
        ]),
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

/**
 * Returns the probe of an endpoint that is down: one head at most. While another attempt is in progress, only a test
 * may be sent, because a user waits for its result. If a test is returned, more tests may follow.
 */
async function whileDown(
  client: Client,
  subscription: number,
  row: DeliveryTargetRow,
  outage: EndpointOutage,
  out: HeadsQuery['except'],
  { texts, secretsOf }: PostgresHeadsContext,
): Promise<Heads> {
  const target = targetOf(row, secretsOf);
  const nothing = { standing: 'active', target, later: [], after: undefined, left: [] } as const;
  const { record } = outage;
  const found = await (out.size > 0 ? readTestHeads(client, subscription) : readProbeCandidates(client, subscription));
  for (let candidates = found.filter((one) => !out.has(one.record)); ; ) {
    const { probe, inMs } = chooseProbe(candidates, outage, row.patience_ms!, row.now);
    if (probe === undefined) return { ...nothing, due: [], down: { inMs, record } };
    const wanted = [probe.record];
    const heads = await queryRows<HeadRow>(client, readRecordHeads, [subscription, wanted, [], wanted, 0]);
    const due = await wholeHeads(client, row, heads, texts);
    const after = probe.cause === 'test' ? 0 : undefined;
    if (due.length > 0) return { ...nothing, due, after, down: { inMs: undefined, record } };
    candidates = candidates.filter((one) => one !== probe);
  }
}

/** Caches for reading heads: texts of record versions, and secrets of subscriptions. */
export interface PostgresHeadsContext {
  readonly texts: VersionTextCache;
  readonly secretsOf: (row: SubscriptionSecretsRow) => DeliverySecrets;
}

interface Found {
  readonly heads: readonly HeadRow[];
  readonly after: number | undefined;
}

interface LookedThrough extends Found {
  /** Records of tests, the oldest first, if the scan may take long to reach them. */
  readonly tests: readonly number[];
}

async function lookThrough(
  client: Client,
  subscription: number,
  wish: HeadsQuery,
  except: number[],
): Promise<LookedThrough> {
  const { after, most, longestPauseMs } = wish;
  if (after === undefined) return { heads: [], after, tests: [] };
  if (after > 0) return { ...(await walk(client, subscription, wish, after, except)), tests: [] };
  const sought = await queryRows<HeadRow>(client, readAllHeads, [
    subscription,
    except,
    most,
    MAX_RECORDS_SOUGHT,
    longestPauseMs,
  ]);
  if (sought.length <= MAX_RECORDS_SOUGHT) return { heads: sought, after: undefined, tests: [] };
  const [found, tests] = await Promise.all([
    walk(client, subscription, wish, after, except),
    readTestHeads(client, subscription),
  ]);
  const records = tests.map(({ record }) => record).reverse();
  return { ...found, tests: records.filter((record) => !except.includes(record)) };
}

/** Scans the waiting deliveries, oldest first, and skips those that wait behind another of their record. */
async function walk(
  client: Client,
  subscription: number,
  { most, longestPauseMs }: HeadsQuery,
  after: number,
  except: number[],
): Promise<Found> {
  // Nearly all are heads, unless much waits behind some.
  const few = await look(after, 2 * most);
  if (few.after === undefined || few.heads.filter(({ ready }) => ready).length > most / 2) return few;
  const more = await look(few.after, MAX_DELIVERIES_SCANNED);
  return { heads: [...few.heads, ...more.heads], after: more.after };

  async function look(from: number, atMost: number): Promise<Found> {
    const place = [subscription, from, except, most, atMost, longestPauseMs];
    const heads = await queryRows<HeadRow>(client, readHeadsInOrder, place);
    return { heads, after: heads.length < atMost ? undefined : heads.at(-1)!.head_id };
  }
}

/**
 * Completes the heads with their events. A head without an event is left out and stays in the queue; only damaged data
 * causes this, and the integrity check finds it.
 */
async function wholeHeads(
  client: Client,
  target: DeliveryTargetRow,
  heads: readonly HeadRow[],
  known: VersionTextCache,
): Promise<Head[]> {
  const { key: account, entity_type: type } = target;
  const textOf = ({ text, changed_record, version }: HeadRow) =>
    text ?? known.get(account, type, changed_record, version);
  const lacking = heads.filter((head) => head.seq !== null && textOf(head) === undefined);
  const wanted = lacking.map(({ changed_record, version }) => ({ id: changed_record, version }));
  const texts = await readVersionTexts(client, account, type, wanted);
  for (const { id, version } of wanted) {
    const text = texts.get(`${id} ${version}`);
    if (text !== undefined) known.keep(account, type, id, version, text);
  }
  return heads.flatMap((head) => {
    const event = eventOf(target, head, textOf(head) ?? texts.get(`${head.changed_record} ${head.version}`));
    return event === undefined ? [] : [headOf(head, event, outageOf(target) !== null)];
  });
}

function eventOf({ log }: DeliveryTargetRow, head: HeadRow, text: string | undefined): DeliveryEvent | undefined {
  const { sample, seq, submitter, processed_on: processedOn, content_hash: contentHash } = head;
  if (sample !== null) return parseSampleEvent(sample, processedOn);
  if (seq === null) return undefined;
  const traceparent = head.traceparent ?? undefined;
  return { text, submitter, processedOn, contentHash, traceparent, change: writeCursor({ log, seq }) };
}

function headOf(row: HeadRow, event: DeliveryEvent, probe: boolean): Head {
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
    before: (row.further ?? (row.newest === null ? [] : [row.newest])).map(previousDeliveryOf),
  };
}
