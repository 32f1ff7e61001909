/**
 * Ignores the second tap of a double tap if a different button has appeared under the finger (a dialog, the next row, a
 * back link). The user meant the first button. Keyboard activation is not affected.
 */
const DOUBLE_TAP_MS = 600;
const DOUBLE_TAP_RADIUS_PX = 16;

let on: Element | null = null;
let [x, y, until] = [0, 0, 0];

/** Restarts the double-tap window after a delayed result of the last tap. The user may still be tapping. */
export function restartDoubleTapWindow(): void {
  until = performance.now() + DOUBLE_TAP_MS;
}

export function ignoreDoubleTaps(): void {
  addEventListener('click', look, true);
  addEventListener('keydown', look, true);
}

function look(event: UIEvent): void {
  // Keyboard activation: the user is not double-tapping.
  if (event.detail === 0) {
    until = 0;
    return;
  }
  const { target, clientX, clientY } = event as MouseEvent;
  const button = (target as Element).closest('button');
  const isThere = Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP_RADIUS_PX;
  // Uses the event's time stamp: a busy page receives the event later.
  if (button && button !== on && isThere && event.timeStamp < until) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  [on, x, y] = [button, clientX, clientY];
  restartDoubleTapWindow();
}
