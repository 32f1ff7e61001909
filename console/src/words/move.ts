/** Texts of the move dialog. */
export const words = {
  moveTitle: (state: string, title: string) => `${state}: ${title}`,
  moveBack: 'Leave it as it is',
  saveAnd: (move: string) => `Save and ${move.charAt(0).toLowerCase()}${move.slice(1)}`,
  savesToo: (count: number) =>
    count === 1 ? '1 change that you typed is saved with it.' : `${count} changes that you typed are saved with it.`,
  toNow: (field: string) => `${field} to now`,
  moveSets: (fields: string) => `Sets ${fields}.`,
  moveEvents: (events: string) => `Tells webhooks that listen for ${events}.`,
  moveTells: (count: number) =>
    count === 0 ? 'No webhook hears of it.' : count === 1 ? 'Tells 1 webhook.' : `Tells ${count} webhooks.`,
  moveNoEvents: 'No webhook hears of it.',
  movedTitle: 'Somebody else was faster',
  movedBefore: (state: string, who: string) => `It is “${state}” by now: ${who} changed it in the meantime.`,
  deletedBefore: (who: string) => `${who} deleted it in the meantime.`,
  writtenTitle: 'Not made yet',
  writtenBefore: (who: string) =>
    `${who} has written here in the meantime: see below. Press again to do it all the same.`,
  shortCloses: (lines: string) => `Closes short what has not come: line ${lines}.`,
} as const;
