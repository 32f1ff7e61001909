/** The names that the machine's own hosts file knows: they come before what any name server says. */
import { isIP } from 'node:net';
import { createCachedFileReader } from './cached-file.ts';
import type { ResolvedAddress } from './guarded-lookup.ts';

export function createHostsFileLookup(
  path = '/etc/hosts',
): (hostname: string) => readonly ResolvedAddress[] | undefined {
  const names = createCachedFileReader(path, readHosts);
  return (hostname) => names().get(hostname.replace(/\.$/, '').toLowerCase());
}

function readHosts(text: string): ReadonlyMap<string, readonly ResolvedAddress[]> {
  const names = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of own) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known === undefined) names.set(key, [{ address, family }]);
      else known.push({ address, family });
    }
  }
  return names;
}
