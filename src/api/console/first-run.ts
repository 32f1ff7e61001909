/** Whether the service still waits for its first account: then its pages say where the set-up link is, and ask nobody to sign in. */
import type { AccountStore } from '../../accounts/store.ts';
import type { PublicRoute } from '../../http/public-route.ts';
import { fromAll } from '../../people/all-shards.ts';
import { CONSOLE_API_PATH } from './session-routes.ts';

export function firstRunRoute(directories: ReadonlyMap<string, AccountStore>): PublicRoute {
  // Asked by anybody: once there is one, nothing is read for it any more.
  let isSetUp = false;
  return {
    path: `${CONSOLE_API_PATH}/Setup`,
    async handle() {
      if (!isSetUp) {
        const { told, failure } = await fromAll([...directories.values()].map((directory) => directory.list()));
        isSetUp = told.length > 0;
        // A shard that does not answer may hold the first account.
        if (!isSetUp && failure !== undefined) throw failure;
      }
      return { status: 200, body: JSON.stringify({ needed: !isSetUp }) };
    },
  };
}
