/** Returns the sign-in address, which contains the page to return to. Only console addresses are accepted. */
export function signInAddress(from: string): string {
  const inside = toConsolePath(from);
  return inside === undefined || inside === '/' ? '/signin' : `/signin?to=${encodeURIComponent(inside)}`;
}

/** `/console/acc_1/Tasks?x=1` or `/acc_1/Tasks?x=1` -> `/acc_1/Tasks?x=1`; undefined for what leads elsewhere. */
export function toConsolePath(address: string | undefined): string | undefined {
  if (address === undefined || !/^\/(?![/\\])/.test(address)) return undefined;
  const url = new URL(address, 'http://console.invalid');
  if (url.host !== 'console.invalid') return undefined;
  const path = url.pathname.replace(/^\/console(?=\/|$)/, '') || '/';
  return path.startsWith('//') || /^\/(signin|link|setup)\b/.test(path) ? undefined : path + url.search;
}
