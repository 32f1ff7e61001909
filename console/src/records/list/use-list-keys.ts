/** Lists by keyboard: j and k go from row to row, the others do what their button does. Enter is the link's own. */
import { useKeys } from '../keys.ts';

/** Each is given the record whose row has the focus. */
export type ListKeys = Readonly<Record<'n' | 'f' | 'x' | '[' | ']', (id: number | undefined) => unknown>>;

export function useListKeys(keys: ListKeys): void {
  const given = (id: number | undefined) => id;
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => inTable() && step(1),
    ArrowUp: () => inTable() && step(-1),
    n: () => keys.n(given(focusedRow())),
    f: () => keys.f(given(focusedRow())),
    x: () => keys.x(given(focusedRow())),
    '[': () => keys['['](undefined),
    ']': () => keys[']'](undefined),
  });
}

function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-row]')];
}

function focusedRow(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-id]');
  return row ? Number(row.dataset.id) : undefined;
}

function inTable(): boolean {
  return focusedRow() !== undefined;
}

function step(by: number): boolean {
  const links = rowLinks();
  const row = focusedRow();
  const at = links.findIndex((link) => Number(link.dataset.row) === row);
  const next = links[at === -1 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))];
  next?.focus();
  return next !== undefined;
}
