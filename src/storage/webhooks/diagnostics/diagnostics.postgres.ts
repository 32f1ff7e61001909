/** What can be known about subscriptions, on PostgreSQL: what looks through much waits for its turn among slow lists. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { ChangeLog } from '../../../records/log/store.ts';
import type { InsightStore } from '../../../webhooks/diagnostics/store.ts';
import { answering } from '../../postgres/failures.ts';
import { type ListContext, run } from '../../records/lists/list.postgres.ts';
import { inTurn } from '../../slow-work-queue.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { makeInsight } from './diagnostics.ts';

export function postgresInsight(
  context: Omit<ListContext, 'account'> & { readonly log: Pick<ChangeLog, 'version'>; readonly seals: Seals },
  account: AccountScope,
  integrationID: string | undefined,
): InsightStore {
  return makeInsight(
    {
      dialect: postgresDialect,
      seals: context.seals,
      jsonArray: (...values) => `json_build_array(${values.join(', ')})`,
      jsonArrayOfAll: (value) => `json_agg(${value})`,
      quick: (query) => answering(() => run(context, query, undefined, 'quick')),
      slow: (query, _columns, gone) =>
        answering(() => inTurn(context.slowLists, account.key, () => run(context, query, gone), gone)) as never,
      version: (type, id, version) => context.log.version(type, id, version),
    },
    account,
    integrationID,
  );
}
