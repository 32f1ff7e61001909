/** Addresses of lists and records below /console. */

/** What comes in all the time is looked at from its newest end. In the address, so that a link and curl give the same rows. */
export const NEWEST_FIRST = 'orderby=ID+Desc';

/** Where no query is given, the list as it opens. */
export function listAddress(account: string, type: string, query = openingOf(type)): string {
  return `/${account}/${type}${query === '' ? '' : `?${query}`}`;
}

export function recordAddress(account: string, type: string, id: number, tab = ''): string {
  return `/${account}/${type}/${id}${tab === '' ? '' : `/${tab}`}`;
}

export function newRecordAddress(account: string, type: string, fields = ''): string {
  return `/${account}/${type}/new${fields === '' ? '' : `?${fields}`}`;
}

/** What the list is asked for where nothing else is: the service alone would begin with the oldest. */
export function openingOf(type: string): string {
  return /^(WorkOrders|PurchaseOrders|Forms)$/.test(type) ? NEWEST_FIRST : '';
}
