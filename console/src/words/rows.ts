/** Texts of the rows of lists that differ: loaded with the diffs. */
export const words = {
  row: (place: number) => `Row ${place}`,
  added: 'added',
  removed: 'removed',
  order: (place: number, rows: string) => `In another order, from row ${place}: ${rows}`,
  changesOf: (field: string) => `Changes of ${field}`,
  more: (count: number) => (count === 1 ? 'and 1 more row' : `and ${count} more rows`),
} as const;
