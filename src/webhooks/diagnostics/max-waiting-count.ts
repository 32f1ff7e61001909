/** How far deliveries that wait are counted. By itself: the console knows it, too. */
export const MAX_WAITING_COUNT = 10_000;
