/**
 * Returns the AbortSignal for client disconnect, created on first use: a signal costs as much as looking up a record.
 * Most requests finish before a client could disconnect, so only long-running work requests the signal.
 */
export type ClientAbort = () => AbortSignal;
