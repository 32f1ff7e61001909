/** Tells the first failure, and then one every few seconds at most: where something is wrong, a thousand lanes have the same to say. */
const REPORT_INTERVAL_MS = 5_000;

export function throttle(tell: (failure: unknown) => void): (failure: unknown) => void {
  let told = -Infinity;
  return (failure) => {
    if (performance.now() - told < REPORT_INTERVAL_MS) return;
    told = performance.now();
    tell(failure);
  };
}
