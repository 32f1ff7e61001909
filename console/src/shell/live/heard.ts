/** What is heard of changes in the open account, for whoever wants to know: which record and which fields, told as it happens. */
import { useEffect, useRef } from 'react';
import type { Change } from './stream.ts';

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();

export function hear(change: Change): void {
  for (const listener of [...listeners]) listener(change);
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** While the page is open. */
export function useChanges(listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => onChange((change) => newest.current(change)), []);
}
