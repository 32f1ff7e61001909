/** Counts past events of an account and lists the newest, from the log of changes. */
import { Problem } from '../../../problems.ts';
import { writeCursor } from '../../../records/log/cursor.ts';
import type { EventCounts, EventSelector, LoggedEvent } from '../../../webhooks/diagnostics/store.ts';
import { SqlParameters } from '../../sql/dialect.ts';
import { type DiagnosticsSource, tableWithIndexHint } from './source.ts';

/** Maximum number of the newest changes of a type that are examined. */
const MAX_CHANGES_SCANNED = 100_000;
const DAY_MS = 86_400_000;

interface CountRow {
  readonly day: number;
  readonly filter_value: number | null;
  readonly events: number;
  readonly looked: number;
  readonly oldest: number;
}

export async function countEvents(
  source: DiagnosticsSource,
  account: number,
  kind: EventSelector,
  since: number,
  gone: AbortSignal | undefined,
): Promise<EventCounts | Problem> {
  const parameters = new SqlParameters(source.dialect);
  const looked = newestChanges(
    source,
    parameters,
    account,
    kind,
    MAX_CHANGES_SCANNED,
    `c.committed_on, c.events, c.filter_value`,
    since,
  );
  const text = `SELECT t.committed_on / ${DAY_MS} AS day, t.filter_value, sum(CASE WHEN ${isSuch(source, parameters, kind)} THEN 1 ELSE 0 END) AS events,
      count(*) AS looked, min(t.committed_on) AS oldest
    FROM (${looked}) AS t GROUP BY t.committed_on / ${DAY_MS}, t.filter_value`;
  const found = await source.slow<CountRow>(
    { text, values: parameters.values },
    ['day', 'filter_value', 'events', 'looked', 'oldest'],
    gone,
  );
  if (found instanceof Problem) return found;
  const all = found.reduce((sum, row) => sum + row.looked, 0);
  return {
    counted: found.map(({ day, filter_value, events }) => ({ day, filterValue: filter_value, events })),
    cutAt:
      all < MAX_CHANGES_SCANNED
        ? undefined
        : found.reduce((oldest, row) => Math.min(oldest, row.oldest), Number.POSITIVE_INFINITY),
  };
}

interface EventRow {
  readonly seq: number;
  readonly record_id: number;
  readonly version: number;
  readonly submitter: string;
  readonly committed_on: number;
  readonly log: string;
}

export async function listNewestEvents(
  source: DiagnosticsSource,
  account: number,
  kind: EventSelector,
  most: number,
  gone: AbortSignal | undefined,
): Promise<LoggedEvent[] | Problem> {
  const parameters = new SqlParameters(source.dialect);
  const looked = newestChanges(
    source,
    parameters,
    account,
    kind,
    MAX_CHANGES_SCANNED,
    'c.seq, c.committed_on, c.events, c.filter_value',
  );
  const { dialect } = source;
  const filter = kind.filterValue === null ? '' : ` AND t.filter_value = ${parameters.add(kind.filterValue)}`;
  const found = `SELECT t.seq FROM (${looked}) AS t WHERE ${isSuch(source, parameters, kind)}${filter}
    ${dialect.keepsOrder ? '' : 'ORDER BY t.committed_on DESC, t.seq DESC '}LIMIT ${parameters.add(most)}`;
  const text = `SELECT e.seq, e.record_id, e.version, e.submitter, e.committed_on, a.log
    FROM (${found}) AS f JOIN changes AS e ON e.seq = f.seq JOIN accounts AS a ON a.key = e.account
    ORDER BY e.committed_on DESC, e.seq DESC`;
  const columns = ['seq', 'record_id', 'version', 'submitter', 'committed_on', 'log'];
  const rows = await source.slow<EventRow>({ text, values: parameters.values }, columns, gone);
  if (rows instanceof Problem) return rows;
  return rows.map(({ seq, record_id: recordID, version, submitter, committed_on: processedOn, log }) => {
    const event = { submitter, processedOn, change: writeCursor({ log, seq }) };
    const told = async () => {
      const record = await source.version(kind.type, recordID, version);
      return record === undefined || record === 'gone' ? undefined : { ...event, text: record.text };
    };
    return { ...event, recordID, told };
  });
}

/**
 * Selects the newest changes of a type. The index contains every column this needs, unless the authors are needed too.
 */
function newestChanges(
  { dialect }: DiagnosticsSource,
  parameters: SqlParameters,
  account: number,
  { type, without }: EventSelector,
  most: number,
  columns: string,
  since = 0,
): string {
  const authors = without === undefined ? '' : ', c.by_kind, c.by_id, c.approved_by';
  return `SELECT ${columns}${authors} FROM ${tableWithIndexHint(dialect, 'changes', 'c', 'changes_by_type')}
    WHERE c.account = ${parameters.add(account)} AND c.type = ${parameters.add(type)} AND c.committed_on >= ${parameters.add(since)}
    ORDER BY c.committed_on DESC LIMIT ${parameters.add(most)}`;
}

/**
 * Builds the condition for changes with this event. A search by `contains` is exact, because no action is part of
 * another's name.
 */
function isSuch({ dialect }: DiagnosticsSource, parameters: SqlParameters, { action, without }: EventSelector): string {
  const told = dialect.contains('t.events', action, parameters);
  if (without === undefined) return told;
  return `${told} AND NOT (t.by_kind = 'integration' AND coalesce(t.by_id, '') = ${parameters.add(without)} AND t.approved_by IS NULL)`;
}
