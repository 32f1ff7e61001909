/** Texts of a record's history: loaded with its tab. */
export const words = {
  field: 'Field',
  allFields: 'All fields',
  asItWas: 'As it was',
  putBack: 'Put back',
  oneByOne: 'Another value is being put back',
  putBackTitle: (field: string, value: string) => `Put back ${field}: ${value}`,
  unknownChange: 'What changed is not known: it was before the log was kept.',
  unchanged: 'Nothing has changed since this record was made or brought in.',
  notKept: 'Earlier changes of this record are not kept here.',
  noneOf: (field: string) => `No change of ${field} is kept.`,
  fromNowOn: 'Changes show here from now on.',
  older: 'Older',
  newer: 'Newer',
} as const;
