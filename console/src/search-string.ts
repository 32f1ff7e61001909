/**
 * The query of an address as it is: `Status=Open&Status=InProgress` stays two values of one name, and nothing is read into a value.
 * Pages that need the exact text take `searchStr` of the location.
 */
export type ParsedSearch = Readonly<Record<string, string | readonly string[]>>;

export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = found[name];
    found[name] = known === undefined ? value : [...(typeof known === 'string' ? [known] : known), value];
  }
  return found;
}

/** Returns the first value of each parameter, for pages that expect a single value. */
export function firstValues(search: object): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(search as ParsedSearch).map(([name, value]) => [name, [value].flat()[0]]));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
