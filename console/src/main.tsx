/** The console: pages for people, in the browser. */
import './often.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { knowPersonBy } from './api/as-person.ts';
import { ask } from './api/ask.ts';
import type { Session } from './api/people.ts';
import { Problem } from './api/problem.ts';
import { makeQueryClient, meQuery, sessionQuery } from './api/queries.ts';
import { onSessionEnded } from './api/session-ended.ts';
import { loadPart } from './parts/load-part.ts';
import { passOverSecondTaps } from './parts/second-tap.ts';
import { ListOrBoard } from './records/ListPages.tsx';
import { RecordOrNew } from './records/RecordPages.tsx';
import { places, router } from './router.tsx';
import { isDraftKeptAt } from './session/draft-kept.ts';
import { isStillIn } from './session/still-in.ts';
import { signInAddress } from './session/where.ts';
import { loadAhead } from './shell/ahead.ts';
import { askEarly } from './shell/early.ts';

const queries = makeQueryClient();
const meIn = (account: string) => queries.getQueryData(meQuery(account).queryKey);
knowPersonBy((account) => meIn(account)?.person.id);
askEarly(queries, location.pathname, places);

loadAhead(() => queries.isFetching() > 0 || router.state.isLoading, [ListOrBoard.ahead, RecordOrNew.ahead]);

const isAtSignIn = () => location.pathname.startsWith('/console/signin');

/** Whose session is over comes back to where it ended; where somebody else is in by now, the page is theirs. One that is good in another account is not over. */
onSessionEnded(async () => {
  const { pathname, search } = location;
  if (isAtSignIn()) return;
  // Who was not in yet has lost nothing.
  const before = queries.getQueryData(sessionQuery.queryKey);
  // Before the memory loses who that was.
  const me = meIn(pathname.split('/')[2] ?? '');
  const draftKept = isDraftKeptAt(location, queries);
  const session = await ask<Session>('GET', '/Session', { open: true });
  if (!(session instanceof Problem)) {
    const was = me ?? before;
    if (was === undefined || isStillIn(was, session.body)) return;
    return loadPart(() => import('./session/somebody-else.ts')).then(
      ({ beginAs }) => beginAs(session.body, { name: was.person.name, draftKept }, router.history),
      () => location.reload(),
    );
  }
  // Of several that were told so at once, the first one leads there.
  if (session.status !== 401 || isAtSignIn()) return;
  queries.clear();
  const ended = before ? { ended: { draftKept } } : {};
  router.history.replace(`/console${signInAddress(pathname + search)}`, ended);
});

passOverSecondTaps();

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
