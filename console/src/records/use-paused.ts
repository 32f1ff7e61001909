/** A value, once it has not changed for a moment: what is typed is not asked letter by letter. */
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 150;

/** What was typed, once nothing more is typed for a moment: a search under way cannot be stopped everywhere. */
export function useDebounced<Value>(value: Value, pauseMs = DEBOUNCE_MS): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
