/** Addresses of lists and records below /console. */

export function listAddress(account: string, type: string, query = ''): string {
  return `/${account}/${type}${query === '' ? '' : `?${query}`}`;
}

export function recordAddress(account: string, type: string, id: number, tab = ''): string {
  return `/${account}/${type}/${id}${tab === '' ? '' : `/${tab}`}`;
}

export function newAddress(account: string, type: string, fields = ''): string {
  return `/${account}/${type}/new${fields === '' ? '' : `?${fields}`}`;
}
