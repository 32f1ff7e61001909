/** The log, as those see it who write to it: lines of named fields, and a few words that say what kind of line it is. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** For lines of which there are thousands a second: the fields as JSON text without its brackets, asked for where they are told. */
  line(level: 'info' | 'warn', message: string, fields: () => string): void;
}

export const noLog: Log = { info() {}, warn() {}, error() {}, line() {} };
