/** Live changes in the open account: which record and which fields, delivered as they happen. */
import { useEffect, useRef } from 'react';
import type { RecordChange } from './stream.ts';

type Listener = (change: RecordChange) => void;

const listeners = new Set<Listener>();

export function emitRecordChange(change: RecordChange): void {
  for (const listener of [...listeners]) listener(change);
}

export function onRecordChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Subscribes to changes while the component is mounted. */
export function useRecordChanges(listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => onRecordChange((change) => newest.current(change)), []);
}
