/** Limit for counting waiting deliveries. In a file of its own, because the console uses it, too. */
export const MAX_WAITING_COUNT = 10_000;
