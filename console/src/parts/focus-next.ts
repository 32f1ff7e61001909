/** In frames. That what was pressed goes takes some, two seconds of them at most. */
const REMOVAL_FRAMES = 120;
/** What comes next may be drawn some frames after that: a card that is in another column now. */
const APPEARANCE_FRAMES = 20;
/** It may have to be loaded, by a phone in a cellar. */
const LOAD_FRAMES = 900;

/**
 * Leads the focus on where what was pressed goes with what it did: to what comes next, or to what the page is about, which passes it on to
 * what comes still later. `next` must find it only as it is afterwards: what was there before may still be drawn, and go in a moment. Whoever
 * has gone elsewhere meanwhile stays there.
 */
export function focusNext(next: string): void {
  let from = document.activeElement;
  let heading: HTMLElement | null | undefined;
  let frames = REMOVAL_FRAMES;
  let forNext = APPEARANCE_FRAMES;
  const look = () => {
    // Another page leads the focus itself.
    if (heading?.isConnected === false) return;
    frames -= 1;
    const at = document.activeElement;
    const dialog = document.querySelector('dialog[open]');
    const there = (dialog ?? document).querySelector<HTMLElement>(next);
    // Whoever is in a dialog stays in it.
    if ((at === document.body || at === heading) && (dialog === null || there !== null)) {
      const isShown = there?.checkVisibility({ visibilityProperty: true });
      // What is looked at stays in view: on a phone the moves are at the foot, and the heading is far above.
      if (isShown) return there?.focus({ preventScroll: true });
      forNext -= 1;
      // What is there and not yet shown waits for an answer.
      if (heading === undefined && (isShown === false ? frames : forNext) <= 0) {
        heading = document.querySelector<HTMLElement>('h1');
        heading?.focus({ preventScroll: true });
        frames = LOAD_FRAMES;
      }
    } else if (at !== document.body && at !== from && from?.isConnected !== false) return;
    // A dialog that is gone has given the focus back to what opened it, which may go as well.
    from = document.activeElement;
    if (frames > 0) requestAnimationFrame(look);
  };
  look();
}

/** What is called so where nothing stands on it. */
export function labelSelector(name: string): string {
  return `[aria-label=${JSON.stringify(name)}]`;
}

/** The usual move of a record in this state. */
export function nextMoveSelector(state: unknown): string {
  return `[data-next="${state}"]`;
}
