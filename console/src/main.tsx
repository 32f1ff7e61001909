/** The console: pages for people, in the browser. */
import 'every-style';
import './often.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ask } from './api/ask.ts';
import { Problem } from './api/problem.ts';
import { makeQueryClient, sessionQuery } from './api/queries.ts';
import { onSessionEnded } from './api/session-ended.ts';
import { ListOrBoard } from './records/ListPages.tsx';
import { RecordOrNew } from './records/RecordPages.tsx';
import { places, router } from './router.tsx';
import { isDraftKeptAt } from './session/draft-kept.ts';
import { signInAddress } from './session/where.ts';
import { loadAhead } from './shell/ahead.ts';
import { askEarly } from './shell/early.ts';

const queries = makeQueryClient();
askEarly(queries, location.pathname, places);

loadAhead(() => queries.isFetching() > 0 || router.state.isLoading, [ListOrBoard.ahead, RecordOrNew.ahead]);

const isAtSignIn = () => location.pathname.startsWith('/console/signin');

/** Whose session is over comes back to where it ended. One that is good in another account is not over. */
onSessionEnded(async () => {
  const { pathname, search } = location;
  if (isAtSignIn()) return;
  // Who was not in yet has lost nothing.
  const wasIn = queries.getQueryData(sessionQuery.queryKey) !== undefined;
  // Before the memory loses who that was.
  const draftKept = isDraftKeptAt(pathname, queries);
  const session = await ask('GET', '/Session', { open: true });
  // Of several that were told so at once, the first one leads there.
  if (!(session instanceof Problem) || session.status !== 401 || isAtSignIn()) return;
  queries.clear();
  const ended = wasIn ? { ended: { draftKept } } : {};
  router.history.replace(`/console${signInAddress(pathname + search)}`, ended);
});

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
