/**
 * Whether whoever asked is still there. Most work is done before anybody could leave, and a signal costs as much as looking a record up: so it
 * is made when work that takes long asks for it.
 */
export type ClientAbort = () => AbortSignal;
