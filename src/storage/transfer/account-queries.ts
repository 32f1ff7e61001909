/** Queries that read one account row by row. Both engines use the same text. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { tableOf } from '../sql/columns.ts';
import { type RowKind, rowColumnsOf, type ServiceTable } from './account-rows.ts';
import { selfReferencesOf } from './reference-order.ts';

/** Columns that join a type's projections to its documents; they differ between the engines. */
export type DocumentJoinColumns = readonly string[];

/**
 * Returns the query for all rows of a kind, in an order in which they can be written. The account key is inserted as
 * text, because it is a number of our own.
 */
export function accountRowsQuery(kind: RowKind, account: number, key: DocumentJoinColumns): string {
  const service = serviceQueries[kind as ServiceTable];
  return service === undefined ? recordsQuery(kind as RecordTypeName, account, key) : service(account);
}

/** Returns the query that counts all records of a type, including those that the row query cannot reach. */
export function recordCountQuery(type: RecordTypeName, account: number): string {
  return `SELECT count(*) AS records FROM ${tableOf(type).name} WHERE account = ${account}`;
}

function recordsQuery(type: RecordTypeName, account: number, key: DocumentJoinColumns): string {
  const { name, documents, columnOf } = tableOf(type);
  const [parent, another] = selfReferencesOf(type).map((field) => columnOf.get(field)!.name);
  if (another !== undefined) throw new Error(`${type} refers to itself twice: no order of its records is known`);
  const joined = key.map((column) => `d.${column} = t.${column}`).join(' AND ');
  if (parent === undefined) {
    return `SELECT d.version, d.text FROM ${name} AS t JOIN ${documents} AS d ON ${joined}
      WHERE t.account = ${account} ORDER BY t.id`;
  }
  // Starts with records without a parent, then their children, and so on. SQLite keeps the order of a CROSS JOIN.
  // Otherwise it would scan the whole account for each record, and the documents of all accounts.
  const columns = [...new Set(['id', ...key])];
  const select = columns.map((column) => `r.${column}`).join(', ');
  return `WITH RECURSIVE t (${columns.join(', ')}, depth) AS (
      SELECT ${select}, 0 FROM ${name} AS r WHERE r.account = ${account} AND r.${parent} IS NULL
      UNION ALL
      SELECT ${select}, t.depth + 1 FROM t CROSS JOIN ${name} AS r WHERE r.account = ${account} AND r.${parent} = t.id
    )
    SELECT d.version, d.text FROM t CROSS JOIN ${documents} AS d WHERE ${joined} ORDER BY t.depth, t.id`;
}

/** Queries rows that belong to a subscription. They refer to it by its id within the account. */
function ofSubscriptions(kind: ServiceTable, account: number, order: string): string {
  const columns = names(kind).map((column) => (column === 'subscription' ? 's.id' : `d.${column}`));
  return `SELECT ${columns.join(', ')} FROM subscriptions AS s JOIN ${kind} AS d ON d.subscription = s.key
    WHERE s.account = ${account} AND s.removed_on IS NULL ORDER BY ${order}`;
}

const serviceQueries: Record<ServiceTable, (account: number) => string> = {
  record_counters: (account) => plain('record_counters', `account = ${account} ORDER BY type`),
  idempotency_keys: (account) => plain('idempotency_keys', `account = ${account} ORDER BY integration_id, key`),
  subscriptions: (account) => plain('subscriptions', `account = ${account} AND removed_on IS NULL ORDER BY id`),
  changes: (account) => plain('changes', `account = ${account} ORDER BY seq`),
  subscription_periods: (account) => ofSubscriptions('subscription_periods', account, 's.id, d.began_on'),
  delivery_hours: (account) => ofSubscriptions('delivery_hours', account, 's.id, d.place'),
  deliveries: (account) => ofSubscriptions('deliveries', account, 'd.id'),
  recoveries: (account) => ofSubscriptions('recoveries', account, 's.id, d.id'),
  proposals: (account) => plain('proposals', `account = ${account} ORDER BY id`),
  person_secrets: (account) => plain('person_secrets', `account = ${account} ORDER BY user_id`),
  passkeys: (account) => plain('passkeys', `account = ${account} ORDER BY user_id, id`),
  audit: (account) => plain('audit', `account = ${account} ORDER BY id`),
  key_use: (account) => plain('key_use', `account = ${account} ORDER BY integration_id`),
  integrations: (account) => plain('integrations', `account = ${account} ORDER BY created_on, id`),
};

function plain(kind: ServiceTable, where: string): string {
  return `SELECT ${names(kind).join(', ')} FROM ${kind} WHERE ${where}`;
}

function names(kind: ServiceTable): string[] {
  return Object.keys(rowColumnsOf(kind));
}
