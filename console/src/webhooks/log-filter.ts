/** Filters of the delivery log, as page address parameters and as a service query. */
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

/** Parses filters from the address. Ignores other parameters and converts numbers back to text. */
export function parseLogFilter(search: Readonly<Record<string, unknown>>): LogFilter {
  const given = logFilterNames.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Returns the query for a list of deliveries. Times are instants; `since` is inclusive and `until` is exclusive. */
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

/** True if all matches can be resent: waiting and successful deliveries cannot. */
export function isResendable({ state }: LogFilter): boolean {
  return state === 'failed' || state === 'dropped';
}
