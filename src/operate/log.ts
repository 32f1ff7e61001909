/** The log: one JSON line per event on standard output. */
import { type Logger, pino } from 'pino';

export function makeLog(level: string): Logger {
  // Lines are gathered and written four times a second or when there are 8 KiB of them: a write each would cost as much as the request.
  const destination = pino.destination({ sync: false, minLength: 8 * 1024, periodicFlush: 250 });
  process.once('exit', () => destination.flushSync());
  return pino({ level, base: null, timestamp: makeTimestamp(), serializers: { err: showError } }, destination);
}

/** Lines of the same millisecond share its text. */
function makeTimestamp(): () => string {
  let last = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

interface ShownError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ShownError;
}

/**
 * What an error says, and where it comes from. Whatever else a driver has hung onto it stays out: PostgreSQL quotes whole
 * rows, and a row may hold the secret headers of a subscription.
 */
export function showError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown that is no error.' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < 5 && { cause: showError(error.cause, depth + 1) }),
  };
}
