/** Opens the palette or the help from anywhere, or closes what was to be opened. */
export type SheetName = 'palette' | 'help' | undefined;

const listeners = new Set<(sheet: SheetName) => void>();

export function openSheet(sheet: SheetName): void {
  for (const listener of listeners) listener(sheet);
}

export function onSheetOpen(listener: (sheet: SheetName) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
