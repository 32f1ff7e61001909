/** Maximum wait, in frames (about two seconds), for the pressed element to disappear. */
const REMOVAL_FRAMES = 120;
/** Frames until the next element appears after that, for example a card in another column. */
const APPEARANCE_FRAMES = 20;
/** Frames to wait if the next element must first load over a slow connection. */
const LOAD_FRAMES = 900;

/**
 * Moves the focus on when the pressed element disappears: to the next element, or to the page heading until that
 * element appears. The selector `next` must match only the final state, because elements that are about to disappear
 * may still be rendered. If the user has moved the focus, it stays there.
 */
export function focusNext(next: string): void {
  let from = document.activeElement;
  let heading: HTMLElement | null | undefined;
  let frames = REMOVAL_FRAMES;
  let forNext = APPEARANCE_FRAMES;
  const look = () => {
    // After navigation, the new page sets the focus itself.
    if (heading?.isConnected === false) return;
    frames -= 1;
    const at = document.activeElement;
    const dialog = document.querySelector('dialog[open]');
    const there = (dialog ?? document).querySelector<HTMLElement>(next);
    // The focus never leaves an open dialog.
    if ((at === document.body || at === heading) && (dialog === null || there !== null)) {
      const isShown = there?.checkVisibility({ visibilityProperty: true });
      // No scrolling: on a phone the moves are at the bottom, and the heading is far above.
      if (isShown) return there?.focus({ preventScroll: true });
      forNext -= 1;
      // An element that exists but is hidden waits for an answer.
      if (heading === undefined && (isShown === false ? frames : forNext) <= 0) {
        heading = document.querySelector<HTMLElement>('h1');
        heading?.focus({ preventScroll: true });
        frames = LOAD_FRAMES;
      }
    } else if (at !== document.body && at !== from && from?.isConnected !== false) return;
    // A closed dialog returned the focus to its opener, which may disappear as well.
    from = document.activeElement;
    if (frames > 0) requestAnimationFrame(look);
  };
  look();
}

/** Returns a selector for an element with this `aria-label`. */
export function labelSelector(name: string): string {
  return `[aria-label=${JSON.stringify(name)}]`;
}

/** Returns a selector for the usual next move of a record in this state. */
export function nextMoveSelector(state: unknown): string {
  return `[data-next="${state}"]`;
}
