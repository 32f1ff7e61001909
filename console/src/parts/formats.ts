/** Cache of `Intl` formatters: creating one takes longer than rendering the row that needs it. */

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, locale, options, () => new Intl.NumberFormat(known(locale), options));
}

export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(times, locale, options, () => new Intl.DateTimeFormat(known(locale), options));
}

export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(relatives, locale, {}, () => new Intl.RelativeTimeFormat(known(locale), { numeric: 'auto' }));
}

/** Formats a count with the digit grouping of the locale. */
export function formatCount(value: number, locale: string): string {
  return numberFormat(locale).format(value);
}

const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** Returns a cached formatter. The cache is never cleared, because a page uses few languages and time zones. */
function kept<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

/** Returns the locale, or English if the browser does not accept it, so that the page does not break. */
function known(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
