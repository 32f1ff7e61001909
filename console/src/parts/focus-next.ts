/**
 * Leads the focus on where what was pressed goes with what it did: to what comes next, the usual move of a record if nothing else, or to what
 * the page is about. That it goes takes some frames, two seconds of them at most. Whoever has gone elsewhere meanwhile stays there.
 */
export function focusNext(next = '[data-next]', from = document.activeElement, frames = 120): void {
  const at = document.activeElement;
  if (at === document.body && document.querySelector('dialog[open]') === null) {
    const there = document.querySelector<HTMLElement>(next) ?? document.querySelector('h1');
    // What is looked at stays in view: on a phone the moves are at the foot, and the heading is far above.
    there?.focus({ preventScroll: true });
    return;
  }
  // A dialog that is gone has given the focus back to what opened it, which may go as well.
  const isOnItsWay = at === document.body || at === from || from?.isConnected === false;
  if (isOnItsWay && frames > 0) requestAnimationFrame(() => focusNext(next, at, frames - 1));
}
