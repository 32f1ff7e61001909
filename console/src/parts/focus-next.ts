/** What comes next may be drawn some frames after what was pressed has gone: a card that is in another column now. */
const FRAMES_FOR_NEXT = 20;

/**
 * Leads the focus on where what was pressed goes with what it did: to what comes next, or to what the page is about. `next` must find it
 * only as it is afterwards: what was there before may still be drawn, and go in a moment. That what was pressed goes takes some frames, two
 * seconds of them at most. Whoever has gone elsewhere meanwhile stays there.
 */
export function focusNext(next: string, from = document.activeElement, frames = 120, forNext = FRAMES_FOR_NEXT): void {
  const at = document.activeElement;
  const dialog = document.querySelector('dialog[open]');
  const there = (dialog ?? document).querySelector<HTMLElement>(next);
  // Whoever is in a dialog stays in it.
  if (at === document.body && (dialog === null || there !== null)) {
    const isShown = there?.checkVisibility({ visibilityProperty: true });
    // What is there and not yet shown waits for an answer.
    if ((isShown === false ? frames : forNext) > 0 && !isShown) {
      requestAnimationFrame(() => focusNext(next, at, frames - 1, forNext - 1));
      return;
    }
    // What is looked at stays in view: on a phone the moves are at the foot, and the heading is far above.
    (isShown ? there : document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
    return;
  }
  // A dialog that is gone has given the focus back to what opened it, which may go as well.
  const isOnItsWay = at === document.body || at === from || from?.isConnected === false;
  if (isOnItsWay && frames > 0) requestAnimationFrame(() => focusNext(next, at, frames - 1, forNext));
}

/** What is called so where nothing stands on it. */
export function called(name: string): string {
  return `[aria-label=${JSON.stringify(name)}]`;
}

/** The usual move of a record in this state. */
export function nextMoveIn(state: unknown): string {
  return `[data-next="${state}"]`;
}
