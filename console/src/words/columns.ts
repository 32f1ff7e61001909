/** Texts of choosing columns: loaded with the dialog. */
export const words = {
  columnsTitle: 'Columns',
  columnsSearch: 'Find a column',
  columnsShown: 'Shown, in this order',
  columnsHint: 'Drag a row or use its arrows. A width is in pixels; in the list, drag the edge of a heading.',
  columnWidth: (name: string) => `Width of ${name}`,
  columnWidthAuto: 'auto',
  columnWidthHint: 'Width in pixels; empty for as wide as it is by itself',
  isFirstColumn: 'It is the first',
  isLastColumn: 'It is the last',
  oneColumnStays: 'One column stays',
  columnsOthers: 'Not shown',
  columnsReset: 'As at first',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  hideColumn: (name: string) => `Hide ${name}`,
  showColumn: (name: string) => `Show ${name}`,
} as const;
