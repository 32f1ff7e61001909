/** The browser's formatters, each made once: making one takes longer than drawing the row it is for. */

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, locale, options, () => new Intl.NumberFormat(known(locale), options));
}

export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(times, locale, options, () => new Intl.DateTimeFormat(known(locale), options));
}

export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(relatives, locale, {}, () => new Intl.RelativeTimeFormat(known(locale), { numeric: 'auto' }));
}

/** A number that counts things: grouped as the person groups. */
export function formatCount(value: number, locale: string): string {
  return numberFormat(locale).format(value);
}

const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** Of few languages and zones, so none is ever given up. */
function kept<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

/** A locale that the browser cannot read is English rather than a broken page. */
function known(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
