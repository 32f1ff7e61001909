/** A value, once it has not changed for a moment: what is typed is not asked letter by letter. */
import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** What was typed, once nothing more is typed for a moment: a search under way cannot be stopped everywhere. */
export function usePaused<Value>(value: Value, pauseMs = PAUSE_MS): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
