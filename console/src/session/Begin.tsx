/** Where `/console` leads: to the one account of who is signed in, to the last one used, to a choice, or to the sign-in. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { firstRunQuery, sessionQuery } from '../api/queries.ts';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { words } from '../words/session.ts';
import styles from './Entrance.module.css';
import { SignedOutLayout } from './Entrance.tsx';

export function StartPage() {
  const go = useNavigateTo();
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const only = session?.accounts.length === 1 ? session.accounts[0]!.id : undefined;
  const isOut = error?.status === 401;
  const firstRun = useQuery({ ...firstRunQuery, enabled: isOut });
  const target = isOut && firstRun.data?.needed === false ? '/signin' : only && `/${only}`;
  useEffect(() => {
    if (target !== undefined) go(target, { replace: true });
  });
  if (firstRun.data?.needed) return <NotSetUp />;
  if (session !== undefined && only === undefined) {
    return (
      <SignedOutLayout title={words.whichAccount}>
        <ul className={styles.choices}>
          {session.accounts.map(({ id, name, role }) => (
            <li key={id}>
              <Link to={`/${id}`} className={styles.choice ?? ''}>
                <strong>{name}</strong>
                <span className="quiet">{role}</span>
              </Link>
            </li>
          ))}
        </ul>
      </SignedOutLayout>
    );
  }
  const failure = isOut ? firstRun.error : error;
  if (failure !== null) {
    return (
      <SignedOutLayout title={words.signIn}>
        <ProblemMessage problem={failure} retry={() => void (isOut ? firstRun : { refetch }).refetch()} />
      </SignedOutLayout>
    );
  }
  return <Skeleton label={words.checking} />;
}

/** Nobody who comes by first can claim the service: where the link is, and nothing else. */
function NotSetUp() {
  return (
    <SignedOutLayout title={words.setUpNeededTitle}>
      <p>
        {words.setUpNeeded} <code>{words.setUpFile}</code> {words.setUpAfter}
      </p>
    </SignedOutLayout>
  );
}
