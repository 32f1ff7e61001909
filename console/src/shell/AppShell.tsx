/** What surrounds every page of an account: who asks is known, what is heard of changes is shared, times are read in one zone. */
import { useQuery } from '@tanstack/react-query';
import { meQuery, sessionQuery } from '../api/queries.ts';
import { later } from '../parts/later.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { TimesContext, timesOf } from '../parts/times.ts';
import { Confirm } from './Confirm.tsx';
import styles from './Frame.module.css';
import { Frame } from './Frame.tsx';
import { Keys } from './Keys.tsx';
import { Live } from './live/Live.tsx';
import { MeContext } from './me.ts';

const NoAccount = later(() => import('./NoAccount.tsx'), 'NoAccount');

export function AppShell({ account }: { readonly account: string }) {
  const me = useQuery(meQuery(account));
  // Signed out of this account alone, or altogether.
  const isOut = me.error?.code === 'signed_out';
  const session = useQuery({ ...sessionQuery, enabled: isOut });
  if (me.data === undefined) {
    if (isOut && session.data !== undefined) return <NoAccount />;
    if (me.error === null || isOut) return <Skeleton />;
    return (
      <main className={styles.alone}>
        <Problem problem={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  return (
    <MeContext value={me.data}>
      <TimesContext value={timesOf(me.data.person)}>
        <Live account={account} personID={me.data.person.id}>
          <Frame />
          <Toasts />
          <Confirm />
          <Keys />
        </Live>
      </TimesContext>
    </MeContext>
  );
}
