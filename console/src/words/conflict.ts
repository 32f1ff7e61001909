/** Texts of two changes that met: loaded with the dialogs. */
export const words = {
  conflictTitle: (who: string) => `Saving met a change by ${who}`,
  became: (theirs: number) => `It became version ${theirs}`,
  began: (yours: number) => `; you began at version ${yours}.`,
  keptFromBoth: 'Kept from both',
  theirsMark: (who: string) => who,
  yoursMark: 'you',
  was: 'Was',
  theirs: 'Theirs',
  yours: 'Yours',
  other: 'Other',
  otherFor: (field: string) => `Another value for ${field}`,
  saveOn: (version: number) => `Save on version ${version}`,
} as const;
