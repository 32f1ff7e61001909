/** Opens the palette or the help from anywhere. */
export type Sheet = 'palette' | 'help';

const listeners = new Set<(sheet: Sheet) => void>();

export function openSheet(sheet: Sheet): void {
  for (const listener of listeners) listener(sheet);
}

export function onOpen(listener: (sheet: Sheet) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
