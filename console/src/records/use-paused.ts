/** Debounces a value, so that typing does not send a request per keystroke. */
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 150;

/**
 * Returns the value once it has not changed for `pauseMs`. Debouncing matters because not every running search can be
 * cancelled.
 */
export function useDebounced<Value>(value: Value, pauseMs = DEBOUNCE_MS): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
