/** The log: one JSON line per event on standard output. */
import { pino } from 'pino';
import type { Log } from '../kernel/log.ts';
import { formatTimestamp } from '../kernel/time.ts';

export function makeLog(level: string): Log {
  const lines = gatherLines();
  const timestamp = () => `,"time":"${formatTimestamp(Date.now())}"`;
  const log = pino({ level, base: null, timestamp, serializers: { err: showError } }, lines);
  const tellsAll = log.isLevelEnabled('info');
  return {
    info(fields, message) {
      if (tellsAll) lines.write(infoLine(fields, message));
    },
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

/** Most lines by far: one for each request and each attempt, flat and without errors. Pino takes four times as long for them. */
function infoLine(fields: object, message: string): string {
  const text = JSON.stringify(fields);
  const inner = text === '{}' ? '' : `${text.slice(1, -1)},`;
  return `{"level":30,"time":"${formatTimestamp(Date.now())}",${inner}"msg":${JSON.stringify(message)}}\n`;
}

const WORTH_WRITING = 16 * 1024;
const LONGEST_WAIT_MS = 250;

/**
 * Lines are written four times a second, or when there are 16 KiB of them: a write each would cost as much as the request.
 * They are gathered here, because pino's destination looks at every line again when it gathers them.
 */
function gatherLines(): { write(line: string): void } {
  const destination = pino.destination({ sync: false });
  let gathered = '';
  const pass = () => {
    if (gathered === '') return;
    destination.write(gathered);
    gathered = '';
  };
  setInterval(pass, LONGEST_WAIT_MS).unref();
  process.once('exit', () => {
    // What is passed on asynchronously from here on would be left to chance. The property is there, its type is not.
    (destination as unknown as { sync: boolean }).sync = true;
    pass();
    destination.flushSync();
  });
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= WORTH_WRITING) pass();
    },
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
