/**
 * Lists the deliveries of one record to all subscriptions of the account: the record's changes, then the deliveries of
 * each, both by index.
 */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type { RecordDelivery } from '../../../webhooks/diagnostics/store.ts';
import { SqlParameters } from '../../sql/dialect.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryOf } from '../rows.ts';
import { type DiagnosticsSource, tableWithIndexHint } from './source.ts';

/**
 * Maximum number of the newest changes examined, so that a record that changes all the time does not cause a long read.
 */
const MAX_CHANGES_SCANNED = 500;

type SentRow = DeliveryRow & {
  readonly webhook: number;
  readonly webhook_name: string | null;
  readonly target_url: string;
  readonly action: string;
  readonly version: number;
};

const COLUMNS = [...DELIVERY_COLUMNS.match(/\w+/g)!, 'webhook', 'webhook_name', 'target_url', 'action', 'version'];

export async function listRecordDeliveries(
  { dialect, slow }: DiagnosticsSource,
  account: number,
  type: RecordTypeName,
  recordID: number,
  most: number,
  gone: AbortSignal | undefined,
): Promise<readonly RecordDelivery[] | Problem> {
  const parameters = new SqlParameters(dialect);
  const changes = `SELECT c.seq, c.version FROM ${tableWithIndexHint(dialect, 'changes', 'c', 'changes_by_record')}
    WHERE c.account = ${parameters.add(account)} AND c.type = ${parameters.add(type)} AND c.record_id = ${parameters.add(recordID)}
    ORDER BY c.version DESC LIMIT ${MAX_CHANGES_SCANNED}`;
  const watched = dialect.watched?.('d.id', 64);
  const text = `SELECT ${DELIVERY_COLUMNS.replace(/\w+/g, 'd.$&')}, s.id AS webhook, s.name AS webhook_name, s.target_url, s.action, t.version
    FROM (${changes}) AS t CROSS JOIN ${tableWithIndexHint(dialect, 'deliveries', 'd', 'deliveries_by_change')}
    JOIN subscriptions AS s ON s.key = d.subscription
    WHERE ${watched ? `${watched} AND ` : ''}d.change_seq = t.seq AND s.account = ${parameters.add(account)} AND s.removed_on IS NULL
    ORDER BY d.created_on DESC, d.id DESC LIMIT ${parameters.add(most)}`;
  // Each of the changes may have been sent to thousands.
  const rows = await slow<SentRow>({ text, values: parameters.values }, COLUMNS, gone);
  if (rows instanceof Problem) return rows;
  return rows.map((row) => ({
    webhook: { id: row.webhook, name: row.webhook_name, targetUrl: row.target_url, action: row.action },
    version: row.version,
    delivery: deliveryOf(row),
  }));
}
