/**
 * A hand that taps twice means what stood there when it first came down: a button that has come under the finger since (a question that opened,
 * the next row, the way back) passes the second tap over. Keys press a button where the focus is, and are not asked.
 */
const DOUBLE_TAP_MS = 600;
const DOUBLE_TAP_RADIUS_PX = 16;

let on: Element | null = null;
let [x, y, until] = [0, 0, 0];

/** What the last tap began has ended just now, and whoever waited for it may tap still. */
export function restartDoubleTapWindow(): void {
  until = performance.now() + DOUBLE_TAP_MS;
}

export function ignoreDoubleTaps(): void {
  addEventListener('click', look, true);
  addEventListener('keydown', look, true);
}

function look(event: UIEvent): void {
  // A key, or a button pressed by one: whoever has typed since does not tap twice.
  if (event.detail === 0) {
    until = 0;
    return;
  }
  const { target, clientX, clientY } = event as MouseEvent;
  const button = (target as Element).closest('button');
  const isThere = Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP_RADIUS_PX;
  // By when the finger came down: a page that is busy hears of it later.
  if (button && button !== on && isThere && event.timeStamp < until) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  [on, x, y] = [button, clientX, clientY];
  restartDoubleTapWindow();
}
