/** The console: pages for people, in the browser. */
import './often.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setPersonLookup } from './api/as-person.ts';
import { callApi } from './api/ask.ts';
import type { Session } from './api/people.ts';
import { Problem } from './api/problem.ts';
import { createQueryClient, meQuery, sessionQuery } from './api/queries.ts';
import { onSessionEnded } from './api/session-ended.ts';
import { loadModule } from './parts/load-part.ts';
import { ignoreDoubleTaps } from './parts/second-tap.ts';
import { ListOrBoard } from './records/ListPages.tsx';
import { RecordOrNew } from './records/RecordPages.tsx';
import { reservedPaths, router } from './router.tsx';
import { hasDraftAt } from './session/draft-kept.ts';
import { isSamePerson } from './session/still-in.ts';
import { signInAddress } from './session/where.ts';
import { preloadWhenIdle } from './shell/ahead.ts';
import { prefetchAccount } from './shell/early.ts';

const queries = createQueryClient();
const meIn = (account: string) => queries.getQueryData(meQuery(account).queryKey);
setPersonLookup((account) => meIn(account)?.person.id);
prefetchAccount(queries, location.pathname, reservedPaths);

preloadWhenIdle(() => queries.isFetching() > 0 || router.state.isLoading, [ListOrBoard.ahead, RecordOrNew.ahead]);

const isAtSignIn = () => location.pathname.startsWith('/console/signin');

/** Whose session is over comes back to where it ended; where somebody else is in by now, the page is theirs. One that is good in another account is not over. */
onSessionEnded(async () => {
  const { pathname, search } = location;
  if (isAtSignIn()) return;
  // Who was not in yet has lost nothing.
  const before = queries.getQueryData(sessionQuery.queryKey);
  // Before the memory loses who that was.
  const me = meIn(pathname.split('/')[2] ?? '');
  const draftKept = hasDraftAt(location, queries);
  const session = await callApi<Session>('GET', '/Session', { open: true });
  if (!(session instanceof Problem)) {
    const was = me ?? before;
    if (was === undefined || isSamePerson(was, session.body)) return;
    return loadModule(() => import('./session/somebody-else.ts')).then(
      ({ switchPerson: beginAs }) => beginAs(session.body, { name: was.person.name, draftKept }, router.history),
      () => location.reload(),
    );
  }
  // Of several that were told so at once, the first one leads there.
  if (session.status !== 401 || isAtSignIn()) return;
  queries.clear();
  const ended = before ? { ended: { draftKept } } : {};
  router.history.replace(`/console${signInAddress(pathname + search)}`, ended);
});

ignoreDoubleTaps();

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
