/** What surrounds every page of an account: who asks is known, what is heard of changes is shared, times are read in one zone. */
import { useQuery } from '@tanstack/react-query';
import { meQuery, sessionQuery } from '../api/queries.ts';
import { lazyComponent } from '../parts/later.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { resolveTimeSettings, TimeSettingsContext } from '../parts/times.ts';
import { ReauthenticationGate } from './Confirm.tsx';
import styles from './Frame.module.css';
import { PageFrame } from './Frame.tsx';
import { GlobalShortcuts } from './Keys.tsx';
import { LiveUpdates } from './live/Live.tsx';
import { MeContext } from './me.ts';

const AccountNotFound = lazyComponent(() => import('./NoAccount.tsx'), 'AccountNotFound');

export function AppShell({ account }: { readonly account: string }) {
  const me = useQuery(meQuery(account));
  // Signed out of this account alone, or altogether.
  const isOut = me.error?.code === 'signed_out';
  const session = useQuery({ ...sessionQuery, enabled: isOut });
  if (me.data === undefined) {
    if (isOut && session.data !== undefined) return <AccountNotFound />;
    if (me.error === null || isOut) return <Skeleton />;
    return (
      <main className={styles.alone}>
        <ProblemMessage problem={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  return (
    <MeContext value={me.data}>
      <TimeSettingsContext value={resolveTimeSettings(me.data.person)}>
        <LiveUpdates account={account} personID={me.data.person.id}>
          <PageFrame />
          <Toasts />
          <ReauthenticationGate />
          <GlobalShortcuts />
        </LiveUpdates>
      </TimeSettingsContext>
    </MeContext>
  );
}
