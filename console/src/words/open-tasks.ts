/** Texts shown wherever a work order is completed. */
export const words = {
  openTasks: (count: number) => (count === 1 ? '1 required task is open.' : `${count} required tasks are open.`),
} as const;
