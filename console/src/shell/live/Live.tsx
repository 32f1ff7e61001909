/** Whether the page is live, in words; and what is heard, for whoever on the page wants to know. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isReachable, subscribe } from '../../api/reach.ts';
import { words } from '../../words/shell.ts';
import { follow, type LiveState } from './follow.ts';
import styles from './Live.module.css';
import type { Change } from './stream.ts';

export type { Change } from './stream.ts';

interface Heard {
  readonly state: LiveState;
  listen(listener: (change: Change) => void): () => void;
}

const LiveContext = createContext<Heard>({ state: 'connecting', listen: () => () => undefined });

export function Live({ account, children }: { readonly account: string; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const listeners = useRef(new Set<(change: Change) => void>());
  useEffect(() => {
    const end = new AbortController();
    void follow(
      account,
      (told) => {
        if ('state' in told) setState(told.state);
        else if ('missed' in told) void queries.invalidateQueries();
        else for (const listener of listeners.current) listener(told.change);
      },
      end.signal,
    );
    return () => end.abort();
  }, [account, queries]);
  // Whatever was missed while the service did not answer is read anew, in place.
  useEffect(() => {
    let was = isReachable();
    return subscribe(() => {
      const is = isReachable();
      if (is && !was) void queries.invalidateQueries();
      was = is;
    });
  }, [queries]);
  const [listen] = useState(() => (listener: (change: Change) => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  });
  return <LiveContext value={{ state, listen }}>{children}</LiveContext>;
}

/** Told of every change in the account while the page is open: which record, not its content. */
export function useChanges(listener: (change: Change) => void): void {
  const { listen } = useContext(LiveContext);
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => listen((change) => newest.current(change)), [listen]);
}

export function useLiveState(): LiveState {
  return useContext(LiveContext).state;
}

export function LiveMark() {
  const state = useLiveState();
  const told = { connecting: words.connecting, live: words.live, polling: words.polling }[state];
  return (
    <span className={`${styles.mark} ${styles[state] ?? ''}`} title={words.liveHint[state]}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.word}>{told}</span>
    </span>
  );
}
