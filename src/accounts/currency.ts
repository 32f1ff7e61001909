/** The currency of an account: an ISO 4217 code, which purchase orders take that are written without one. */

/** For accounts that were made before they had one, or without choosing. */
export const DEFAULT_CURRENCY = 'USD';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The code in its own case; undefined where there is no such currency. */
export function parseCurrency(text: string): string | undefined {
  const code = text.toUpperCase();
  return CURRENCIES.has(code) ? code : undefined;
}

export function faultOfCurrency(text: string): string | undefined {
  return parseCurrency(text) === undefined ? 'is no currency code of ISO 4217, such as GBP' : undefined;
}
