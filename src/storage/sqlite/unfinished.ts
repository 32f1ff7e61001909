/**
 * An account that is still being imported bears an id that begins so. Whoever looks for accounts does not find it: it cannot be
 * listed, thawed, frozen, removed or written to.
 */
export const UNFINISHED = 'importing:';

/** For a WHERE over accounts. */
export const IS_FINISHED = `id NOT LIKE '${UNFINISHED}%'`;
