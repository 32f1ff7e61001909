/** Texts of what needs the service while it does not answer. */
export const words = {
  outOfReach: 'No connection: nothing can be saved until the service answers again. What you typed is kept.',
} as const;
