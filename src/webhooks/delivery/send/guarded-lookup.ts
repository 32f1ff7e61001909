/**
 * From the host of a URL to the addresses that may be dialled for it. The addresses that were checked are the ones that are
 * dialled: a second lookup in between could be answered differently by a name server that plays tricks.
 */
import { type AddressGuard, literalAddress } from './address-guard.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Who wants to know, and hears when it has to wait for its turn: that time is not the endpoint's. */
export interface LookupRequester {
  readonly account: string;
  waitInLine(): void;
  leaveLine(): void;
}

/** Rejects with the error of the resolver; put off where the wait for a turn was too long. */
export type ResolveHost = (hostname: string, asker: LookupRequester) => Promise<readonly ResolvedAddress[] | 'put off'>;

export type GuardedLookupResult =
  | { readonly found: readonly ResolvedAddress[] }
  | 'put off'
  | { readonly error: 'dns' | 'refused_address'; readonly message: string };

/** `hostname` as the URL parser gives it: IPv6 in brackets. */
export async function guardedLookup(
  guard: AddressGuard,
  resolve: ResolveHost,
  hostname: string,
  asker: LookupRequester,
): Promise<GuardedLookupResult> {
  const refused = guard.refusalOfHost(hostname);
  if (refused !== undefined) return refusal(`${hostname} is ${refused}`);
  const literal = literalAddress(hostname);
  if (literal !== undefined) return { found: [{ address: literal, family: literal.includes(':') ? 6 : 4 }] };

  let found: readonly ResolvedAddress[] | 'put off';
  try {
    found = await resolve(hostname, asker);
  } catch (error) {
    return noAddress(hostname, (error as NodeJS.ErrnoException).code);
  }
  if (found === 'put off') return found;
  if (found.length === 0) return noAddress(hostname, 'no address');
  // One address that is refused speaks against the whole name: nobody mixes a public server with a private one by accident.
  for (const { address } of found) {
    const kind = guard.refusalOf(address);
    // The address itself stays out of the message: names of an internal network are not the subscriber's to look up.
    if (kind !== undefined) return refusal(`${hostname} leads to ${kind}`);
  }
  return { found };
}

function noAddress(hostname: string, code = 'unknown'): GuardedLookupResult {
  return { error: 'dns', message: `The name ${hostname} could not be looked up (${code}).` };
}

function refusal(what: string): GuardedLookupResult {
  return { error: 'refused_address', message: `${what}, which deliveries may not be sent to.` };
}
