/** Interface for writing log lines: named fields, and a short message that says what kind of line it is. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /**
   * Logs a high-volume line (thousands per second). `fields` returns JSON text without the outer brackets, and is only
   * called if the line is written.
   */
  line(level: 'info' | 'warn', message: string, fields: () => string): void;
}

export const noLog: Log = { info() {}, warn() {}, error() {}, line() {} };
