/** Listens while an account is open, and says in words whether the page is live. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { isReachable, onReachabilityChange } from '../../api/reach.ts';
import { words } from '../../words/shell.ts';
import { followAccount, type LiveState } from './follow.ts';
import { emitRecordChange } from './heard.ts';
import styles from './Live.module.css';

const StateContext = createContext<LiveState>('connecting');

export interface LiveUpdatesProps {
  readonly account: string;
  readonly personID: number;
  readonly children: ReactNode;
}

export function LiveUpdates({ account, personID, children }: LiveUpdatesProps) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const end = new AbortController();
    void followAccount(
      account,
      personID,
      (told) => {
        if ('state' in told) setState(told.state);
        else if ('missed' in told) void queries.invalidateQueries();
        else {
          const { type, id } = told.change;
          // What nobody looks at now is read anew when somebody does, and not shown as it was for as long as it counts as fresh.
          void queries.invalidateQueries({
            queryKey: [account, type, 'record', id],
            type: 'inactive',
            refetchType: 'none',
          });
          emitRecordChange(told.change);
        }
      },
      end.signal,
    );
    return () => end.abort();
  }, [account, personID, queries]);
  // Whatever was missed while the service did not answer is read anew, in place.
  useEffect(() => {
    let was = isReachable();
    return onReachabilityChange(() => {
      const is = isReachable();
      if (is && !was) void queries.invalidateQueries();
      was = is;
    });
  }, [queries]);
  return <StateContext value={state}>{children}</StateContext>;
}

export function useLiveState(): LiveState {
  return useContext(StateContext);
}

export function LiveIndicator() {
  const state = useLiveState();
  return (
    <span className={`${styles.mark} ${styles[state] ?? ''}`} title={words.liveHint[state]}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.word}>{words[state]}</span>
    </span>
  );
}
