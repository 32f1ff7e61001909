/** The log: one JSON line per event, on standard output unless the caller passes another file descriptor. */
import { pino } from 'pino';
import type { Log } from '../lib/log.ts';
import { formatTimestamp } from '../lib/time.ts';
import { gatherLines, outputTo } from './log-lines.ts';

export function createLog(level: string, to: { readonly fd: number } = process.stdout): Log {
  const lines = gatherLines(outputTo(to, tellLost));
  const timestamp = () => `,"time":"${formatTimestamp(Date.now())}"`;
  const urgent = { write: lines.writeNow };
  const log = pino({ level, base: null, timestamp, serializers: { err: showError } }, urgent);
  const tellsInfo = log.isLevelEnabled('info');
  const tellsWarn = log.isLevelEnabled('warn');
  return {
    info(fields, message) {
      // These fields are flat and contain no errors; pino takes four times as long to write them.
      if (tellsInfo) lines.write(lineOf(INFO, inner(fields), message));
    },
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    line(urgency, message, fields) {
      if (urgency === 'info') {
        if (tellsInfo) lines.write(lineOf(INFO, fields(), message));
      } else if (tellsWarn) lines.writeNow(lineOf(WARN, fields(), message));
    },
  };
}

const INFO = 30;
const WARN = 40;

function tellLost(lines: number): string {
  return lineOf(WARN, `"lines":${lines}`, 'lines of the log could not be written');
}

function inner(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}

function lineOf(level: number, fields: string, message: string): string {
  const separated = fields === '' ? '' : `${fields},`;
  return `{"level":${level},"time":"${formatTimestamp(Date.now())}",${separated}"msg":"${message}"}\n`;
}

interface ShownError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ShownError;
}

/**
 * Returns the type, message, code, stack and causes of an error. Other properties added by a driver are left out:
 * PostgreSQL quotes whole rows, and a row may contain the secret headers of a subscription.
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
