/** SQL: the name of a log that begins, or begins anew, here. */
export const NEW_LOG_NAME_SQL = 'lower(hex(randomblob(4)))';
