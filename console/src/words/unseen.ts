/** What is said where a record may stand in lists of others. */
export const words = {
  mayStandIn: (lists: string) => `It may stand in ${lists}, which are not looked through.`,
  listOf: (list: string, plural: string) => `${list.toLowerCase()} of ${plural}`,
  and: ' and ',
} as const;
