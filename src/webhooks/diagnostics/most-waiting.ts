/** How far deliveries that wait are counted. By itself: the console knows it, too. */
export const MOST_WAITING = 10_000;
