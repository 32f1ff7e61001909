/** Audit log, newest first, for people with Company Settings; no route changes it. */
import type { Route } from '../../http/route.ts';
import { listableAudit } from '../../people/audit.ts';
import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { pageHeaders } from '../../records/lists/links.ts';
import { planList } from '../../records/lists/planning.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';
import { CONSOLE_API_PATH } from './session-routes.ts';

export function auditRoutes(stores: ReadonlyMap<string, PeopleStore>): Route[] {
  return [
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Audit`,
      operation: 'consoleListAudit',
      needs: { allowed: 'company settings' },
      heeds: { query: true },
      async handle({ caller: { account }, query, gone }) {
        const listing = planList(listableAudit, query);
        if (listing instanceof Problem) return listing;
        const page = await stores.get(account.shardID)!.auditLog(account, listing, gone());
        if (page instanceof Problem) return page;
        const headers = pageHeaders(`${CONSOLE_API_PATH}/${account.id}/Audit`, query, listing, page);
        const body = listing.fields === undefined ? page.body : cutPage(page.body, listing.fields);
        return { status: 200, body, headers };
      },
    },
  ];
}
