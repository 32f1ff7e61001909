/** Addresses of lists and records below /console. */

/**
 * Order for types that receive new records all the time: newest first. It is part of the address, so that a link and
 * curl return the same rows.
 */
export const NEWEST_FIRST = 'orderby=ID+Desc';

/** Returns the address of a list. The default query is the one that the list opens with. */
export function listAddress(account: string, type: string, query = openingOf(type)): string {
  return `/${account}/${type}${query === '' ? '' : `?${query}`}`;
}

export function recordAddress(account: string, type: string, id: number, tab = ''): string {
  return `/${account}/${type}/${id}${tab === '' ? '' : `/${tab}`}`;
}

export function newRecordAddress(account: string, type: string, fields = ''): string {
  return `/${account}/${type}/new${fields === '' ? '' : `?${fields}`}`;
}

/** Returns the query that a list opens with. Without it, the service starts with the oldest records. */
export function openingOf(type: string): string {
  return /^(WorkOrders|PurchaseOrders|Forms)$/.test(type) ? NEWEST_FIRST : '';
}
