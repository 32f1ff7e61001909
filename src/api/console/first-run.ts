/**
 * Reports whether the service still has no account. The pages then say where the set-up link is, instead of asking for
 * a sign-in.
 */
import type { AccountStore } from '../../accounts/store.ts';
import type { PublicRoute } from '../../http/public-route.ts';
import { fromAll } from '../../people/all-shards.ts';
import { CONSOLE_API_PATH } from './session-routes.ts';

export function firstRunRoute(directories: ReadonlyMap<string, AccountStore>): PublicRoute {
  // Any client can send this request, so once an account exists, the database is no longer read.
  let isSetUp = false;
  return {
    path: `${CONSOLE_API_PATH}/Setup`,
    async handle() {
      if (!isSetUp) {
        const { told, failure } = await fromAll([...directories.values()].map((directory) => directory.list()));
        isSetUp = told.length > 0;
        // A shard that does not answer may contain the first account.
        if (!isSetUp && failure !== undefined) throw failure;
      }
      return { status: 200, body: JSON.stringify({ needed: !isSetUp }) };
    },
  };
}
