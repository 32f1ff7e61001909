/** What the delivery log is narrowed by: as it stands in the address of the page, and as the service is asked. */
export const logFilterNames = [
  'state',
  'error',
  'status',
  'recordID',
  'webhookId',
  'cause',
  'recovery',
  'since',
  'until',
] as const;
export type LogFilterName = (typeof logFilterNames)[number];
export type LogFilter = Readonly<Partial<Record<LogFilterName, string>>>;

/** Of the search of an address; what is no filter is passed over, and numbers are texts again. */
export function parseLogFilter(search: Readonly<Record<string, unknown>>): LogFilter {
  const given = logFilterNames.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The filters of a list of deliveries: times are instants, `since` counts and `until` does not. */
export function stringifyLogQuery(filter: LogFilter): string {
  const { since, until, ...equal } = filter;
  const isSpan = since !== undefined || until !== undefined;
  const parts = Object.entries(equal).map(([name, value]) => [name, isSpan ? `${value} eq` : value] as const);
  const spans = [
    ...(since === undefined ? [] : [['createdOn', `${since} ge`] as const]),
    ...(until === undefined ? [] : [['createdOn', `${until} lt`] as const]),
  ];
  const asked = [...parts, ...spans, ...(isSpan ? [['extFilter', 'true'] as const] : [])];
  return asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** Whether all that match can be sent again: what waits or succeeded is nothing to repeat. */
export function isResendable({ state }: LogFilter): boolean {
  return state === 'failed' || state === 'dropped';
}
