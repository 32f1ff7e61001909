/** Account-wide settings: shown in Me, changed by admins. */
import { changeCurrency } from '../../accounts/accounts.ts';
import { isRefused } from '../../accounts/refused.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../lib/time.ts';
import { type AuditEntry, actorOf } from '../../people/audit.ts';
import { Problem } from '../../problems.ts';
import { invalidBody } from '../../records/refusals.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface CompanyParts {
  readonly directories: ReadonlyMap<string, AccountStore>;
  readonly clock: Clock;
}

export function companyRoutes({ directories, clock }: CompanyParts): Route[] {
  return [
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Company`,
      operation: 'consoleChangeCompany',
      needs: { allowed: 'admin' },
      async handle(request) {
        const body = readBody(request, { currency: 'text' });
        if (body instanceof Problem) return body;
        const { caller, client } = request;
        const directory = directories.get(caller.account.shardID)!;
        const entry = (currency: string): AuditEntry => ({
          on: clock.now(),
          what: 'account.changed',
          by: actorOf(caller),
          address: client,
          about: null,
          detail: { currency },
        });
        const changed = await changeCurrency(directory, caller.account, body.currency, entry);
        if (isRefused(changed)) return invalidBody([{ pointer: '/currency', message: changed.refused }]);
        return { status: 204 };
      },
    },
  ];
}
