/**
 * Throttles failure reports: the first is reported, then at most one every few seconds. A common fault makes a thousand
 * lanes report the same.
 */
const REPORT_INTERVAL_MS = 5_000;

export function throttle(tell: (failure: unknown) => void): (failure: unknown) => void {
  let told = -Infinity;
  return (failure) => {
    if (performance.now() - told < REPORT_INTERVAL_MS) return;
    told = performance.now();
    tell(failure);
  };
}
