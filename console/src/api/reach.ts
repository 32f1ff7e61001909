/** Reachability of the service, from the last request and the browser's network state. */
import { useSyncExternalStore } from 'react';

let answers = true;
const listeners = new Set<() => void>();

const RECHECK_DELAY_MS = 2_000;
/** Timeout of a check. A dead connection gives no answer for minutes. */
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

/** True if a proxy answers because the service is away, for example during a restart. */
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

/**
 * Repeats the check until the service answers. A page that blocks all actions would otherwise never notice that it is
 * back.
 */
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
