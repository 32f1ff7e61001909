/** Texts for records that may be referenced in lists of other records. */
export const words = {
  mayStandIn: (lists: string) => `It may stand in ${lists}, which are not looked through.`,
  listOf: (list: string, plural: string) => `${list.toLowerCase()} of ${plural}`,
  and: ' and ',
} as const;
