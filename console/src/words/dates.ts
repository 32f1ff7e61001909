/** Texts of dates that are filled in only in part. */
export const words = {
  date: 'Give the whole date.',
  'datetime-local': 'Give the date and the time.',
  /** Behind the name of its field. */
  half: 'is filled in only in part',
  notSent: 'Not saved',
} as const;
