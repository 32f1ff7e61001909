/** Diagnostics of subscriptions on PostgreSQL. Queries that read many rows wait for a permit, like slow lists. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { ChangeLog } from '../../../records/log/store.ts';
import type { DiagnosticsStore } from '../../../webhooks/diagnostics/store.ts';
import { translateFailures } from '../../postgres/failures.ts';
import { type ListContext, runListQuery } from '../../records/lists/list.postgres.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { createDiagnosticsStore } from './diagnostics.ts';

export function createPostgresDiagnosticsStore(
  context: Omit<ListContext, 'account'> & { readonly log: Pick<ChangeLog, 'version'>; readonly seals: Seals },
  account: AccountScope,
  integrationID: string | undefined,
): DiagnosticsStore {
  return createDiagnosticsStore(
    {
      dialect: postgresDialect,
      seals: context.seals,
      jsonArray: (...values) => `json_build_array(${values.join(', ')})`,
      jsonArrayOfAll: (value) => `json_agg(${value})`,
      quick: (query) => translateFailures(() => runListQuery(context, query, undefined, 'quick')),
      slow: (query, _columns, gone) =>
        translateFailures(() =>
          withPermit(context.slowLists, account.key, () => runListQuery(context, query, gone), gone),
        ) as never,
      version: (type, id, version) => context.log.version(type, id, version),
    },
    account,
    integrationID,
  );
}
