/** Tells the first failure, and then one every few seconds at most: where something is wrong, a thousand lanes have the same to say. */
const EVERY_MS = 5_000;

export function seldom(tell: (failure: unknown) => void): (failure: unknown) => void {
  let told = -Infinity;
  return (failure) => {
    if (performance.now() - told < EVERY_MS) return;
    told = performance.now();
    tell(failure);
  };
}
