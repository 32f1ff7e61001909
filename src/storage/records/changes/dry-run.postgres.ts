/**
 * Decides the result of changes without making them, in a transaction that cannot write and locks nothing. It sees one
 * state of the database, neither waits nor makes others wait, and draws no number.
 */
import type { Problem } from '../../../problems.ts';
import type { Change, DryRunContext, StoredRecord } from '../../../records/store.ts';
import {
  awaitPipelined,
  type Client,
  type PreparedStatement,
  queryRows,
  rollBack,
  withClient,
} from '../../postgres/connection.ts';
import { problemOf } from '../../postgres/failures.ts';
import { SCHEMA_STATE_SQL, type SchemaState } from '../../schema/schema-guard.postgres.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import type { ListContext } from '../lists/list.postgres.ts';
import { statementsOf } from '../statements.postgres.ts';
import { lookUpNeeds } from './changes.postgres.ts';
import type { PostgresChangeContext } from './write-change.postgres.ts';

type RehearsalContext = Pick<PostgresChangeContext & ListContext, 'quick' | 'account' | 'schema'>;

interface Now extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
}

export async function dryRunChanges(
  context: RehearsalContext,
  changes: readonly Change[],
): Promise<readonly DryRunContext[] | Problem> {
  try {
    return await withClient(context.quick, (client) => rehearseAll(client, context, changes));
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

async function rehearseAll(client: Client, context: RehearsalContext, changes: readonly Change[]) {
  try {
    const [, [state]] = await awaitPipelined([
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
      queryRows<Now>(client, readNow, [context.account.key]),
    ]);
    const refusal = refusalOf(context, state);
    const now = state?.now ?? 0;
    const rehearsals: DryRunContext[] = [];
    for (const change of changes) rehearsals.push(await rehearseOne(client, context, change, now, refusal));
    return rehearsals;
  } finally {
    await rollBack(client);
  }
}

/**
 * Returns why the account accepts no changes, if so. An account that was removed in the meantime accepts none either.
 */
function refusalOf({ schema }: RehearsalContext, state: Now | undefined): Problem | undefined {
  if (state === undefined) return accountFrozen();
  return schema.judge(state) ?? (state.frozen ? accountFrozen() : undefined);
}

async function rehearseOne(
  client: Client,
  { account: { key: account } }: RehearsalContext,
  change: Change,
  now: number,
  refusal: Problem | undefined,
): Promise<DryRunContext> {
  const { type } = change;
  const [current, id] =
    change.id === 'new'
      ? [undefined, await nextID(client, account, change)]
      : [(await queryRows<StoredRecord>(client, statementsOf(type).read, [account, change.id]))[0], change.id];
  const moment = { now, id };
  if (refusal !== undefined) {
    const refused = { decision: 'refused', problem: refusal } as const;
    return { current, moment, decision: refused, decideAt: () => refused };
  }
  const asker = { client, account, type, id: change.id, keepsOthersWaiting: false };
  const found = await lookUpNeeds(change, { current, moment }, asker);
  const decideAt = (at: number) => change.decide(current, found, { now: at, id });
  return { current, moment, decision: decideAt(now), decideAt };
}

async function nextID(client: Client, account: number, { type }: Change): Promise<number> {
  const [counter] = await queryRows<{ id: number }>(client, readCounter, [account, type]);
  return counter?.id ?? 1;
}

const readNow: PreparedStatement = {
  name: 'rehearse_now',
  text: `SELECT frozen, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${SCHEMA_STATE_SQL}
    FROM accounts WHERE key = $1`,
};

/** $1 account, $2 type. The id that a new record would get now. */
const readCounter: PreparedStatement = {
  name: 'rehearse_next_id',
  text: 'SELECT last_id + 1 AS id FROM record_counters WHERE account = $1 AND type = $2',
};
