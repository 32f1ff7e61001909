/** Currency of an account: an ISO 4217 code, the default for purchase orders without a currency. */

/** Currency of accounts that have not chosen one, including accounts created before the setting existed. */
export const DEFAULT_CURRENCY = 'USD';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns the currency code in upper case; undefined if unknown. */
export function parseCurrency(text: string): string | undefined {
  const code = text.toUpperCase();
  return CURRENCIES.has(code) ? code : undefined;
}

export function faultOfCurrency(text: string): string | undefined {
  return parseCurrency(text) === undefined ? 'is no currency code of ISO 4217, such as GBP' : undefined;
}
