/**
 * Polite live region of the page for navigation, counts, saves and live changes. At most one message appears per two
 * seconds: the newest waits, older ones are dropped.
 */
const MIN_INTERVAL_MS = 2_000;

let region: HTMLElement | undefined;
let last = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

export function announce(message: string): void {
  clearTimeout(waiting);
  const wait = Math.max(0, last + MIN_INTERVAL_MS - Date.now());
  waiting = setTimeout(() => {
    last = Date.now();
    place().textContent = message;
  }, wait);
}

function place(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.className = 'unseen';
  document.body.append(region);
  return region;
}
