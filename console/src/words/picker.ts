/** Texts of the field that chooses a record. */
export const words = {
  none: 'Nothing found',
  type: 'Type to search',
  clear: (label: string) => `Clear ${label}`,
} as const;
