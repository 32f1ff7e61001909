/** Preloads the pages that most users open next, while the current page is idle. */

/** Number of consecutive idle checks before preloading starts. */
const IDLE_CHECKS = 2;
const IDLE_CHECK_MS = 250;

/** Performance mark that separates preloading from the page's own requests in a recording. */
const PRELOAD_MARK = 'ahead';

/** `isBusy`: whether the page that is shown still waits for something. Who saves data gets what is asked for, and no more. */
export function preloadWhenIdle(isBusy: () => boolean, loads: readonly (() => Promise<unknown>)[]): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  let quiet = 0;
  const look = setInterval(() => {
    // Nobody is in an account yet, or somebody looks at something else.
    const isElsewhere = !/^\/console\/acc_/.test(location.pathname) || document.hidden;
    quiet = isElsewhere || isBusy() ? 0 : quiet + 1;
    if (quiet < IDLE_CHECKS) return;
    clearInterval(look);
    performance.mark(PRELOAD_MARK);
    // One that does not come now comes when it is wanted.
    void Promise.allSettled(loads.map((load) => load())).then(() => performance.measure(PRELOAD_MARK, PRELOAD_MARK));
  }, IDLE_CHECK_MS);
}
