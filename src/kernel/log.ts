/** The log, as those see it who write to it: lines of named fields, and a few words that say what kind of line it is. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const noLog: Log = { info() {}, warn() {}, error() {} };
