/** Opens the palette or the help from anywhere, or closes what was to be opened. */
export type Sheet = 'palette' | 'help' | undefined;

const listeners = new Set<(sheet: Sheet) => void>();

export function openSheet(sheet: Sheet): void {
  for (const listener of listeners) listener(sheet);
}

export function onOpen(listener: (sheet: Sheet) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
