/** Texts of the board. */
export const words = {
  board: 'Board',
  boardAll: 'All boards',
  boardMore: 'More',
  boardOf: (shown: number, total: string) => `${shown} of ${total}`,
  boardMove: 'Move',
  boardNews: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  boardRecent: 'last 14 days',
  tasksDone: (done: number, all: number) => `${done}/${all} tasks`,
  unassigned: 'Unassigned',
} as const;
