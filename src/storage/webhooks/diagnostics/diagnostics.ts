/**
 * Diagnostics of the subscriptions of one key or of a whole account. Both engines share this code and only supply a way
 * to run the queries.
 */
import { Problem } from '../../../problems.ts';
import { writeCursor } from '../../../records/log/cursor.ts';
import type {
  DeliveryContent,
  DiagnosticsStore,
  PastEvent,
  SubscriptionNotice,
} from '../../../webhooks/diagnostics/store.ts';
import { SqlParameters } from '../../sql/dialect.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  deliveryOf,
  parseSampleEvent,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
} from '../rows.ts';
import { openSecrets } from '../subscriptions/subscription-secrets.ts';
import { readExplanationFacts } from './explanation-facts.ts';
import { readHealth } from './health.ts';
import { countEvents, listNewestEvents } from './past-events.ts';
import { listRecordDeliveries } from './record-deliveries.ts';
import type { DiagnosticsSource } from './source.ts';

export function createDiagnosticsStore(
  source: DiagnosticsSource,
  account: { readonly key: number; readonly id: string },
  /** The integration (key) whose subscriptions are read; undefined for the whole account. */
  integrationID: string | undefined,
): DiagnosticsStore {
  const { dialect, quick } = source;
  const { key } = account;

  return {
    health: (since, id, gone) => readHealth(source, { own, since, id }, gone),
    notices: async (most, id, gone) => {
      const parameters = new SqlParameters(dialect);
      const watched = dialect.watched?.('p.began_on', 64);
      const which = own(parameters) + (id === undefined ? '' : ` AND s.id = ${parameters.add(id)}`);
      const text = `SELECT p.began_on, s.id, s.name, p.state, p.why FROM subscriptions AS s
        JOIN subscription_periods AS p ON p.subscription = s.key
        WHERE ${watched ? `${watched} AND ` : ''}${which} AND s.removed_on IS NULL AND p.state <> 'on'
        ORDER BY p.began_on DESC, s.id DESC LIMIT ${parameters.add(most)}`;
      const columns = ['began_on', 'id', 'name', 'state', 'why'];
      const found = await source.slow<NoticeRow>({ text, values: parameters.values }, columns, gone);
      return found instanceof Problem ? found : found.map(noticeOf);
    },
    facts: async (id, about, gone) => {
      const row = await find(id);
      return row && readExplanationFacts(source, key, row, about, gone);
    },
    request: async (id, deliveryID) => {
      const row = await find(id);
      return row && told(row, deliveryID);
    },
    countEvents: (kind, since, gone) => countEvents(source, key, kind, since, gone),
    newestEvents: (kind, most, gone) => listNewestEvents(source, key, kind, most, gone),
    sent: (type, recordID, most, gone) => listRecordDeliveries(source, key, type, recordID, most, gone),
  };

  function own(parameters: SqlParameters): string {
    const ofAccount = `s.account = ${parameters.add(key)}`;
    return integrationID === undefined
      ? ofAccount
      : `${ofAccount} AND s.integration_id = ${parameters.add(integrationID)}`;
  }

  async function find(id: number): Promise<SubscriptionRow | undefined> {
    const parameters = new SqlParameters(dialect);
    const text = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions AS s
      WHERE ${own(parameters)} AND s.id = ${parameters.add(id)} AND s.removed_on IS NULL`;
    const [row] = await quick<SubscriptionRow>({ text, values: parameters.values });
    return row;
  }

  async function told(row: SubscriptionRow, deliveryID: number): Promise<DeliveryContent | undefined> {
    const parameters = new SqlParameters(dialect);
    const columns = DELIVERY_COLUMNS.replace(/\w+/g, 'd.$&');
    const text = `SELECT ${columns}, d.sample, c.seq, c.record_id AS changed, c.version, c.submitter, c.traceparent, a.log AS log_name
      FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq JOIN accounts AS a ON a.key = ${parameters.add(key)}
      WHERE d.id = ${parameters.add(deliveryID)} AND d.subscription = ${parameters.add(row.key)}`;
    const [found] = await quick<ToldRow>({ text, values: parameters.values });
    if (found === undefined) return undefined;
    const target = {
      account: account.id,
      subscriptionID: row.id,
      entityType: row.entity_type,
      action: row.action,
      url: row.target_url,
      ...openSecrets(source.seals, row),
    } as DeliveryContent['target'];
    return { delivery: deliveryOf(found), target, event: await eventOf(row, found) };
  }

  async function eventOf(row: SubscriptionRow, found: ToldRow): Promise<PastEvent | undefined> {
    const { sample, seq, changed, version, submitter, processed_on: processedOn, log_name: log } = found;
    if (sample !== null) {
      const { text, ...event } = parseSampleEvent(sample, processedOn);
      return { ...event, text: text! };
    }
    if (seq === null) return undefined;
    const record = await source.version(row.entity_type as never, changed!, version!);
    if (record === undefined || record === 'gone') return undefined;
    const traceparent = found.traceparent ?? undefined;
    return { text: record.text, submitter: submitter!, processedOn, change: writeCursor({ log, seq }), traceparent };
  }
}

interface NoticeRow {
  readonly began_on: number;
  readonly id: number;
  readonly name: string | null;
  readonly state: SubscriptionNotice['state'];
  readonly why: string | null;
}

function noticeOf({ began_on, id, name, state, why }: NoticeRow): SubscriptionNotice {
  return { on: began_on, webhook: id, name, state, why: why ?? '' };
}

/** Columns of the change are null if the change was deleted from the log, or if the delivery is a test. */
interface ToldRow extends DeliveryRow {
  readonly sample: string | null;
  readonly seq: number | null;
  readonly changed: number | null;
  readonly version: number | null;
  readonly submitter: string | null;
  readonly traceparent: string | null;
  readonly log_name: string;
}
