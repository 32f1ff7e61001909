/**
 * Parses a `Retry-After` header, in seconds or as a date, into whole milliseconds from `now`; null if it is not valid.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: number): number | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) * 1000;
  // The three forms of HTTP; everything else that could be taken for a date is none.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, Math.ceil(at - now)), MAX_RETRY_AFTER_SECONDS * 1000);
}

/** Maximum delay; it also ensures that adding the delay to a time gives a valid time. */
const MAX_RETRY_AFTER_SECONDS = 30 * 24 * 60 * 60;
