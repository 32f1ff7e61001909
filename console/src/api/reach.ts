/** Whether the service answers: what the last request saw, and what the browser says of its network. */
import { useSyncExternalStore } from 'react';

let answers = true;
const listeners = new Set<() => void>();

const RECHECK_DELAY_MS = 2_000;
/** On a connection that is dead nobody answers, for minutes. */
const RECHECK_TIMEOUT_MS = 10_000;
let isAsking = false;

export function reportReachable(itDid: boolean): void {
  if (!itDid && !isAsking) {
    isAsking = true;
    setTimeout(askAgain, RECHECK_DELAY_MS);
  }
  if (answers === itDid) return;
  answers = itDid;
  for (const listener of listeners) listener();
}

/** What stands before the service answers for it while it is away: as it starts anew, say. */
export function isServiceAway({ status }: Response): boolean {
  return status === 502 || status === 504;
}

export function isReachable(): boolean {
  return answers && navigator.onLine;
}

export function useReachable(): boolean {
  return useSyncExternalStore(onReachabilityChange, isReachable);
}

export function onReachabilityChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Until it answers: a page on which nothing may be done would never find out by itself. */
async function askAgain(): Promise<void> {
  const itDid = await fetch('/console/api/Setup', {
    cache: 'no-store',
    signal: AbortSignal.timeout(RECHECK_TIMEOUT_MS),
  }).then(
    (response) => !isServiceAway(response),
    () => false,
  );
  isAsking = false;
  reportReachable(itDid);
}
