/** Texts of refusals. */
export const words = {
  seeBelow: (title: string) => `${title}: see below.`,
  row: (number: number) => `row ${number}`,
  /** Of what was sent as a whole. */
  all: 'It',
} as const;
